"""Which model reads, which embedder embeds and where the proxy goes: shown, changed while the server runs, and tried."""
