from __future__ import annotations

import time
from email.utils import formatdate

import httpx
import pytest
from faults import Clock, Faulty, Restarting, problem, through

from parley_meetings import Parley, ParleyError
from parley_meetings._retries import pause_seconds, wait_seconds


def test_lost_answers_are_asked_for_again_with_the_same_key(parley: Parley) -> None:
    faulty = Faulty(lost=2)
    title = f"Lost twice {time.time_ns()}"
    made = through(faulty).meetings.create({"title": title})
    assert (len(faulty.keys), len(set(faulty.keys))) == (3, 1)
    same = [meeting["meetingRef"] for meeting in parley.meetings.list_all() if meeting["title"] == title]
    assert same == [made["meetingRef"]]


def test_a_service_that_fails_or_is_away_for_a_moment_is_asked_again() -> None:
    answers = [problem(500, "internal_error"), httpx.Response(503), httpx.Response(429, headers={"retry-after": "0"})]
    faulty = Faulty(answers=answers)
    assert through(faulty).meetings.create({"title": "In the end"})["title"] == "In the end"
    assert (len(faulty.keys), len(set(faulty.keys))) == (4, 1)


def test_the_time_that_the_service_names_is_waited() -> None:
    faulty = Faulty(answers=[problem(503, "unavailable", {"retry-after": "1"})])
    asked_at = time.monotonic()
    through(faulty).meetings.list()
    assert time.monotonic() - asked_at >= 1


@pytest.mark.parametrize("retry_after", ["61", formatdate(time.time() + 3600, usegmt=True)])
def test_a_service_that_asks_for_more_time_than_a_call_may_take_is_not_asked_again(retry_after: str) -> None:
    faulty = Faulty(answers=[problem(503, "unavailable", {"retry-after": retry_after})])
    with pytest.raises(ParleyError) as refused:
        through(faulty).meetings.read("x")
    assert (refused.value.code, len(faulty.requests)) == ("unavailable", 1)
    assert (refused.value.retry_after_seconds or 0) > 60


@pytest.mark.parametrize("off", [-7200, 7200])
def test_a_date_to_wait_for_counts_by_the_clock_of_who_sent_it(off: int) -> None:
    now = time.time() + off
    headers = {"date": formatdate(now, usegmt=True), "retry-after": formatdate(now + 90, usegmt=True)}
    faulty = Faulty(answers=[problem(503, "unavailable", headers)])
    with pytest.raises(ParleyError) as refused:
        through(faulty).meetings.read("x")
    assert refused.value.retry_after_seconds == 90


def test_a_refusal_is_not_repeated() -> None:
    faulty = Faulty()
    with pytest.raises(ParleyError):
        through(faulty).meetings.create({"title": ""})
    assert len(faulty.requests) == 1


def test_a_change_to_one_version_is_not_repeated_when_its_answer_was_lost(parley: Parley) -> None:
    ref = parley.meetings.create({"title": "Before"})["meetingRef"]
    faulty = Faulty(lost=1)
    with pytest.raises(httpx.ReadError):
        through(faulty).meetings.update(ref, {"title": "After"}, if_match='"1-json"')
    assert (len(faulty.requests), parley.meetings.read(ref)["title"]) == (1, "After")


def test_a_deletion_whose_answer_was_lost_is_done(parley: Parley) -> None:
    ref = parley.webhooks.create({"url": "https://93.184.216.34/hook"})["webhookRef"]
    faulty = Faulty(lost=1)
    through(faulty).webhooks.delete(ref)
    assert len(faulty.requests) == 2
    with pytest.raises(ParleyError):
        parley.webhooks.delete(ref)


def test_a_deletion_is_not_taken_for_done_when_a_gateway_finds_nothing_while_the_service_is_away() -> None:
    faulty = Faulty(answers=[httpx.Response(503), httpx.Response(404, html="<html>")])
    with pytest.raises(ParleyError) as refused:
        through(faulty).webhooks.delete("wh_x")
    assert (refused.value.status, refused.value.code) == (404, "unknown")


def test_retries_end() -> None:
    faulty = Faulty(lost=9)
    with pytest.raises(httpx.ReadError):
        through(faulty, max_retries=1).meetings.read("x")
    assert len(faulty.requests) == 2


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html", "<html>"),
        ("application/problem+json", "<html>"),
        ("application/problem+json", "[]"),
        ("application/problem+json", "null"),
        ("application/problem+json", '{"title":"Not Found","status":404}'),
        ("application/problem+json", '{"code":"gone","title":404,"detail":null}'),
    ],
)
def test_an_answer_that_is_not_the_services_own_is_an_error_too(kind: str, body: str) -> None:
    faulty = Faulty(answers=[httpx.Response(404, headers={"content-type": kind}, text=body)])
    with pytest.raises(ParleyError) as refused:
        through(faulty).meetings.read("x")
    assert (refused.value.status, refused.value.code, refused.value.problem) == (404, "unknown", None)
    assert str(refused.value).startswith("Something other than the service answered with status 404. Check")


