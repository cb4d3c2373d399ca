"""Stories over HTTP: one store, many readers, events after every commit. The only asynchronous part of Fabula."""
