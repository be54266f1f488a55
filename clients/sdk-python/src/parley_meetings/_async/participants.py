from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from .._call import Call, QueryValue
from ..models import (
    CreateMediaToken,
    MediaToken,
    MuteParticipant,
    Participant,
    ParticipantList,
    ParticipantStateChoice,
    RemoveParticipant,
)
from .transport import AsyncTransport

PARTICIPANTS = "/v1/meetings/{}/participants"
PARTICIPANT = "/v1/meetings/{}/participants/{}"


@dataclass(frozen=True)
class AsyncMediaTokens:
    _transport: AsyncTransport

    async def create(
        self, meeting_ref: str, body: CreateMediaToken, *, idempotency_key: str | None = None
    ) -> MediaToken:
        """Lets your own client join with a LiveKit SDK."""
        path = "/v1/meetings/{}/media-tokens"
        call = Call("POST", path, (meeting_ref,), body=body, idempotency_key=idempotency_key)
        return await self._transport.read(MediaToken, call)


@dataclass(frozen=True)
class AsyncParticipants:
    _transport: AsyncTransport

    async def list(
        self,
        meeting_ref: str,
        *,
        state: ParticipantStateChoice | Sequence[ParticipantStateChoice] | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
    ) -> ParticipantList:
        """One page, in the order in which they asked to join."""
        query: dict[str, QueryValue] = {"state": state, "pageSize": page_size, "pageToken": page_token}
        return await self._transport.read(ParticipantList, Call("GET", PARTICIPANTS, (meeting_ref,), query=query))

    async def list_all(
        self,
        meeting_ref: str,
        *,
        state: ParticipantStateChoice | Sequence[ParticipantStateChoice] | None = None,
        page_size: int | None = None,
    ) -> AsyncIterator[Participant]:
        """Every participant, fetched page by page as you read."""
        token: str | None = None
        while True:
            page = await self.list(meeting_ref, state=state, page_size=page_size, page_token=token)
            for participant in page["participants"]:
                yield participant
            token = page["nextPageToken"]
            if token is None:
                return

    async def list_as_csv(self, meeting_ref: str) -> str:
        """One line per visit."""
        headers = {"accept": "text/csv"}
        return (await self._transport.send(Call("GET", PARTICIPANTS, (meeting_ref,), headers=headers))).text

    async def read(self, meeting_ref: str, participant_ref: str) -> Participant:
        return await self._transport.read(Participant, Call("GET", PARTICIPANT, (meeting_ref, participant_ref)))

    async def remove(
        self,
        meeting_ref: str,
        participant_ref: str,
        body: RemoveParticipant | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Participant:
        """
        Permanent; with ``mayReturn``, the same browser tab may join again as a newcomer. With ``revokeLink``, nobody
        can join through the link any more.
        """
        refs = (meeting_ref, participant_ref)
        call = Call("POST", f"{PARTICIPANT}/remove", refs, body=body, idempotency_key=idempotency_key)
        return await self._transport.read(Participant, call)

    async def mute(
        self,
        meeting_ref: str,
        participant_ref: str,
        body: MuteParticipant | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Participant:
        """The participant may unmute, unless ``lock``."""
        refs = (meeting_ref, participant_ref)
        call = Call("POST", f"{PARTICIPANT}/mute", refs, body=body, idempotency_key=idempotency_key)
        return await self._transport.read(Participant, call)

    async def admit(
        self, meeting_ref: str, participant_ref: str, *, idempotency_key: str | None = None
    ) -> Participant:
        """Lets in a person who is waiting."""
        return await self._post("admit", (meeting_ref, participant_ref), idempotency_key)

    async def refuse(
        self, meeting_ref: str, participant_ref: str, *, idempotency_key: str | None = None
    ) -> Participant:
        """Final: the person waiting is told."""
        return await self._post("refuse", (meeting_ref, participant_ref), idempotency_key)

    async def make_host(
        self, meeting_ref: str, participant_ref: str, *, idempotency_key: str | None = None
    ) -> Participant:
        """A host may admit, mute and remove others."""
        return await self._post("make-host", (meeting_ref, participant_ref), idempotency_key)

    async def make_guest(
        self, meeting_ref: str, participant_ref: str, *, idempotency_key: str | None = None
    ) -> Participant:
        """Takes away the rights of a host."""
        return await self._post("make-guest", (meeting_ref, participant_ref), idempotency_key)

    async def unlock_media(
        self, meeting_ref: str, participant_ref: str, *, idempotency_key: str | None = None
    ) -> Participant:
        """Undoes every ``mute`` with ``lock``."""
        return await self._post("unlock-media", (meeting_ref, participant_ref), idempotency_key)

    async def lower_hand(
        self, meeting_ref: str, participant_ref: str, *, idempotency_key: str | None = None
    ) -> Participant:
        """The participant may raise it again."""
        return await self._post("lower-hand", (meeting_ref, participant_ref), idempotency_key)

    async def _post(self, verb: str, refs: tuple[str, str], idempotency_key: str | None) -> Participant:
        call = Call("POST", f"{PARTICIPANT}/{verb}", refs, idempotency_key=idempotency_key)
        return await self._transport.read(Participant, call)
