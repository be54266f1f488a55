"""When a call that failed is sent again, and after how long."""

from __future__ import annotations

import random

import httpx

from ._call import Call
from ._errors import ParleyError, retry_after_of

FIRST_WAIT_SECONDS = 0.2
MIN_PAUSE_SECONDS = 1.0
MAX_PAUSE_SECONDS = 5.0
MAX_BACKOFF_SECONDS = 30.0
MAX_DOUBLINGS = 10
"""Both maximums are reached by then, and 2.0 ** 1024 overflows a float."""
MAX_RETRY_AFTER_SECONDS = 60
"""Rate limits are per minute. A longer wait is left to the caller, which may have better things to do."""
MAX_ASKED_SECONDS = 3600
PASSING = frozenset({408, 429, 500, 502, 503, 504})
NOT_DONE = frozenset({408, 429})

Failure = ParleyError | httpx.TransportError


def may_pass(failure: Failure, call: Call) -> bool:
    """
    Calls may be repeated: a GET changes nothing, a POST carries its key. A conditional change (If-Match) may have been
    made although its answer was lost, and a repeat would then be refused: it is repeated only when it certainly was
    not made.
    """
    if not isinstance(failure, ParleyError):
        return not call.changes_one_version
    passing = NOT_DONE if call.changes_one_version else PASSING
    return failure.status in passing or failure.code == "idempotency_key_in_use"


def may_pass_soon(failure: Failure, call: Call) -> bool:
    """The same, for one call."""
    return may_pass(failure, call) and asked_seconds(failure) <= MAX_RETRY_AFTER_SECONDS


def is_certainly_not_done(failure: Failure) -> bool:
    return isinstance(failure, ParleyError) and failure.status in NOT_DONE


def is_not_found(failure: Failure) -> bool:
    """Not what a gateway answers while the service is away."""
    return isinstance(failure, ParleyError) and failure.status == 404 and failure.problem is not None


def asked_seconds(failure: Failure) -> int:
    """How long the service asks the client to wait, an hour at most; 0 when it does not say."""
    asked = failure.retry_after_seconds if isinstance(failure, ParleyError) else None
    return min(asked or 0, MAX_ASKED_SECONDS)


def wait_seconds(failure: Failure, attempt: int) -> float:
    """Never before the time that the service names, plus a random delay, so that not all clients return at once."""
    backoff = min(FIRST_WAIT_SECONDS * 2.0 ** min(attempt, MAX_DOUBLINGS), MAX_BACKOFF_SECONDS)
    asked = asked_seconds(failure)
    return asked + backoff * random.random() if asked > 0 else backoff * (0.5 + random.random())


def pause_seconds(answer: httpx.Response, unheld_reads: int) -> float:
    """
    The pause after the nth consecutive read that was not held. Ignores ``Retry-After`` if the service confirms
    ``Prefer: wait``, since that header is for clients that poll.
    """
    own = min(MIN_PAUSE_SECONDS * 2.0 ** min(unheld_reads - 1, MAX_DOUBLINGS), MAX_PAUSE_SECONDS)
    ignores_prefer = "preference-applied" not in answer.headers
    asked = min(retry_after_of(answer) or 0, MAX_ASKED_SECONDS) if ignores_prefer else 0
    return max(asked, own)
