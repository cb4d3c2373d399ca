"""The panel: a page on which a story can be looked at, with what it asks of the server."""
