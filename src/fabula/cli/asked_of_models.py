"""The options about a language model, the same on every command that may ask one."""

from typing import Annotated

import typer

MODELS = "The model"

Model = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="NAME",
        show_default=False,
        rich_help_panel=MODELS,
        help="The language model that reads, such as qwen3.",
    ),
]
Url = Annotated[
    str,
    typer.Option(
        "--url",
        metavar="URL",
        show_default=False,
        rich_help_panel=MODELS,
        help="Where it answers, OpenAI-compatible, such as http://localhost:11434/v1.",
    ),
]
Key = Annotated[
    str,
    typer.Option(
        "--key",
        metavar="KEY",
        show_default=False,
        rich_help_panel=MODELS,
        help="Its key. Better in the settings or in FABULA_API_KEY: others may see what you type.",
    ),
]
Form = Annotated[
    str,
    typer.Option(
        "--form",
        metavar="FORM",
        show_default=False,
        rich_help_panel=MODELS,
        help="How it is asked: schema, tool, json, plain or lines, where Fabula should not find out itself.",
    ),
]
Language = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="CODE",
        show_default=False,
        rich_help_panel=MODELS,
        help="The story's language, such as en or zh, where each turn's own is not right.",
    ),
]
Batch = Annotated[
    int,
    typer.Option(
        "--batch",
        metavar="N",
        show_default=False,
        rich_help_panel=MODELS,
        help="How many turns it reads at once.",
    ),
]
LookBack = Annotated[
    int | None,
    typer.Option(
        "--look-back",
        metavar="N",
        show_default=False,
        rich_help_panel=MODELS,
        help="How many earlier turns it is shown with them.",
    ),
]
Timeout = Annotated[
    float,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        min=0,
        show_default=False,
        rich_help_panel=MODELS,
        help="For how long it may be silent before a question is given up.",
    ),
]
SettingsFile = Annotated[
    str,
    typer.Option(
        "--settings",
        metavar="FILE",
        show_default=False,
        rich_help_panel=MODELS,
        help="A TOML file with [model] name, url, key and timeout, [extract] and [types.NAME]; otherwise FABULA_SETTINGS names one.",
    ),
]
MaxCalls = Annotated[
    int | None,
    typer.Option(
        "--max-calls",
        metavar="N",
        show_default=False,
        rich_help_panel=MODELS,
        help="Stop after so many calls.",
    ),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(
        "--max-tokens",
        metavar="N",
        show_default=False,
        rich_help_panel=MODELS,
        help="Stop after so many tokens.",
    ),
]
