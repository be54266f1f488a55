from __future__ import annotations

import copy
import pickle

import pytest
from conftest import client

from parley_meetings import Parley, ParleyError


def test_a_meeting_has_links_and_results(parley: Parley) -> None:
    created = parley.meetings.create({"title": "By SDK", "schedule": None})
    ref = created["meetingRef"]
    assert parley.meetings.read(ref) == created
    link = parley.guest_links.create(ref, {"displayName": "Ana", "maxUses": 1})
    assert "#k=" in link["guestUrl"]
    parley.guest_links.revoke(ref, link["guestLinkRef"])
    read = parley.guest_links.read(ref, link["guestLinkRef"])
    assert (read["displayName"], read["revokedAt"] is None) == ("Ana", False)
    assert parley.guest_links.list(ref) == [read]
    assert parley.transcripts.read(ref)["status"] == "pending"
    assert parley.summaries.read(ref)["status"] == "pending"
    assert parley.meetings.lock(ref)["locked"]
    assert not parley.meetings.unlock(ref)["locked"]
    assert parley.participants.list(ref)["participants"] == []
    assert list(parley.participants.list_all(ref, state=["present", "left"])) == []
    assert parley.participants.list_as_csv(ref).startswith("participantRef,")
    assert parley.meetings.cancel(ref)["meetingState"] == "cancelled"
    assert parley.transcripts.read_as("text/vtt", ref) == "WEBVTT\n"


def test_what_the_service_refuses_raises_its_code(parley: Parley) -> None:
    ref = parley.meetings.create({"title": "Over"})["meetingRef"]
    parley.meetings.cancel(ref)
    with pytest.raises(ParleyError) as refused:
        parley.meetings.end(ref)
    error = refused.value
    assert (error.status, error.code) == (409, "invalid_state")
    assert error.problem is not None and error.problem["meetingState"] == "cancelled"
    with pytest.raises(ParleyError) as invalid:
        parley.meetings.create({"title": ""})
    assert invalid.value.problem is not None
    assert invalid.value.problem["errors"][0]["pointer"] == "#/title"


def test_a_refusal_reaches_another_process_as_it_is(parley: Parley) -> None:
    with pytest.raises(ParleyError) as refused:
        parley.meetings.read("mtg_x")
    for same in (pickle.loads(pickle.dumps(refused.value)), copy.copy(refused.value)):
        assert (str(same), vars(same)) == (str(refused.value), vars(refused.value))


def test_meetings_are_changed_with_the_version_that_was_read(parley: Parley) -> None:
    ref = parley.meetings.create({"title": "Before"})["meetingRef"]
    meeting, etag = parley.meetings.read_with_etag(ref)
    assert meeting["title"] == "Before"
    assert parley.meetings.update(ref, {"title": "After"}, if_match=etag)["title"] == "After"
    with pytest.raises(ParleyError) as refused:
        parley.meetings.update(ref, {"title": "Lost"}, if_match=etag)
    assert refused.value.code == "precondition_failed"


def test_lists_are_read_page_by_page_or_to_their_end() -> None:
    with client("PARLEY_LISTER_KEY") as parley:
        made = {
            parley.meetings.create({"title": title, "metadata": {"half": title}})["meetingRef"] for title in "abcde"
        }
        found = parley.meetings.list_all(page_size=2, meeting_state="created")
        assert {meeting["meetingRef"] for meeting in found} == made
        first = parley.meetings.list(page_size=3)
        second = parley.meetings.list(page_size=3, page_token=first["nextPageToken"])
        assert (len(first["meetings"]), len(second["meetings"]), second["nextPageToken"]) == (3, 2, None)
        filtered = parley.meetings.list(metadata={"half": "c"}, order="createdAt", meeting_state=["created", "ended"])
        assert [meeting["title"] for meeting in filtered["meetings"]] == ["c"]


def test_results_are_waited_for_exported_and_erased(parley: Parley) -> None:
    ref = parley.meetings.create({"title": "Erased"})["meetingRef"]
    with pytest.raises(TimeoutError):
        parley.transcripts.wait_for(ref, timeout=0.5)
    parley.meetings.cancel(ref)
    transcript = parley.transcripts.wait_for(ref, timeout=20)
    assert (transcript["status"], transcript["result"]) == ("available", "empty")
    assert parley.summaries.wait_for(ref, timeout=20)["reason"] == "meeting_cancelled"
    assert parley.meetings.export(ref).startswith(b"PK")
    parley.transcripts.erase(ref)
    parley.summaries.erase(ref)
    with pytest.raises(ParleyError) as gone:
        parley.summaries.wait_for(ref)
    assert gone.value.code == "content_expired"
    parley.meetings.delete(ref)


def test_the_key_tells_what_it_may_do(parley: Parley) -> None:
    assert "meetings:write" in parley.keys.read_own()["scopes"]


def test_a_given_key_makes_a_later_call_the_same_call(parley: Parley) -> None:
    calls = [parley.meetings.create({"title": "Keyed"}, idempotency_key="mine") for _ in range(2)]
    assert calls[0] == calls[1]


def test_a_given_key_that_is_empty_is_refused_and_not_replaced(parley: Parley) -> None:
    with pytest.raises(ParleyError) as refused:
        parley.meetings.create({"title": "Twice"}, idempotency_key="")
    assert refused.value.code == "idempotency_key_missing"


@pytest.mark.parametrize("meeting_ref", ["../../health/live", ".", "..", "%2e"])
def test_a_reference_cannot_leave_its_segment_of_the_path(parley: Parley, meeting_ref: str) -> None:
    with pytest.raises(ParleyError) as refused:
        parley.meetings.read(meeting_ref)
    assert refused.value.code == "meeting_not_found"


@pytest.mark.parametrize("guest_link_ref", [".", ".."])
def test_revoking_a_link_that_is_no_link_deletes_nothing_else(parley: Parley, guest_link_ref: str) -> None:
    ref = parley.meetings.create({"title": "Kept"})["meetingRef"]
    parley.meetings.cancel(ref)
    with pytest.raises(ParleyError) as refused:
        parley.guest_links.revoke(ref, guest_link_ref)
    assert refused.value.code == "guest_link_not_found"
    assert parley.meetings.read(ref)["title"] == "Kept"


def test_every_operation_on_webhooks_has_its_method(parley: Parley) -> None:
    created = parley.webhooks.create({"url": "https://93.184.216.34/hook"})
    ref = created["webhookRef"]
    assert [parley.webhooks.read(ref)] == parley.webhooks.list()
    assert parley.webhooks.rotate_secret(ref)["secret"] != created["secret"]
    first, second = parley.webhooks.test(ref)["deliveryRef"], parley.webhooks.test(ref)["deliveryRef"]
    assert len(parley.webhooks.list_deliveries(ref, page_size=1)["deliveries"]) == 1
    found = [delivery["deliveryRef"] for delivery in parley.webhooks.list_all_deliveries(ref, page_size=1)]
    assert found == [second, first]
    assert parley.webhooks.replay_delivery(ref, first)["status"] == "pending"
    assert parley.webhooks.update(ref, {"status": "disabled"})["status"] == "disabled"
    parley.webhooks.delete(ref)
    with pytest.raises(ParleyError) as gone:
        parley.webhooks.read(ref)
    assert gone.value.code == "webhook_not_found"
