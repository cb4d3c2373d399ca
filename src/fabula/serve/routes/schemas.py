"""Operations as schemas: what may be asked as a pydantic model, and what is answered as one."""

from functools import cache
from types import UnionType
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel, ConfigDict, Field, create_model

from fabula.operations import Operation, Parameter

HIGHEST = 2**53 - 1
"""The largest whole number that every JSON reader keeps, and that every store takes."""

_ASKED = ConfigDict(extra="forbid")
"""What is misspelled is refused, not passed over."""


def asked_model(name: str, parameters: tuple[Parameter, ...], **more: Any) -> type[BaseModel]:
    """A model of what may be asked; ``more`` are further fields. Anything else is refused."""
    fields: dict[str, Any] = {one.name: (one.type, field_of(one)) for one in parameters}
    made: type[BaseModel] = create_model(name, __config__=_ASKED, **fields, **more)
    return made


def field_of(one: Parameter) -> Any:  # noqa: ANN401 - pydantic's own fields have no one type
    """The field for a parameter: what it means, its bounds and its default."""
    default: Any = ... if one.is_needed else one.default
    # A turn may be given as a number too.
    more: dict[str, Any] = {"coerce_numbers_to_str": True} if one.type is str else {}
    return Field(default, description=one.says.text, **bounds_of(one), **more)


def bounds_of(one: Parameter) -> dict[str, Any]:
    """The least and the most that a parameter takes; whole numbers have bounds in any case."""
    is_number = int in (one.type, *get_args(one.type))
    least, most = (-HIGHEST, HIGHEST) if is_number else (None, None)
    return {
        "ge": least if one.says.least is None else one.says.least,
        "le": most if one.says.most is None else one.says.most,
    }


def answer_model(operation: Operation, **more: Any) -> type[BaseModel]:
    """A model of what an operation answers; ``more`` are further fields that this face adds."""
    model = model_of(operation.shape)
    if not more:
        return model
    made: type[BaseModel] = create_model(
        f"{model.__name__}Page", __base__=model, __doc__=model.__doc__, **more
    )
    return made


@cache
def model_of(shape: Any) -> type[BaseModel]:  # noqa: ANN401 - a typed dict is no type of its own to a checker
    """A typed dict as a model, with those that stand in it: pydantic takes them itself from Python 3.12 on only."""
    hints = get_type_hints(shape, include_extras=True)
    fields: dict[str, Any] = {name: _field(hint) for name, hint in hints.items()}
    name = str(shape.__name__).removesuffix("Shape")
    made: type[BaseModel] = create_model(name, __doc__=shape.__doc__, **fields)
    return made


def camel(name: str) -> str:
    """The name of an operation as that of a class: ``why-not`` gives ``WhyNot``."""
    return "".join(part.capitalize() for part in name.split("-"))


def _field(hint: Any) -> Any:  # noqa: ANN401 - a type, and what create_model takes
    if get_origin(hint) is NotRequired:
        return (_with_models(get_args(hint)[0]) | None, None)
    return (_with_models(hint), ...)


def _with_models(hint: Any) -> Any:  # noqa: ANN401 - a type
    """A type in which models stand for typed dicts."""
    if is_typeddict(hint):
        return model_of(hint)
    origin, arguments = get_origin(hint), tuple(_with_models(one) for one in get_args(hint))
    if origin in (Union, UnionType):
        return Union[arguments]  # noqa: UP007 - made at run time
    if origin is list:
        return list[arguments[0]]  # type: ignore[valid-type]
    if origin is dict:
        return dict[arguments[0], arguments[1]]  # type: ignore[valid-type]
    return hint
