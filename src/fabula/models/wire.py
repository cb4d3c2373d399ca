"""One try over HTTP. The only module that loads the HTTP library, and so itself loaded at the first question."""

import time
from collections.abc import Iterator

import httpx2

from fabula.models.outcome import Call, Heard, Lost
from fabula.models.patience import Patience

_AGAIN = (httpx2.NetworkError, httpx2.RemoteProtocolError)
_IS_IT_THERE = "Check that it runs and that the URL is right."
_BE_PATIENT = "Allow more time, or ask for less at once."
_LATER = "Ask again later."


class Wire:
    """A pool of connections to one endpoint. It follows no redirects, and reads nothing from the environment."""

    def __init__(self, patience: Patience, most_bytes: int, *, encrypted: bool) -> None:
        self._patience = patience
        self._most_bytes = most_bytes
        # Certificates take a quarter of a second to load, and a plain connection has none to check.
        self._client = httpx2.Client(trust_env=False, follow_redirects=False, verify=encrypted)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def send(self, call: Call, deadline: float) -> Heard | Lost:
        """Send once and listen until ``deadline`` on the monotonic clock, with one silence more at most."""
        limits = self._limits(deadline)
        try:
            return self._send(call, limits, deadline)
        except httpx2.ConnectTimeout:
            return Lost(f"took no connection within {limits.connect:g} s", _IS_IT_THERE, again=True)
        except httpx2.TimeoutException:
            # A slow answer will be slow again, and the first may still be worked on: asking twice costs double.
            return Lost(f"was silent for {limits.read:g} s", _BE_PATIENT)
        except httpx2.ConnectError as error:
            return Lost(f"cannot be reached ({error})", _IS_IT_THERE, again=True)
        except (httpx2.TransportError, httpx2.DecodingError) as error:
            return Lost(f"broke off ({error})", _LATER, again=isinstance(error, _AGAIN))

    def _send(self, call: Call, limits: httpx2.Timeout, deadline: float) -> Heard | Lost:
        body = bytearray()
        with self._client.stream(
            call.method, call.url, headers=call.headers, content=call.content, timeout=limits
        ) as answer:
            for piece in answer.iter_bytes():
                body += piece
                if len(body) > self._most_bytes:
                    return Lost(
                        f"sent more than {self._most_bytes:,} bytes, which is no answer", _IS_IT_THERE
                    )
                if time.monotonic() > deadline:
                    return Lost("sent its answer too slowly", _BE_PATIENT)
            return Heard(answer.status_code, bytes(body), dict(_lower(answer.headers)))

    def _limits(self, deadline: float) -> httpx2.Timeout:
        left = max(0.001, deadline - time.monotonic())
        return httpx2.Timeout(min(self._patience.read, left), connect=min(self._patience.connect, left))


def _lower(headers: httpx2.Headers) -> Iterator[tuple[str, str]]:
    return ((name.lower(), value) for name, value in headers.items())
