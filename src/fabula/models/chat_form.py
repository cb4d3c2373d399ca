"""The form that chat endpoints share: an ask as what is sent, and what comes back as a reply."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fabula.errors import ModelUnavailableError
from fabula.models.chat import Ask, Force, Reply, Shape, Tool, ToolCall, Usage
from fabula.models.loose_json import mended
from fabula.models.tokens import tokens_of

_CUT = {"length", "max_tokens", "max_output_tokens", "model_length", "max_completion_tokens"}
_AROUND_A_MESSAGE = 4
"""Tokens that templates put around a message; those of the common models take three to five."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What an endpoint wants otherwise than the rest: how it calls the bound, and whether it takes a temperature."""

    bound: str = "max_tokens"
    temperature: bool = True

    def after(self, refusal: str) -> "Dialect":
        """The dialect that a refusal asks for; the same one if the refusal is about something else."""
        if self.bound == "max_tokens" and "max_completion_tokens" in refusal:
            return replace(self, bound="max_completion_tokens")
        if self.temperature and "temperature" in refusal.lower():
            return replace(self, temperature=False)
        return self


def payload_of(ask: Ask, model: str, dialect: Dialect) -> dict[str, Any]:
    """What is sent for a question."""
    messages = [{"role": message.role, "content": message.text} for message in ask.messages]
    payload: dict[str, Any] = {"model": model, "messages": messages, dialect.bound: ask.max_tokens}
    if dialect.temperature:
        payload["temperature"] = 0
    if ask.grammar:
        payload["grammar"] = ask.grammar
    return payload | {"stream": False} | _held_to(ask.shape)


def reply_of(body: Mapping[str, Any], ask: Ask, *, tries: int, place: str) -> Reply:
    """The reply in an endpoint's answer to ``ask``, with its usage told or estimated.

    Raises:
        ModelUnavailableError: the answer holds no message.
    """
    choice = _first(body.get("choices"))
    message = choice.get("message")
    if not isinstance(message, Mapping):
        raise ModelUnavailableError(
            f"{place} answered without a message. Check that the URL is that of a chat endpoint; most end in /v1."
        )
    text, refusal = _text(message.get("content")), _text(message.get("refusal"))
    calls = tuple(_calls(message))
    finish = str(choice.get("finish_reason") or "stop").lower()
    return Reply(
        mended(text or refusal),
        calls,
        "length" if finish in _CUT else "refusal" if refusal and not text else finish,
        usage_of(body.get("usage"), tries, guess=_guess(ask, message, calls)),
    )


def usage_of(told: object, tries: int, *, guess: Usage) -> Usage:
    """The usage that an endpoint tells; what it does not tell, or tells as nothing, is taken from ``guess``."""
    fields = told if isinstance(told, Mapping) else {}
    prompt = _count(fields.get("prompt_tokens")) or guess.prompt
    completion = _count(fields.get("completion_tokens"))
    details = fields.get("prompt_tokens_details")
    cached = _count(details.get("cached_tokens")) if isinstance(details, Mapping) else None
    cached = cached or _count(fields.get("prompt_cache_hit_tokens")) or 0
    return Usage(tries, prompt, guess.completion if completion is None else completion, min(cached, prompt))


def tokens_of_ask(ask: Ask) -> int:
    """At most how many tokens it costs to put a question, with the shape it holds the answer to."""
    shape = json.dumps(_held_to(ask.shape), ensure_ascii=False, default=dict) if _held_to(ask.shape) else ""
    return sum(tokens_of(message.text) + _AROUND_A_MESSAGE for message in ask.messages) + tokens_of(shape)


def _held_to(shape: Shape) -> dict[str, Any]:
    if shape.force is Force.SCHEMA:
        named = {"name": shape.name or "answer", "schema": shape.schema, "strict": _is_strict(shape.schema)}
        return {"response_format": {"type": "json_schema", "json_schema": named}}
    if shape.force is Force.JSON:
        return {"response_format": {"type": "json_object"}}
    if shape.force is Force.TOOL:
        return {"tools": [_tool(tool) for tool in shape.tools], "tool_choice": "required"}
    return {}


def _tool(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _is_strict(schema: object) -> bool:
    """Whether hosted endpoints take the schema as ``strict``: its objects list all they have, and need all they list."""
    if isinstance(schema, Mapping):
        fields = schema.get("properties")
        if isinstance(fields, Mapping) and (
            schema.get("additionalProperties") is not False or set(schema.get("required", ())) != set(fields)
        ):
            return False
        return all(map(_is_strict, schema.values()))
    if isinstance(schema, Sequence) and not isinstance(schema, str):
        return all(map(_is_strict, schema))
    return True


def _first(choices: object) -> Mapping[str, Any]:
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, Mapping) else {}


def _text(content: object) -> str:
    """The text of a message that comes whole or in parts; parts that are no text, such as thinking, are left out."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(
        part if isinstance(part, str) else _text(part.get("text"))
        for part in parts
        if isinstance(part, str)
        or (isinstance(part, Mapping) and part.get("type", "text") in {"text", "output_text"})
    )


def _calls(message: Mapping[str, Any]) -> Iterator[ToolCall]:
    listed = message.get("tool_calls")
    called = (
        [call.get("function") for call in listed if isinstance(call, Mapping)]
        if isinstance(listed, list)
        else []
    )
    for function in called or [message.get("function_call")]:
        if isinstance(function, Mapping) and isinstance(function.get("name"), str):
            arguments = function.get("arguments")
            written = (
                arguments if isinstance(arguments, str) else json.dumps(arguments or {}, ensure_ascii=False)
            )
            yield ToolCall(mended(function["name"]), mended(written))


def _guess(ask: Ask, message: Mapping[str, Any], calls: Sequence[ToolCall]) -> Usage:
    written = [_text(message.get(name)) for name in ("content", "reasoning_content", "reasoning")]
    written += [call.name + call.arguments for call in calls]
    return Usage(0, tokens_of_ask(ask), sum(map(tokens_of, written)))


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
