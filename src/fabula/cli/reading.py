"""Reading: by rules or by a language model, how far it has come, and what went wrong."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from typing import Annotated

import typer

from fabula.cli.asked_of_models import (
    Batch,
    Form,
    Key,
    Language,
    LookBack,
    MaxCalls,
    MaxTokens,
    Model,
    SettingsFile,
    Timeout,
    Url,
)
from fabula.cli.differences import difference
from fabula.cli.metered import Metered
from fabula.cli.models import ModelOptions, model_reader, read_settings
from fabula.cli.places import AsJson, OnBranch, StoreAt, StoryNamed, story_at
from fabula.cli.progress import bar, interruptible, tell_trials
from fabula.cli.readers import models_in_trouble, read_by_others, said_of_reader
from fabula.cli.records import records_in
from fabula.cli.reported import dry_lines, dry_shape, report_lines, status_lines
from fabula.cli.show import say, say_json, tell_error
from fabula.errors import InvalidInputError, ModelError
from fabula.extraction.reader import Extractor
from fabula.extraction.reading import Extracted
from fabula.extraction.rules import Rules
from fabula.extraction.schedule import Schedule
from fabula.extraction.spending import Cap
from fabula.operations.reading import WELL, read_shape, status_shape
from fabula.settings import ExtractSettings
from fabula.story import Story

app = typer.Typer()
PANEL = "Telling and reading"


@app.command(
    rich_help_panel=PANEL,
    epilog="Example: fabula extract moonlit.db --model qwen3 --url http://localhost:11434/v1. "
    "Once more: --again 10 14",
)
def extract(
    store: StoreAt,
    *,
    model: Model = "",
    url: Url = "",
    key: Key = "",
    form: Form = "",
    language: Language = "",
    batch: Batch = 0,
    look_back: LookBack = None,
    settings: SettingsFile = "",
    timeout: Timeout = 0,
    rules: Annotated[bool, typer.Option("--rules", help="Read by rules, whatever the settings say.")] = False,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    every: Annotated[
        int,
        typer.Option("--every", metavar="N", help="Read only when N replies are unread.", show_default=False),
    ] = 0,
    smart: Annotated[
        bool, typer.Option("--smart", help="With --every: read earlier where much seems to happen.")
    ] = False,
    again: Annotated[
        tuple[str, str],
        typer.Option(
            "--again",
            metavar="FIRST LAST",
            show_default=False,
            help="Read these turns once more, at any cost.",
        ),
    ] = ("", ""),
    anew: Annotated[
        bool,
        typer.Option("--anew", help="Read also what another model has read; its reading stays readable."),
    ] = False,
    ir: Annotated[
        str,
        typer.Option(
            "--ir",
            metavar="FILE",
            show_default=False,
            help="Take typed facts from elsewhere (JSON objects, one a line) as the reading of their turns.",
        ),
    ] = "",
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Show what a model would be asked next and its length; ask nobody."),
    ] = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Read what has not been read yet on the branch: by rules, or by the model that is named here or in the settings.

    Turns that could not be read are listed by `fabula status`, and read again by `fabula retry`.
    """
    options = ModelOptions(
        model, url, key, form, language, batch, look_back, read_settings(settings), timeout
    )
    cap, schedule = (
        _cap(options, max_calls, max_tokens),
        _schedule(options.settings.extract, every, smart=smart),
    )
    reader = _reader(options, rules=rules)
    with story_at(store, story, branch) as told, interruptible():
        if dry_run:
            _show_question(told, reader, again, anew=anew, as_json=as_json)
            return
        before = told.view()
        if ir:
            report = told.take_records(records_in(ir))
        elif any(again):
            report = told.read_again(*again, reader, cap=cap)
        else:
            with bar() as step:
                metered = Metered(reader)
                tell_trials(reader, step)
                report = told.extract(metered, metered.progress(step), again=anew, schedule=schedule, cap=cap)
        after = told.view()
        is_usual = not (ir or any(again) or as_json)
        others = read_by_others(told, reader) if is_usual and not anew else ()
    if as_json:
        say_json(read_shape(report, before, after))
    else:
        who = "" if ir else said_of_reader(reader)
        say(*report_lines(report, store, who, others), *difference(before, after))
    _end(report, as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog="Example: fabula status moonlit.db --troubles")
