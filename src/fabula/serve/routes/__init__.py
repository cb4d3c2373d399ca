"""What the server answers, one module for each kind of thing; thin: read the request, do the work, shape the answer."""
