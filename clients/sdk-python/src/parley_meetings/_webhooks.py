"""Verifies webhooks according to Standard Webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import Literal, NoReturn, TypedDict, cast

from ._errors import WebhookVerificationError
from .models import Event

TOLERANCE_SECONDS = 300
MAX_TIMESTAMP_DIGITS = 15
_PREFIX = "whsec_"


class _WebhookTestData(TypedDict):
    webhookRef: str


class WebhookTestData(_WebhookTestData, total=False):
    """Has none of these, which other events have: ``data.get("meetingRef")`` is None."""

    meetingRef: NoReturn
    meetingState: NoReturn
    participantRef: NoReturn
    role: NoReturn
    state: NoReturn
    durationMs: NoReturn
    reason: NoReturn


class WebhookTestEvent(TypedDict):
    """What ``webhooks.test`` sends."""

    eventRef: str
    type: Literal["webhook.test"]
    timestamp: str
    data: WebhookTestData


@dataclass(frozen=True)
class WebhookCall:
    """``id`` is the same for every attempt and replay: store it, and ignore a call that repeats one."""

    id: str
    event: Event | WebhookTestEvent


def verify_webhook(
    *, secret: str, headers: Mapping[str, str] | Message, body: bytes | str, tolerance_seconds: int = TOLERANCE_SECONDS
) -> WebhookCall:
    """
    The event of a call to your server. ``body`` is the raw body as received, not what a framework parsed.
    Raises WebhookVerificationError.
    """
    named = {name.lower(): value for name, value in headers.items()}
    call_id = _header(named, "webhook-id")
    timestamp = _header(named, "webhook-timestamp")
    signatures = _header(named, "webhook-signature").split(" ")
    is_time = timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= MAX_TIMESTAMP_DIGITS
    if not is_time or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The timestamp of the call is too far away from now")
    if not isinstance(body, bytes | bytearray | str):
        raise TypeError("body is not the raw body: a string or bytes, not what a framework parsed")
    content = body.encode() if isinstance(body, str) else body
    # What is not UTF-8 in a header may be a lone surrogate, which cannot be encoded.
    signed = f"{call_id}.{timestamp}.".encode(errors="replace") + content
    mac = hmac.new(_key(secret), signed, hashlib.sha256)
    expected = b"v1," + base64.b64encode(mac.digest())
    if not any([hmac.compare_digest(signature.encode(errors="replace"), expected) for signature in signatures]):
        raise WebhookVerificationError("No signature matches")
    return WebhookCall(call_id, cast("Event | WebhookTestEvent", json.loads(content)))


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"The header {name} is missing")
    # A Message gives an object instead of a string for a value that is not ASCII.
    return str(value)


def _key(secret: str) -> bytes:
    try:
        # Without the white space of a file around it.
        key = base64.b64decode(secret.strip().removeprefix(_PREFIX), validate=True)
    except binascii.Error:
        key = b""
    if key == b"":
        raise ValueError("secret is not whsec_ and base64")
    return key
