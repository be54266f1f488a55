from __future__ import annotations

import json
import math
import time
from email.utils import parsedate_to_datetime
from typing import Any, Literal, cast

import httpx

from .models import Problem, ProblemCode

ErrorCode = ProblemCode | Literal["unknown"] | str
"""The contract's codes, ``unknown`` when something else answered, and codes added later."""


class ParleyError(Exception):
    """The service refused, or its answer had an unknown form. Decide by ``code``."""

    status: int
    code: ErrorCode
    problem: Problem | None
    """The whole problem document, when the service sent one."""
    retry_after_seconds: int | None
    """How long the service asked the client to wait."""

    def __init__(self, status: int, problem: Problem | None, retry_after_seconds: int | None) -> None:
        super().__init__(
            f"{problem['title']}: {problem['detail']}"
            if problem
            else f"Something other than the service answered with status {status}. "
            "Check the address, and whether the service is running."
        )
        self.status = status
        self.code = problem["code"] if problem else "unknown"
        self.problem = problem
        self.retry_after_seconds = retry_after_seconds

    def __reduce__(self) -> tuple[type[ParleyError], tuple[int, Problem | None, int | None]]:
        """For pickle: an exception is made again from its message alone, unless it says otherwise."""
        return ParleyError, (self.status, self.problem, self.retry_after_seconds)


class WebhookVerificationError(Exception):
    """The call is not from the service, was changed in transit, or is too old. Answer with 400."""


def error_of(response: httpx.Response) -> ParleyError:
    """The error in a response that was not successful and whose body has been read."""
    is_problem = response.headers.get("content-type", "").startswith("application/problem+json")
    problem = _problem_in(response.content) if is_problem else None
    return ParleyError(response.status_code, problem, retry_after_of(response))


def json_of(response: httpx.Response) -> Any:
    """The body. Raises ParleyError when it is not JSON: something other than the service answered."""
    try:
        return json.loads(response.content)
    except ValueError:
        raise ParleyError(response.status_code, None, None) from None


def _problem_in(content: bytes) -> Problem | None:
    """None: not the service's, but a gateway's."""
    try:
        body = json.loads(content)
    except ValueError:
        return None
    if not isinstance(body, dict):
        return None
    is_own = all(isinstance(body.get(member), str) for member in ("code", "title", "detail"))
    return cast(Problem, body) if is_own else None


def retry_after_of(response: httpx.Response) -> int | None:
    """
    The Retry-After header in seconds. Some proxies send a date instead (RFC 9110, 10.2.3), by their own clock, which
    their Date header tells.
    """
    retry_after = response.headers.get("retry-after")
    if retry_after is None:
        return None
    if retry_after.isdecimal():
        return int(retry_after)
    at = _timestamp(retry_after)
    sent_at = _timestamp(response.headers.get("date", ""))
    return None if at is None else max(0, math.ceil(at - (time.time() if sent_at is None else sent_at)))


def _timestamp(http_date: str) -> float | None:
    try:
        return parsedate_to_datetime(http_date).timestamp()
    except ValueError:
        return None
