"""A GGUF file behind an OpenAI-compatible server on this machine, in a process of its own, for benches alone."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SERVE = """
import sys, threading
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx, params.n_parallel = int(sys.argv[2]), 1
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = int(sys.argv[3])
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@contextmanager
def served(model: Path, *, context: int = 8192, threads: int = 2) -> Iterator[str]:
    """The base URL of a server for the model; it ends with the block. Needs xllamacpp."""
    command = [sys.executable, "-c", _SERVE, str(model), str(context), str(threads)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None  # noqa: S101 - narrows the type
        address = process.stdout.readline().strip()
        if not address:
            raise SystemExit(f"{model} could not be served: is xllamacpp installed, and is it a GGUF file?")
        try:
            yield f"{address}/v1"
        finally:
            process.kill()
