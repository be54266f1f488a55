# Made by contract/generate.ts; do not edit.
from __future__ import annotations

from types import TracebackType

import httpx

from .meetings import GuestLinks, Meetings
from .participants import MediaTokens, Participants
from .results import Summaries, Transcripts
from .transport import Transport
from .webhooks import Events, Keys, Webhooks


class Parley:
    """
    A client for one service and one API key. Every POST carries an Idempotency-Key, a fresh one unless you give one,
    and is repeated with that key after a temporary failure of the network or the service. A call that the service
    refuses raises ParleyError; a call without an answer raises httpx.TransportError.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        max_retries: int = 3,
        timeout: float = 30.0,
        http_client: httpx.Client | None = None,
    ) -> None:
        """
        ``base_url`` is such as https://meet.example.org. ``timeout`` is how many seconds an attempt may take to
        connect, and then to receive the next part of the answer. If you pass an ``http_client``, you close it. Raises
        ValueError if the options cannot be used.
        """
        self._transport = Transport(
            base_url=base_url, api_key=api_key, max_retries=max_retries, timeout=timeout, http_client=http_client
        )
        self.meetings = Meetings(self._transport)
        self.guest_links = GuestLinks(self._transport)
        self.media_tokens = MediaTokens(self._transport)
        self.participants = Participants(self._transport)
        self.transcripts = Transcripts(self._transport)
        self.summaries = Summaries(self._transport)
        self.keys = Keys(self._transport)
        self.webhooks = Webhooks(self._transport)
        self.events = Events(self._transport)

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> Parley:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
