from __future__ import annotations

import asyncio
import os
from contextlib import aclosing, closing

import httpx
import pytest
from conftest import client
from faults import Breaking, Faulty, problem, streamed, through

from parley_meetings import AsyncParley, Parley, ParleyError, StreamedEvent


def cancel_one(parley: Parley) -> None:
    parley.meetings.cancel(parley.meetings.create({"title": "Cancelled"})["meetingRef"])


def test_the_stream_of_events_outlives_an_outage_without_a_gap_and_without_a_repetition() -> None:
    breaking = Breaking()
    got: list[StreamedEvent] = []
    with client("PARLEY_STREAM_KEY") as parley:
        cancel_one(parley)
        with closing(through(breaking, "PARLEY_STREAM_KEY", max_retries=0).events.stream(last_event_id="0")) as stream:
            for event in stream:
                got.append(event)
                if len(got) == 3:
                    cancel_one(parley)
                if len(got) == 6:
                    break
    assert [event.id for event in got] == ["1", "2", "3", "4", "5", "6"]
    assert got[0].event["type"] == "meeting.state_changed"
    assert got[0].event["data"]["meetingState"] == "cancelled"
    assert breaking.connections == 3


def test_a_stream_that_is_refused_for_good_raises() -> None:
    with client("PARLEY_READER_KEY") as parley, pytest.raises(ParleyError) as refused:
        next(parley.events.stream())
    assert (refused.value.status, refused.value.code) == (403, "insufficient_scope")


@pytest.mark.parametrize("retries", [0, 2])
def test_a_stream_of_a_service_that_is_never_reached_raises_after_its_retries(
    monkeypatch: pytest.MonkeyPatch, retries: int
) -> None:
    monkeypatch.setattr("parley_meetings._sync.transport.sleep", lambda _: None)
    asked: list[httpx.URL] = []

    def away(request: httpx.Request) -> httpx.Response:
        asked.append(request.url)
        # Ends the test if the client asks for ever.
        raise httpx.ConnectError("refused") if len(asked) < 9 else AssertionError("asked too often")

    parley = through(httpx.MockTransport(away), max_retries=retries)
    for stream in (parley.events.stream(), parley.transcripts.live("mtg_x")):
        asked.clear()
        with pytest.raises(httpx.ConnectError):
            next(stream)
        assert len(asked) == retries + 1


@pytest.mark.parametrize("answer", [httpx.Response(502), httpx.Response(200, html="<html>\n\n</html>")])
def test_a_stream_whose_address_leads_to_no_service_raises(answer: httpx.Response) -> None:
    parley = through(httpx.MockTransport(lambda _: answer), max_retries=0)
    for stream in (parley.events.stream(), parley.transcripts.live("mtg_x")):
        with pytest.raises(ParleyError) as refused:
            next(stream)
        assert (refused.value.status, refused.value.code) == (answer.status_code, "unknown")


def test_a_stream_that_meets_a_rate_limit_waits_until_it_may_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("parley_meetings._sync.transport.sleep", waited.append)
    limited = problem(429, "rate_limited", {"retry-after": "37"})
    faulty = Faulty(answers=[limited, limited, streamed('id: 1\ndata: {}\n\n')])
    first = next(through(faulty, max_retries=0).events.stream())
    assert first == StreamedEvent("1", {})  # type: ignore[typeddict-item]
    assert waited == [37, 37]


def test_a_stream_goes_on_when_a_gateway_answers_a_reconnect_with_408(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parley_meetings._sync.transport.sleep", lambda _: None)
    answers = [streamed("id: 1\ndata: {}\n\n"), httpx.Response(408), streamed("id: 2\ndata: {}\n\n")]
    with closing(through(Faulty(answers=answers)).events.stream()) as stream:
        assert [next(stream).id, next(stream).id] == ["1", "2"]


def test_live_words_are_told_apart_and_end_with_the_meeting() -> None:
    words = (
        'id: 1\nevent: segment\ndata: {"text":"Good morning"}\n\n: ping\n\n'
        'event: interim\ndata: {"text":"How"}\n\nid: 2\nevent: gap\ndata: {"reason":"audio_lost"}\n\n'
    )
    ends = 'id: 3\nevent: end\ndata: {"reason":"meeting_over"}\n\n'
    faulty = Faulty(answers=[streamed(words), streamed(ends)])
    heard = list(through(faulty).transcripts.live("mtg_x", interim=True))
    assert [word["kind"] for word in heard] == ["segment", "interim", "gap"]
    assert faulty.requests[0].url.query == b"interim=true"
    assert faulty.requests[1].headers["last-event-id"] == "2"


def test_live_words_of_no_meeting_are_refused(parley: Parley) -> None:
    with pytest.raises(ParleyError) as refused:
        list(parley.transcripts.live("mtg_x"))
    assert refused.value.code == "meeting_not_found"


def test_the_asynchronous_client_does_the_same() -> None:
    async def walk() -> None:
        async with AsyncParley(base_url=os.environ["PARLEY_URL"], api_key=os.environ["PARLEY_ASYNC_KEY"]) as parley:
            ref = (await parley.meetings.create({"title": "Asynchronous"}))["meetingRef"]
            waiting = asyncio.create_task(parley.transcripts.wait_for(ref, timeout=20))
            assert "#k=" in (await parley.guest_links.create(ref))["guestUrl"]
            await parley.meetings.cancel(ref)
            assert (await waiting)["reason"] == "meeting_cancelled"
            assert [meeting["meetingRef"] async for meeting in parley.meetings.list_all(page_size=1)] == [ref]
            async with aclosing(parley.events.stream(last_event_id="0")) as stream:
                first = await anext(stream)
            assert first.event["data"]["meetingRef"] == ref
            with pytest.raises(ParleyError) as refused:
                await parley.meetings.end(ref)
            assert refused.value.code == "invalid_state"

    asyncio.run(walk())


def test_a_call_of_the_asynchronous_client_ends_when_its_task_is_cancelled() -> None:
    asked = asyncio.Event()

    async def away(request: httpx.Request) -> httpx.Response:
        asked.set()
        return problem(503, "unavailable", {"retry-after": "60"})

    async def give_up() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(away))
        parley = AsyncParley(base_url="http://127.0.0.1", api_key="key", http_client=http)
        call = asyncio.create_task(parley.meetings.read("x"))
        await asked.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    asyncio.run(give_up())
