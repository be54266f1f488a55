"""The client for a Parley service: ``Parley``, and ``AsyncParley`` for programs with an event loop."""

from . import models
from ._async.client import AsyncParley
from ._errors import ErrorCode, ParleyError, WebhookVerificationError
from ._streamed import AnsweredConsent, LiveWords, SpokenGap, SpokenInterim, SpokenSegment, StreamedEvent
from ._sync.client import Parley
from ._version import VERSION as __version__
from ._webhooks import WebhookCall, WebhookTestEvent, verify_webhook

__all__ = [
    "AnsweredConsent",
    "AsyncParley",
    "ErrorCode",
    "LiveWords",
    "Parley",
    "ParleyError",
    "SpokenGap",
    "SpokenInterim",
    "SpokenSegment",
    "StreamedEvent",
    "WebhookCall",
    "WebhookTestEvent",
    "WebhookVerificationError",
    "__version__",
    "models",
    "verify_webhook",
]
