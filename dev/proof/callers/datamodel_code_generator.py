# Reads what a running service answers by the models that datamodel-code-generator makes.
import json
import os
from urllib.request import Request, urlopen
from uuid import uuid4

from models import CreateMeeting, Meeting

request = Request(
    os.environ["PARLEY_URL"] + "/v1/meetings",
    CreateMeeting(title="Generated").model_dump_json(exclude_none=True).encode(),
    {
        "Authorization": "Bearer " + os.environ["PARLEY_API_KEY"],
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid4()),
    },
)
made = Meeting.model_validate(json.load(urlopen(request)))
assert made.title == "Generated" and made.schedule is None
