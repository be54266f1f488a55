from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal, cast

from .._call import Call
from .._streamed import LiveWords
from ..models import Summary, Transcript
from .transport import AsyncTransport

TRANSCRIPT = "/v1/meetings/{}/transcript"
SUMMARY = "/v1/meetings/{}/summary"

TranscriptMediaType = Literal["text/vtt", "text/plain", "application/x-subrip"]
"""The media types besides JSON in which an available transcript can be read."""


@dataclass(frozen=True)
class AsyncTranscripts:
    _transport: AsyncTransport

    async def read(self, meeting_ref: str) -> Transcript:
        return await self._transport.read(Transcript, Call("GET", TRANSCRIPT, (meeting_ref,)))

    async def read_as(self, media_type: TranscriptMediaType, meeting_ref: str) -> str:
        headers = {"accept": media_type}
        return (await self._transport.send(Call("GET", TRANSCRIPT, (meeting_ref,), headers=headers))).text

    async def wait_for(self, meeting_ref: str, *, timeout: float | None = None) -> Transcript:
        """
        The transcript as soon as it is available. The service holds the request, so nobody polls.
        Raises TimeoutError after ``timeout`` seconds.
        """
        call = Call("GET", TRANSCRIPT, (meeting_ref,))
        return await self._transport.wait_until_available(Transcript, call, timeout)

    async def live(
        self, meeting_ref: str, *, interim: bool = False, last_event_id: str | None = None
    ) -> AsyncGenerator[LiveWords, None]:
        """
        What is said, as soon as it is final. Ends with the meeting; reconnects when the connection breaks.
        """
        query = {"interim": "true" if interim else None}
        call = Call("GET", f"{TRANSCRIPT}/live", (meeting_ref,), query=query)
        async with aclosing(self._transport.frames(call, last_event_id)) as frames:
            async for frame in frames:
                content = json.loads(frame.data)
                if frame.name == "end" and content["reason"] in ("meeting_over", "content_expired"):
                    return
                if frame.name in ("segment", "gap"):
                    yield cast(LiveWords, {"kind": frame.name, "id": frame.id or "", **content})
                if frame.name in ("interim", "consent"):
                    yield cast(LiveWords, {"kind": frame.name, **content})

    async def erase(self, meeting_ref: str) -> None:
        """Deletes it permanently."""
        await self._transport.send(Call("DELETE", TRANSCRIPT, (meeting_ref,)))


@dataclass(frozen=True)
class AsyncSummaries:
    _transport: AsyncTransport

    async def read(self, meeting_ref: str) -> Summary:
        return await self._transport.read(Summary, Call("GET", SUMMARY, (meeting_ref,)))

    async def wait_for(self, meeting_ref: str, *, timeout: float | None = None) -> Summary:
        """The summary as soon as it is available. Raises TimeoutError after ``timeout`` seconds."""
        call = Call("GET", SUMMARY, (meeting_ref,))
        return await self._transport.wait_until_available(Summary, call, timeout)

    async def erase(self, meeting_ref: str) -> None:
        """Deletes it permanently."""
        await self._transport.send(Call("DELETE", SUMMARY, (meeting_ref,)))
