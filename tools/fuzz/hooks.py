"""Has schemathesis call the API with a good key and ids that exist, and counts the answers.

Reads FUZZ_KEY, the key, and FUZZ_IDS, ids by their prefix. Writes how often each operation answered with which status to
FUZZ_ANSWERS.
"""

import atexit
import json
import os
import sys
import threading
import zlib
from collections import Counter, defaultdict

import schemathesis

sys.path.insert(0, os.path.dirname(__file__))
import checks  # noqa: E402

with open(os.environ["FUZZ_IDS"], encoding="utf-8") as file:
    IDS = json.load(file)

# Ids by the collection that they are read from; what the run makes is added.
PREFIXES = {
    "catches": "catch",
    "anglers": "ang",
    "verifications": "ver",
    "imports": "imp",
    "exports": "exp",
    "species": "spc",
    "leaderboards": "lb",
    "webhooks": "we",
    "webhook-deliveries": "msg",
    "webhook-recoveries": "rec",
    "webhook-replays": "rep",
    "events": "evt",
    "oauth-clients": "app",
    "api-keys": "key",
    "accounts": "acc",
}
# The ids of what lies below another thing go together with its id.
NESTED = {"photos": "photo_id", "records": "record_id"}
# What services make by themselves. Of other things the run calls those alone that it made: it changes no others.
SEEN_PREFIXES = {"msg", "evt", "ver"}
NEWEST = 20
AUTHORIZE = {
    "client_id": IDS["client"]["client_id"],
    "redirect_uri": IDS["redirect_uri"],
    "response_type": "code",
    "code_challenge_method": "S256",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
}

PAIRS = defaultdict(list)

answered: Counter = Counter()
lock = threading.Lock()


def one_of(known, value, none_in=4):
    """One of the newest, always the same for the same value; none in one of so many cases."""
    newest = known[-NEWEST:]
    pick = zlib.crc32(str(value).encode("utf-8", "surrogatepass"))
    return newest[pick // none_in % len(newest)] if newest and pick % none_in else None


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if not path_parameters or "id" not in path_parameters:
        return path_parameters
    collection = context.operation.path.split("/")[2]
    nested = next((name for name in NESTED.values() if name in path_parameters), None)
    if nested:
        return {**path_parameters, **(one_of(PAIRS[collection, nested], path_parameters["id"]) or {})}
    found = one_of(IDS.get(PREFIXES.get(collection, ""), []), path_parameters["id"])
    return {**path_parameters, "id": found} if found else path_parameters


@schemathesis.hook
def map_body(context, body):
    """Some must name what exists to get any further: a client of the OAuth server, an address of a webhook."""
    if not isinstance(body, dict):
        return body
    if context.operation.path.startswith("/oauth/"):
        # Wrong credentials are soon too many for the address, and then good ones are refused as well.
        return {**body, **(one_of([IDS["client"]], body, none_in=20) or {})}
    if context.operation.path == "/v1/webhooks" and "url" in body:
        return {**body, "url": one_of(IDS["url"], body) or body["url"]}
    return body


@schemathesis.hook
def map_query(context, query):
    if query and context.operation.path == "/oauth/authorize":
        return {**query, **(one_of([AUTHORIZE], query) or {})}
    return query


@schemathesis.hook
def before_call(context, case, kwargs):
    """Every call has the key: one with another credential, which would be made up too, reaches no operation."""
    others = {name: value for name, value in (case.headers or {}).items() if name.lower() != "authorization"}
    # There a bearer would be taken for the client's credentials, which are in the form.
    of_client = case.operation.path.startswith("/oauth/")
    case.headers = others if of_client else {**others, "Authorization": f"Bearer {os.environ['FUZZ_KEY']}"}


@schemathesis.hook
def after_call(context, case, response):
    with lock:
        answered[f"{case.method} {case.operation.path}", response.status_code] += 1
        if 200 <= response.status_code < 300 and checks.media_type_of(response) == "application/json":
            remember(case, response)


def remember(case, response):
    body, was_made = response.json(), response.status_code in (201, 202)
    nested = NESTED.get(case.operation.path.rpartition("/")[2])
    if was_made and nested:
        pair = {"id": case.path_parameters["id"], nested: body["id"]}
        PAIRS[case.operation.path.split("/")[2], nested].append(pair)
        return
    for row in body.get("data") if isinstance(body.get("data"), list) else [body]:
        prefix = str(row.get("id", "")).partition("_")[0]
        if was_made or prefix in SEEN_PREFIXES:
            IDS.setdefault(prefix, []).append(row["id"])
        if was_made and prefix == "catch":
            IDS.setdefault("ang", []).append(row["angler"]["id"])


@atexit.register
def write_answers():
    table = defaultdict(dict)
    for (operation, status), count in answered.items():
        table[operation][status] = count
    with open(os.environ["FUZZ_ANSWERS"], "w", encoding="utf-8") as file:
        json.dump(table, file)
