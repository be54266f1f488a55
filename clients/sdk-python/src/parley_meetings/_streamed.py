"""What the streams yield."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .models import Event, LiveConsent, LiveGap, LiveInterim, LiveSegment


@dataclass(frozen=True)
class StreamedEvent:
    """``id`` is what ``last_event_id`` takes."""

    id: str
    event: Event


class SpokenSegment(LiveSegment):
    """What a person said."""

    kind: Literal["segment"]
    id: str


class SpokenGap(LiveGap):
    """Speech for which there are no words."""

    kind: Literal["gap"]
    id: str


class SpokenInterim(LiveInterim):
    """What a person is saying. A later one replaces it. Has no id."""

    kind: Literal["interim"]


class AnsweredConsent(LiveConsent):
    """What a person answered about being transcribed. Has no id."""

    kind: Literal["consent"]


LiveWords = SpokenSegment | SpokenGap | SpokenInterim | AnsweredConsent