def test_waiting_goes_on_when_the_service_holds_as_many_reads_as_it_may(parley: Parley) -> None:
    ref = parley.meetings.create({"title": "One too many"})["meetingRef"]
    parley.meetings.cancel(ref)
    faulty = Faulty(answers=[problem(429, "rate_limited", {"retry-after": "0"})])
    waited = through(faulty, max_retries=0).transcripts.wait_for(ref)
    assert (waited["status"], len(faulty.requests)) == ("available", 2)
    assert faulty.requests[0].headers["prefer"] == "wait=20"


def test_waiting_goes_on_when_the_service_restarts_after_a_first_answer(parley: Parley) -> None:
    ref = parley.meetings.create({"title": "During an upgrade"})["meetingRef"]
    faulty = Restarting(lambda: parley.meetings.cancel(ref))
    waited = through(faulty, max_retries=0).transcripts.wait_for(ref)
    assert (waited["status"], len(faulty.requests)) == ("available", 3)


def test_waiting_goes_on_after_a_first_answer_however_long_a_proxy_asks_it_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    away = httpx.Response(503, headers={"retry-after": "1800"})
    answers = [httpx.Response(200, json={"status": "pending"}), away, httpx.Response(200, json={"status": "available"})]
    waited = through(Faulty(answers=answers)).transcripts.wait_for("mtg_x")
    assert (waited["status"], clock.now >= 1800) == ("available", True)


def test_waiting_fails_at_once_when_the_service_cannot_be_reached_at_the_beginning() -> None:
    faulty = Faulty(lost=9)
    with pytest.raises(httpx.ReadError):
        through(faulty, max_retries=0).transcripts.wait_for("mtg_x")
    assert len(faulty.requests) == 1


@pytest.mark.parametrize("retries", [0, 3])
def test_waiting_ends_at_its_timeout_when_the_service_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, retries: int
) -> None:
    clock = Clock(monkeypatch)
    silent = through(httpx.MockTransport(clock.never_answer), max_retries=retries)
    with pytest.raises(TimeoutError):
        silent.transcripts.wait_for("mtg_x", timeout=25)
    assert clock.now == pytest.approx(25)


def test_waiting_ends_at_its_timeout_when_the_service_asks_for_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    faulty = Faulty(answers=[problem(503, "unavailable", {"retry-after": "60"})] * 4)
    with pytest.raises(TimeoutError):
        through(faulty).transcripts.wait_for("mtg_x", timeout=25)
    assert clock.now == pytest.approx(25)


def test_the_service_is_not_asked_to_hold_a_read_for_longer_than_the_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    asked: list[str] = []

    def unchanged(request: httpx.Request) -> httpx.Response:
        asked.append(request.headers["prefer"])
        clock.wait(2)
        return httpx.Response(304, headers={"preference-applied": asked[-1]})

    with pytest.raises(TimeoutError):
        through(httpx.MockTransport(unchanged)).transcripts.wait_for("mtg_x", timeout=5)
    assert asked == ["wait=5", "wait=3", "wait=1"]


def pending(headers: dict[str, str] | None = None) -> httpx.Response:
    return httpx.Response(200, headers=headers, json={"status": "pending"})


@pytest.mark.parametrize(
    "immediate",
    [
        httpx.Response(304),
        httpx.Response(304, headers={"preference-applied": "wait=20"}),
        pending(),
    ],
    ids=["304", "304 that claims to be held", "200 without ETag"],
)
def test_waiting_polls_less_and_less_often_if_the_service_does_not_hold_reads(
    monkeypatch: pytest.MonkeyPatch, immediate: httpx.Response
) -> None:
    asked = [0, 1, 3, 7, 12, 17, 22, 27, 32, 37, 42, 47, 52, 57, 62, 67, 72, 77, 82, 87]
    assert asked_within_90_seconds(Clock(monkeypatch), immediate) == asked


def test_waiting_reads_again_at_once_after_a_held_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_within_90_seconds(Clock(monkeypatch), pending(), held_for=20) == [0, 20, 40, 60, 80]


def test_waiting_pauses_for_retry_after_except_after_a_first_read_that_returned_an_etag(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    polled = {"retry-after": "30"}
    assert asked_within_90_seconds(Clock(monkeypatch), pending(polled)) == [0, 30, 60]
    assert asked_within_90_seconds(Clock(monkeypatch), pending({**polled, "etag": '"1"'})) == [0, 0, 30, 60]


def test_the_pause_and_the_backoff_are_bounded_after_thousands_of_attempts() -> None:
    assert pause_seconds(httpx.Response(304), 5_000) == 5
    assert wait_seconds(httpx.ConnectError("refused"), 5_000) <= 45


def asked_within_90_seconds(clock: Clock, answer: httpx.Response, held_for: float = 0) -> list[float]:
    """The times, in seconds, at which the client reads a result that never becomes available."""
    asked: list[float] = []

    def never_done(request: httpx.Request) -> httpx.Response:
        asked.append(clock.now)
        # Without a pause no time passes here, so the test would not end.
        assert len(asked) < 100
        clock.wait(held_for)
        return answer

    with pytest.raises(TimeoutError):
        through(httpx.MockTransport(never_done)).transcripts.wait_for("mtg_x", timeout=90)
    return asked
