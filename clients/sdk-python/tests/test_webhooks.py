"""What the service delivered is in PARLEY_WEBHOOK: {secret, headers, body}."""

from __future__ import annotations

import base64
import json
import os
import time
from email.message import Message

import pytest

from parley_meetings import WebhookVerificationError, verify_webhook

DELIVERED = json.loads(os.environ["PARLEY_WEBHOOK"])
SECRET: str = DELIVERED["secret"]
HEADERS: dict[str, str] = DELIVERED["headers"]
BODY: str = DELIVERED["body"]


def test_a_call_of_the_service_is_verified_and_read() -> None:
    call = verify_webhook(secret=SECRET, headers=HEADERS, body=BODY)
    assert call.id == HEADERS["webhook-id"]
    assert call.event["type"] == "meeting.state_changed"
    data = call.event["data"]
    known: tuple[str | None, str | None] = data.get("meetingRef"), data.get("participantRef")
    assert known == (json.loads(BODY)["data"]["meetingRef"], None)
    titled = {name.title(): value for name, value in HEADERS.items()}
    titled["Webhook-Signature"] = f"v1,AAAA v2,é {titled['Webhook-Signature']}"
    assert verify_webhook(secret=SECRET, headers=titled, body=BODY.encode()) == call
    assert verify_webhook(secret=f"{SECRET}\n", headers=message(HEADERS), body=BODY) == call


def test_a_body_that_a_framework_has_parsed_is_distinguished_from_a_call_that_is_not_genuine() -> None:
    with pytest.raises(TypeError, match="raw body"):
        verify_webhook(secret=SECRET, headers=HEADERS, body=json.loads(BODY))


@pytest.mark.parametrize(
    ("secret", "headers", "body"),
    [
        (f"whsec_{base64.b64encode(b'x' * 32).decode()}", {}, BODY),
        (SECRET, {}, f"{BODY} "),
        (SECRET, {"webhook-id": "evt_x"}, BODY),
        (SECRET, {"webhook-timestamp": "9" * 5_000}, BODY),
        (SECRET, {"webhook-signature": ""}, BODY),
        (SECRET, {"webhook-signature": "v1,%"}, BODY),
        (SECRET, {"webhook-signature": "v1,\udce9"}, BODY),
        (SECRET, {"webhook-id": "\udce9"}, BODY),
        (SECRET, {"webhook-timestamp": "1e3"}, BODY),
        (SECRET, {"webhook-timestamp": "\udce9"}, BODY),
    ],
)
def test_a_call_that_is_not_the_services_is_refused(secret: str, headers: dict[str, str], body: str) -> None:
    received = {**HEADERS, **headers}
    for given in (received, message(received)):
        with pytest.raises(WebhookVerificationError):
            verify_webhook(secret=secret, headers=given, body=body)


def test_an_old_call_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sent_at = int(HEADERS["webhook-timestamp"])
    monkeypatch.setattr(time, "time", lambda: sent_at + 299.0)
    verify_webhook(secret=SECRET, headers=HEADERS, body=BODY)
    monkeypatch.setattr(time, "time", lambda: sent_at + 301.0)
    with pytest.raises(WebhookVerificationError, match="too far away"):
        verify_webhook(secret=SECRET, headers=HEADERS, body=BODY)


def message(headers: dict[str, str]) -> Message:
    """The same, as the standard library parses them."""
    made = Message()
    for name, value in headers.items():
        made[name] = value
    return made
