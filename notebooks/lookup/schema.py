"""What a JSON schema says against a record that somebody sent."""

import json


def refusal(record, schema):
    """What the schema in a file says against a record, or "" if nothing.

    Args:
        record: what was read from JSON.
        schema: the path of a JSON schema of the draft of 2020-12.

    Returns:
        A sentence with the place that is wrong, the rule, and the offending value.
    """
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    rules = json.loads(schema.read_bytes())
    error = best_match(Draft202012Validator(rules).iter_errors(record))
    if not error:
        return ""
    return f"{error.json_path[2:] or 'the record'} is wrong: {error.message:.200}."
