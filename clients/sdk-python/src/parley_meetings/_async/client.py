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
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """
        ``base_url`` is such as https://meet.example.org. ``timeout`` is how many seconds an attempt may take to
        connect, and then to receive the next part of the answer. If you pass an ``http_client``, you close it. Raises
        ValueError if the options cannot be used.
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
