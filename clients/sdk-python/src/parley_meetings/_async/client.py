from __future__ import annotations

from types import TracebackType

import httpx

from .meetings import AsyncGuestLinks, AsyncMeetings
from .participants import AsyncMediaTokens, AsyncParticipants
from .results import AsyncSummaries, AsyncTranscripts
from .transport import AsyncTransport
from .webhooks import AsyncEvents, AsyncKeys, AsyncWebhooks


class AsyncParley:
    """
    A client for one service and one API key. Every POST carries an Idempotency-Key, its own unless one is given, and
    is repeated with that key when the network or the service fails for a moment. What the service refuses raises
    ParleyError; what never got an answer raises httpx.TransportError.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        max_retries: int = 3,
        timeout: float = 30.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """
        ``base_url`` such as https://meet.example.org; ``timeout`` in seconds, for each attempt. Close an
        ``http_client`` of your own yourself.
        """
        self._transport = AsyncTransport(
            base_url=base_url, api_key=api_key, max_retries=max_retries, timeout=timeout, http_client=http_client
        )
        self.meetings = AsyncMeetings(self._transport)
        self.guest_links = AsyncGuestLinks(self._transport)
        self.media_tokens = AsyncMediaTokens(self._transport)
        self.participants = AsyncParticipants(self._transport)
        self.transcripts = AsyncTranscripts(self._transport)
        self.summaries = AsyncSummaries(self._transport)
        self.keys = AsyncKeys(self._transport)
        self.webhooks = AsyncWebhooks(self._transport)
        self.events = AsyncEvents(self._transport)

    async def aclose(self) -> None:
        await self._transport.aclose()

    async def __aenter__(self) -> AsyncParley:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()
