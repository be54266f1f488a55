"""Transports between the client and the real service that fail for a moment."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import httpx
import pytest

from parley_meetings import Parley


class Faulty(httpx.BaseTransport):
    """
    Gives ``answers`` first, without asking the service; then lets each request through, but loses the first
    ``lost`` answers.
    """

    def __init__(self, lost: int = 0, answers: list[httpx.Response] | None = None) -> None:
        self.requests: list[httpx.Request] = []
        self._lost = lost
        self._answers = answers or []
        self._real = httpx.HTTPTransport()

    @property
    def keys(self) -> list[str | None]:
        return [request.headers.get("idempotency-key") for request in self.requests]

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if self._answers:
            return self._answers.pop(0)
        response = self._real.handle_request(request)
        if self._lost > 0:
            self._lost -= 1
            response.read()
            response.close()
            raise httpx.ReadError("the answer was lost", request=request)
        return response


class Restarting(httpx.BaseTransport):
    """Lets the first request through, not held; then calls ``restart`` and loses the answer of the second."""

    def __init__(self, restart: Callable[[], object]) -> None:
        self.requests: list[httpx.Request] = []
        self._restart = restart
        self._real = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if len(self.requests) == 1:
            del request.headers["prefer"]
        if len(self.requests) == 2:
            self._restart()
            raise httpx.ConnectError("refused", request=request)
        return self._real.handle_request(request)


class BreakingStream(httpx.SyncByteStream):
    """Fails after so many chunks."""

    def __init__(self, stream: httpx.SyncByteStream, chunks: int) -> None:
        self._stream = stream
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        for number, chunk in enumerate(self._stream):
            if number == self._chunks:
                raise httpx.ReadError("the connection broke")
            yield chunk

    def close(self) -> None:
        self._stream.close()


class Breaking(httpx.BaseTransport):
    """The first answer breaks after one chunk. The second connection fails."""

    def __init__(self) -> None:
        self.connections = 0
        self._real = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.connections += 1
        if self.connections == 2:
            raise httpx.ConnectError("refused", request=request)
        response = self._real.handle_request(request)
        stream = response.stream
        if self.connections > 1 or not isinstance(stream, httpx.SyncByteStream):
            return response
        return httpx.Response(response.status_code, headers=response.headers, stream=BreakingStream(stream, 1))


class Clock:
    """Time that passes only while the blocking client waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)
        monkeypatch.setattr("parley_meetings._sync.transport.sleep", self.wait)

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def never_answer(self, request: httpx.Request) -> httpx.Response:
        self.wait(request.extensions["timeout"]["read"])
        raise httpx.ReadTimeout("no answer", request=request)


def problem(status: int, code: str, headers: dict[str, str] | None = None) -> httpx.Response:
    body = {"code": code, "status": status, "title": code, "detail": code}
    return httpx.Response(status, headers={"content-type": "application/problem+json", **(headers or {})}, json=body)


def streamed(text: str) -> httpx.Response:
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, text=text)


def through(transport: httpx.BaseTransport, key: str = "PARLEY_API_KEY", max_retries: int = 3) -> Parley:
    return Parley(
        base_url=os.environ["PARLEY_URL"],
        api_key=os.environ[key],
        max_retries=max_retries,
        http_client=httpx.Client(transport=transport),
    )
