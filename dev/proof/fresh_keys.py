"""Loaded by schemathesis: a new Idempotency-Key for each call of a sequence.

With one that was used before, the service rightly gives the answer of the earlier call again, also when what that
call made was deleted since; schemathesis would take the replay for a new thing that cannot be found.
"""

import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta.phase.name.value == "stateful" and "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
