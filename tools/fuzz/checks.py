"""Holds answers to the document: each status and code is described, and each body fits its schema."""

import re

import jsonschema_rs
import schemathesis
from document import DOCUMENT, SCHEMAS, resolved

# Of a path that no operation has: an id may hold what no path may.
CODES_OF_PATHS = ["route.not_found"]
# Parameters that change the shape of an answer.
ASKED = {"fields", "expand", "include_deleted"}


@schemathesis.check
def answer_is_described(ctx, response, case):
    """`default` stands for a few problems; another status, or a problem with another code, is not in the document."""
    described = DOCUMENT["paths"][case.operation.path][case.method.lower()]["responses"]
    answer = resolved(described.get(str(response.status_code), described["default"]))
    if not is_problem(response):
        assert str(response.status_code) in described, f"{response.status_code}, which is no problem, is not described"
        return
    codes = [*re.findall(r"`([\w.]+)`", answer["description"]), *CODES_OF_PATHS]
    code = response.json().get("code")
    assert code in codes, f"{response.status_code} {code}: the document has {', '.join(codes)}"


@schemathesis.check
def answer_fits_its_schema(ctx, response, case):
    """
    As `response_schema_conformance`, but that what `fields` leaves out may be missing, and that what `expand` and
    `include_deleted` ask for has the schema that the document has for it.
    """
    query = case.query or {}
    if media_type_of(response) == "text/event-stream":
        # The document has the stream as a text; schemathesis would hold each event of it to be one.
        return None
    if response.status_code != 200 or not ASKED.intersection(query):
        return case.operation.validate_response(response, case=case)
    operation = DOCUMENT["paths"][case.operation.path][case.method.lower()]
    media = resolved(operation["responses"]["200"])["content"].get("application/json")
    if media is None:
        return case.operation.validate_response(response, case=case)
    schema = answer_schema(media["schema"], is_picked=bool(query.get("fields")))
    validator = jsonschema_rs.Draft202012Validator({**schema, "components": DOCUMENT["components"]})
    errors = [f"{list(error.instance_path)}: {error.message}" for error in validator.iter_errors(response.json())]
    assert not errors, "does not fit: " + "; ".join(errors)


def answer_schema(schema, is_picked):
    """Of a thing, or of a list with such rows."""
    body = resolved(schema)
    rows = body.get("properties", {}).get("data", {})
    if rows.get("type") != "array":
        return thing_schema(schema, is_picked)
    data = {**rows, "items": thing_schema(rows["items"], is_picked)}
    return {**body, "properties": {**body["properties"], "data": data}}


def thing_schema(schema, is_picked):
    name = schema.get("$ref", "").rpartition("/")[2]
    forms = [schema]
    if f"Expanded{name}" in SCHEMAS:
        forms.append(partly_expanded(resolved(schema), SCHEMAS[f"Expanded{name}"]))
    if f"Deleted{name}" in SCHEMAS:
        forms.append(SCHEMAS[f"Deleted{name}"])
    return {"anyOf": [loosened(form) if is_picked else form for form in forms]}


def partly_expanded(plain, expanded):
    """What `expand` does not name is as in the plain form."""
    members = {name: {"anyOf": [plain["properties"][name], whole]} for name, whole in expanded["properties"].items()}
    return {**expanded, "properties": members}


def media_type_of(response):
    return response.headers.get("content-type", [""])[0].partition(";")[0]


def is_problem(response):
    return media_type_of(response) == "application/problem+json"


def loosened(schema):
    schema = {key: value for key, value in resolved(schema).items() if key != "required"}
    # Without what they require several of the alternatives may fit.
    alternatives = [loosened(one) for key in ("anyOf", "oneOf") for one in schema.pop(key, [])]
    return {**schema, **({"anyOf": alternatives} if alternatives else {})}
