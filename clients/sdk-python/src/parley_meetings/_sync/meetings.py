# Made by contract/generate.ts; do not edit.
from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from .._call import MERGE_PATCH, Call, QueryValue
from .._errors import json_of
from ..models import (
    CreateGuestLink,
    CreateMeeting,
    GuestLink,
    GuestLinkList,
    GuestLinkWithUrl,
    Meeting,
    MeetingList,
    MeetingState,
    NewMeeting,
    UpdateMeeting,
)
from .transport import Transport

MEETINGS = "/v1/meetings"
MEETING = "/v1/meetings/{}"
LINKS = "/v1/meetings/{}/guest-links"
LINK = "/v1/meetings/{}/guest-links/{}"


@dataclass(frozen=True)
class Meetings:
    _transport: Transport

    def create(self, body: CreateMeeting, *, idempotency_key: str | None = None) -> NewMeeting:
        """Also creates the links requested in ``guestLinks``."""
        call = Call("POST", MEETINGS, body=body, idempotency_key=idempotency_key)
        return self._transport.read(NewMeeting, call)

    def read(self, meeting_ref: str) -> Meeting:
        return self._transport.read(Meeting, Call("GET", MEETING, (meeting_ref,)))

    def read_with_etag(self, meeting_ref: str) -> tuple[Meeting, str]:
        """Also returns the ETag that ``update`` takes as ``if_match``."""
        answer = self._transport.send(Call("GET", MEETING, (meeting_ref,)))
        meeting: Meeting = json_of(answer)
        return meeting, answer.headers.get("etag", "")

    def list(
        self,
        *,
        meeting_state: MeetingState | Sequence[MeetingState] | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        start_at_from: str | None = None,
        start_at_to: str | None = None,
        metadata: Mapping[str, str] | None = None,
        order: Literal["createdAt", "-createdAt"] | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
    ) -> MeetingList:
        """One page, newest first unless ``order`` says otherwise. Times are RFC 3339 date-times."""
        query: dict[str, QueryValue] = {
            "meetingState": meeting_state,
            "createdAfter": created_after,
            "createdBefore": created_before,
            "startAtFrom": start_at_from,
            "startAtTo": start_at_to,
            "metadata": metadata,
            "order": order,
            "pageSize": page_size,
            "pageToken": page_token,
        }
        return self._transport.read(MeetingList, Call("GET", MEETINGS, query=query))

    def list_all(
        self,
        *,
        meeting_state: MeetingState | Sequence[MeetingState] | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        start_at_from: str | None = None,
        start_at_to: str | None = None,
        metadata: Mapping[str, str] | None = None,
        order: Literal["createdAt", "-createdAt"] | None = None,
        page_size: int | None = None,
    ) -> Iterator[Meeting]:
        """Every meeting, fetched page by page as you read."""
        token: str | None = None
        while True:
            page = self.list(
                meeting_state=meeting_state,
                created_after=created_after,
                created_before=created_before,
                start_at_from=start_at_from,
                start_at_to=start_at_to,
                metadata=metadata,
                order=order,
                page_size=page_size,
                page_token=token,
            )
            for meeting in page["meetings"]:
                yield meeting
            token = page["nextPageToken"]
            if token is None:
                return

    def update(self, meeting_ref: str, body: UpdateMeeting, *, if_match: str | None = None) -> Meeting:
        """Before the meeting begins; metadata at any time. With ``if_match``, only if it has not changed since."""
        headers = {"content-type": MERGE_PATCH, **({"if-match": if_match} if if_match is not None else {})}
        return self._transport.read(Meeting, Call("PATCH", MEETING, (meeting_ref,), body=body, headers=headers))

    def export(self, meeting_ref: str) -> bytes:
        """Everything about a finished meeting, as a ZIP file."""
        headers = {"accept": "application/zip"}
        answer = self._transport.send(Call("GET", f"{MEETING}/export", (meeting_ref,), headers=headers))
        return answer.content

    def delete(self, meeting_ref: str) -> None:
        """Deletes a finished meeting and everything that belongs to it."""
        self._transport.send(Call("DELETE", MEETING, (meeting_ref,)))

    def end(self, meeting_ref: str, *, idempotency_key: str | None = None) -> Meeting:
        return self._post("end", meeting_ref, idempotency_key)

    def cancel(self, meeting_ref: str, *, idempotency_key: str | None = None) -> Meeting:
        return self._post("cancel", meeting_ref, idempotency_key)

    def lock(self, meeting_ref: str, *, idempotency_key: str | None = None) -> Meeting:
        """Lets nobody new in. Those inside may reconnect."""
        return self._post("lock", meeting_ref, idempotency_key)

    def unlock(self, meeting_ref: str, *, idempotency_key: str | None = None) -> Meeting:
        return self._post("unlock", meeting_ref, idempotency_key)

    def mute_all(self, meeting_ref: str, *, idempotency_key: str | None = None) -> Meeting:
        """Mutes every microphone once; people may unmute."""
        return self._post("mute-all", meeting_ref, idempotency_key)

    def admit_all(self, meeting_ref: str, *, idempotency_key: str | None = None) -> Meeting:
        """Admits everyone who is waiting, until the meeting is full."""
        return self._post("admit-all", meeting_ref, idempotency_key)

    def _post(self, verb: str, meeting_ref: str, idempotency_key: str | None) -> Meeting:
        call = Call("POST", f"{MEETING}/{verb}", (meeting_ref,), idempotency_key=idempotency_key)
        return self._transport.read(Meeting, call)


@dataclass(frozen=True)
class GuestLinks:
    _transport: Transport

    def create(
        self, meeting_ref: str, link: CreateGuestLink | None = None, *, idempotency_key: str | None = None
    ) -> GuestLinkWithUrl:
        call = Call("POST", LINKS, (meeting_ref,), body=link, idempotency_key=idempotency_key)
        return self._transport.read(GuestLinkWithUrl, call)

    def list(self, meeting_ref: str) -> builtins.list[GuestLink]:
        return (self._transport.read(GuestLinkList, Call("GET", LINKS, (meeting_ref,))))["guestLinks"]

    def read(self, meeting_ref: str, guest_link_ref: str) -> GuestLink:
        return self._transport.read(GuestLink, Call("GET", LINK, (meeting_ref, guest_link_ref)))

    def revoke(self, meeting_ref: str, guest_link_ref: str) -> None:
        """Also removes the people who joined through it, and keeps them out."""
        self._transport.send(Call("DELETE", LINK, (meeting_ref, guest_link_ref)))
