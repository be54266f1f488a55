"""run_cases.py CASES BASE_URL: the results of both clients, as JSON."""

from __future__ import annotations

import asyncio
import base64
import inspect
import json
import re
import sys
from dataclasses import asdict, is_dataclass
from itertools import islice
from typing import Any

from parley_meetings import AsyncParley, Parley, ParleyError

Case = dict[str, Any]


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def call(client: Any, case: Case) -> Any:
    resource, method = (snake(name) for name in case["call"].split("."))
    options = {snake(name): value for name, value in case.get("options", {}).items()}
    return getattr(getattr(client, resource), method)(*case["args"], **options)


def plain(value: Any, case: Case) -> Any:
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if case["call"] == "meetings.readWithEtag":
        return {"meeting": value[0], "etag": value[1]}
    if isinstance(value, list):
        return [asdict(item) if is_dataclass(item) and not isinstance(item, type) else item for item in value]
    return value


def refused(error: ParleyError) -> Any:
    wait = error.retry_after_seconds
    return {"error": {"status": error.status, "code": error.code, "message": str(error), "retryAfterSeconds": wait}}


def blocking(case: Case, options: dict[str, Any]) -> Any:
    with Parley(**options) as client:
        try:
            given = call(client, case)
            return plain(list(islice(given, case.get("take"))) if inspect.isgenerator(given) else given, case)
        except ParleyError as error:
            return refused(error)


async def asynchronous(case: Case, options: dict[str, Any]) -> Any:
    async with AsyncParley(**options) as client:
        try:
            given = call(client, case)
            if not inspect.isasyncgen(given):
                return plain(await given, case)
            got: list[Any] = []
            async for item in given:
                got.append(item)
                if len(got) == case.get("take"):
                    break
            await given.aclose()
            return plain(got, case)
        except ParleyError as error:
            return refused(error)


def options_of(name: str, number: int, case: Case) -> dict[str, Any]:
    own = {"max_retries": case["maxRetries"]} if "maxRetries" in case else {}
    return {"base_url": f"{sys.argv[2]}/{name}/{number}", "api_key": "key", **own}


async def all_asynchronous(cases: list[Case]) -> list[Any]:
    numbered = enumerate(cases)
    return await asyncio.gather(*(asynchronous(one, options_of("asynchronous", n, one)) for n, one in numbered))


with open(sys.argv[1], encoding="utf-8") as file:
    CASES: list[Case] = json.load(file)
RESULTS = {
    "blocking": [blocking(one, options_of("blocking", number, one)) for number, one in enumerate(CASES)],
    "asynchronous": asyncio.run(all_asynchronous(CASES)),
}
print(json.dumps(RESULTS))