def status(
    store: StoreAt,
    *,
    troubles: Annotated[
        bool, typer.Option("--troubles", help="Only the turns whose reading failed or is doubtful.")
    ] = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Show how far each turn is read: by whom, what was refused and why, and what it cost."""
    with story_at(store, story, branch) as told:
        readings = told.readings()
        spent = told.usage()
    shown = [one for one in readings if not troubles or one.status not in WELL]
    if as_json:
        say_json(status_shape(shown, (one.status for one in readings), spent))
    else:
        say(*status_lines(shown, readings, spent))


@app.command(rich_help_panel=PANEL, epilog="Example: fabula retry moonlit.db --turn 7")
def retry(
    store: StoreAt,
    *,
    turn: Annotated[
        str, typer.Option("--turn", metavar="TURN", show_default=False, help="Only this turn; otherwise all.")
    ] = "",
    model: Model = "",
    url: Url = "",
    key: Key = "",
    form: Form = "",
    language: Language = "",
    batch: Batch = 0,
    look_back: LookBack = None,
    settings: SettingsFile = "",
    timeout: Timeout = 0,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Read the turns once more whose reading failed, was kept out, or seems doubtful."""
    options = ModelOptions(
        model, url, key, form, language, batch, look_back, read_settings(settings), timeout
    )
    cap, reader = _cap(options, max_calls, max_tokens), _reader(options, rules=False)
    with story_at(store, story, branch) as told, interruptible():
        if not options.wanted and (failed := models_in_trouble(told, turn)):
            raise InvalidInputError(
                f"What failed was read with {', '.join(failed)}: say --model NAME to read it with a model again, "
                "or set one in [model]. `fabula extract` reads by rules what nobody has read."
            )
        before = told.view()
        report = told.retry(reader, turn or 1, turn or -1, cap=cap)
        after = told.view()
    if as_json:
        say_json(read_shape(report, before, after))
    else:
        say(*report_lines(report, store, said_of_reader(reader)), *difference(before, after))
    _end(report, as_json=as_json)


def _reader(options: ModelOptions, *, rules: bool) -> Extractor:
    if rules and options.model:
        raise InvalidInputError("Say --model NAME or --rules, not both.")
    if rules or not options.wanted:
        if options.place and not rules:
            raise InvalidInputError(
                f"Which model at {options.place}? Say --model NAME, or set its name in [model]; --rules asks none."
            )
        return Rules()
    return model_reader(options)


def _cap(options: ModelOptions, calls: int | None, tokens: int | None) -> Cap:
    usual = options.settings.extract
    return Cap(
        (usual.max_calls or None) if calls is None else calls,
        (usual.max_tokens or None) if tokens is None else tokens,
    )


def _schedule(usual: ExtractSettings, every: int, *, smart: bool) -> Schedule | None:
    """When turns are due, if anything was typed about it; a plain command reads at once."""
    if not every and not smart:
        return None
    plain = Schedule()
    return Schedule(
        every or usual.every or plain.every,
        smart,
        usual.words or plain.words,
        usual.patterns or plain.patterns,
        usual.marks or plain.marks,
    )


def _show_question(
    told: Story, reader: Extractor, again: tuple[str, str], *, anew: bool, as_json: bool
) -> None:
    asks = getattr(reader, "asks", None)
    if asks is None:
        raise InvalidInputError("Rules ask nobody: name a model by --model, or in the settings.")
    found = told.next_window(reader, again if any(again) else None, anew=anew)
    questions = asks(*found) if found else ()
    window = found[0] if found else None
    if as_json:
        say_json(dry_shape(window, questions))
    else:
        say(*dry_lines(window, questions))


def _end(report: Extracted, *, as_json: bool) -> None:
    """End with the code of a model's error where one stopped the run; a cap is no error."""
    if report.trouble:
        tell_error(report.trouble, report.stopped, as_json=as_json)
        raise typer.Exit(ModelError.exit_code)
    if report.failed and not report.read and not report.reused:
        tell_error(ModelError.code, "Nothing could be made of any turn.", as_json=as_json)
        raise typer.Exit(ModelError.exit_code)
