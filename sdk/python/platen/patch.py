"""RFC 6902 patches over requests: the fixes that errors carry."""

from __future__ import annotations

import copy
from typing import Any, Iterable, Mapping, TypeVar

from ._message import Message
from .errors import PlatenError
from .v1 import api

R = TypeVar("R")


def apply_fixes(error: PlatenError, request: R, *, safe_only: bool = False) -> R:
    """Returns a request with the patches of every detail applied: a message, or a mapping with the names of the REST
    reference. Sending it again clears the problems that had a patch. With safe_only the patches alone are applied that
    cannot change what is published. Raises ValueError when one does not fit."""
    chosen = [detail for detail in error.details if detail.safe or not safe_only]
    return apply_patch(request, [op for detail in chosen for op in detail.fix_patch])  # type: ignore[misc]


def apply_patch(request: R, operations: Iterable[api.PatchOperation | Mapping[str, Any]]) -> R:
    """Returns a request changed by operations, all of them or none: a validation's fix_patch, for one."""
    tree: Any = request.to_dict() if isinstance(request, Message) else copy.deepcopy(request)
    for given in operations:
        op = given if isinstance(given, api.PatchOperation) else api.PatchOperation.from_dict(given)
        tree = _apply(tree, op)
    return type(request).from_dict(tree) if isinstance(request, Message) else tree  # type: ignore[return-value]


def _apply(tree: Any, op: api.PatchOperation) -> Any:
    try:
        if op.op in ("add", "replace"):
            return _put(tree, _path(op.path), copy.deepcopy(op.value), insert=op.op == "add")
        if op.op == "remove":
            return _take(tree, _path(op.path))[0]
        if op.op == "test":
            if _get(tree, _path(op.path)) != op.value:
                raise ValueError("the value differs")
            return tree
        if op.op in ("move", "copy"):
            source = _path(op.from_ or "")
            value = copy.deepcopy(_get(tree, source))
            if op.op == "move":
                tree = _take(tree, source)[0]
            return _put(tree, _path(op.path), value, insert=True)
        raise ValueError("there is no such operation")
    except (KeyError, IndexError, ValueError, TypeError) as error:
        raise ValueError(f"{op.op} {op.path}: {error}") from error


def _path(pointer: str) -> list[str]:
    if pointer == "":
        return []
    if not pointer.startswith("/"):
        raise ValueError("the path is not a JSON Pointer")
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]


def _get(tree: Any, path: list[str]) -> Any:
    for part in path:
        tree = tree[_index(tree, part)] if isinstance(tree, list) else tree[part]
    return tree


def _put(tree: Any, path: list[str], value: Any, insert: bool) -> Any:
    if not path:
        return value
    parent, name = _get(tree, path[:-1]), path[-1]
    if isinstance(parent, list):
        if name == "-" or insert and int(name) == len(parent):
            parent.append(value)
        elif insert:
            parent.insert(_index(parent, name), value)
        else:
            parent[_index(parent, name)] = value
    else:
        parent[name] = value
    return tree


def _take(tree: Any, path: list[str]) -> tuple[Any, Any]:
    if not path:
        raise ValueError("the whole request cannot be removed")
    parent, name = _get(tree, path[:-1]), path[-1]
    if isinstance(parent, list):
        return tree, parent.pop(_index(parent, name))
    return tree, parent.pop(name)


def _index(items: list[Any], part: str) -> int:
    if not part.isdigit() or int(part) >= len(items):
        raise IndexError(f"there is no item {part}")
    return int(part)
