# Made by contract/generate.ts; do not edit.
from __future__ import annotations

import math
import time
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import replace
from time import sleep
from typing import Any, TypeVar, cast

import httpx

from .._call import Call
from .._errors import ParleyError, error_of, json_of
from .._frames import Frame, FrameReader
from .._options import checked_address, checked_key
from .._retries import (
    MIN_PAUSE_SECONDS,
    Failure,
    asked_seconds,
    is_certainly_not_done,
    is_not_found,
    may_pass,
    may_pass_soon,
    pause_seconds,
    wait_seconds,
)

T = TypeVar("T")

MAX_WAIT_SECONDS = 20
"""A service holds a call for at most 30 s."""
RECONNECT_AFTER_SECONDS = 2.0
SILENT_FOR_SECONDS = 40.0
"""Two pings missed."""


class Transport:
    """Sends calls, repeats those with a temporary failure, waits, and streams."""

    def __init__(
        self, *, base_url: str, api_key: str, max_retries: int, timeout: float, http_client: httpx.Client | None
    ) -> None:
        self._base_url = checked_address(base_url)
        self._api_key = checked_key(api_key)
        self._max_retries = max_retries
        self._timeout = timeout
        self._http = http_client or httpx.Client()
        self._is_own = http_client is None

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def read(self, kind: type[T], call: Call) -> T:
        """The JSON body of the answer."""
        return cast(T, json_of(self.send(call)))

    def send(self, call: Call, ends_at: float = math.inf) -> httpx.Response:
        """Raises TimeoutError when no answer came by ``ends_at``, a time of ``time.monotonic``."""
        headers = call.all_headers(self._api_key)
        may_be_done = False
        attempt = 0
        while True:
            outcome = self._attempt(call, headers, min(self._timeout, _left(ends_at)))
            if isinstance(outcome, httpx.Response):
                return outcome
            if may_be_done and call.method == "DELETE" and is_not_found(outcome):
                # An earlier attempt, whose answer was lost, deleted it.
                return httpx.Response(204)
            may_be_done = may_be_done or not is_certainly_not_done(outcome)
            if not may_pass_soon(outcome, call):
                raise outcome
            left = _left(ends_at)
            if attempt >= self._max_retries:
                raise outcome
            sleep(min(wait_seconds(outcome, attempt), left))
            attempt += 1

    def _attempt(self, call: Call, headers: Mapping[str, str], timeout: float) -> httpx.Response | Failure:
        try:
            response = self._http.request(
                call.method,
                self._base_url + call.path(),
                content=call.content(),
                headers=headers,
                timeout=timeout,
                follow_redirects=False,
            )
        except httpx.TransportError as error:
            return error
        return response if response.is_success or response.status_code == 304 else error_of(response)

    def wait_until_available(self, kind: type[T], call: Call, timeout: float | None) -> T:
        """
        Reads until ``status`` is ``available``. The service holds each read until something changes
        (``Prefer: wait``). Continues when this key has too many reads held, and, once a read has succeeded, after every
        temporary failure: the service may restart during a meeting.
        """
        ends_at = math.inf if timeout is None else time.monotonic() + timeout
        etag: str | None = None
        has_read = False
        unheld_reads = failures = 0
        while True:
            # The timeout of an attempt must exceed the wait.
            seconds = int(min(MAX_WAIT_SECONDS, self._timeout / 1.5, _left(ends_at)))
            headers = {"prefer": f"wait={seconds}", **({"if-none-match": etag} if etag else {})}
            asked_at = time.monotonic()
            try:
                answer = self.send(replace(call, headers=headers), ends_at)
            except (ParleyError, httpx.TransportError) as error:
                is_rate_limit = isinstance(error, ParleyError) and error.code == "rate_limited"
                if not is_rate_limit and not (has_read and may_pass(error, call)):
                    raise
                sleep(min(max(MIN_PAUSE_SECONDS, wait_seconds(error, failures)), _left(ends_at)))
                failures += 1
                continue
            failures = 0
            has_read = True
            if answer.status_code != 304:
                value: Any = json_of(answer)
                if value["status"] == "available":
                    return cast(T, value)
            # The first read has no ETag, so the service cannot hold it. If it returned one, the next follows at once.
            is_first = etag is None
            etag = answer.headers.get("etag", etag)
            is_held = time.monotonic() - asked_at > MIN_PAUSE_SECONDS
            reads_at_once = is_held or (is_first and etag is not None)
            unheld_reads = 0 if reads_at_once else unheld_reads + 1
            if not reads_at_once:
                sleep(min(pause_seconds(answer, unheld_reads), _left(ends_at)))

    def frames(self, call: Call, last_event_id: str | None) -> Generator[Frame, None, None]:
        """
        Every frame with data, across reconnects. ``id`` is the last one received. Until the first connection, a failure
        counts as that of a call, except that a rate limit is waited for.
        """
        last_id = last_event_id
        has_connected = False
        failures = 0
        while True:
            wait = RECONNECT_AFTER_SECONDS
            try:
                with closing(self._connection(call, last_id)) as connection:
                    for frame in connection:
                        has_connected = True
                        last_id = frame.id or last_id
                        if frame.data != "":
                            yield replace(frame, id=last_id)
            except (ParleyError, httpx.TransportError) as error:
                status = error.status if isinstance(error, ParleyError) else None
                if status is not None and 400 <= status < 500 and not may_pass(error, call):
                    raise
                if not has_connected and status != 429:
                    if failures >= self._max_retries or not may_pass_soon(error, call):
                        raise
                    failures += 1
                wait = max(wait, asked_seconds(error))
            sleep(wait)

    def _connection(self, call: Call, last_id: str | None) -> Generator[Frame, None, None]:
        headers = call.all_headers(self._api_key) | {"accept": "text/event-stream"}
        if last_id is not None:
            headers["last-event-id"] = last_id
        timeout = httpx.Timeout(self._timeout, read=SILENT_FOR_SECONDS)
        url = self._base_url + call.path()
        with self._http.stream(call.method, url, headers=headers, timeout=timeout) as response:
            is_stream = response.headers.get("content-type", "").startswith("text/event-stream")
            if not response.is_success or not is_stream:
                response.read()
                raise error_of(response)
            reader = FrameReader()
            for chunk in response.iter_text():
                for frame in reader.feed(chunk):
                    yield frame


def _left(ends_at: float) -> float:
    """The seconds that remain. Raises TimeoutError when there are none."""
    left = ends_at - time.monotonic()
    if left <= 0:
        raise TimeoutError("It was not available in time")
    return left
