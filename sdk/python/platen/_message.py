"""Messages: dataclasses that read and write the API's JSON, driven by tables that are generated."""

from __future__ import annotations

import base64
import struct
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from datetime import datetime, timedelta, timezone
from enum import Enum
from typing import Any, ClassVar, Mapping, NamedTuple, TypeVar

M = TypeVar("M", bound="Message")


class Field(NamedTuple):
    """How a member is written. shape is one, list or map; ref is a message's class, or an enumeration and its names."""

    attribute: str
    name: str
    json: str
    number: int
    shape: str
    kind: str
    ref: Any


class Message:
    """A message of the API. Its JSON has the names and words of the REST reference."""

    FIELDS: ClassVar[tuple[Field, ...]] = ()

    @classmethod
    def from_dict(cls: type[M], data: Mapping[str, Any]) -> M:
        """Reads the JSON of the REST reference, or protobuf's. Unknown members are ignored."""
        return read(cls, data)

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON of the REST reference."""
        return write(type(self), self, wire=False)


def read(cls: type[M], data: Mapping[str, Any]) -> M:
    if not isinstance(data, Mapping):
        raise TypeError(f"{cls.__name__} is read from an object, not from {type(data).__name__}")
    out = cls()
    for f in cls.FIELDS:
        value = data.get(f.json, data.get(f.name))
        if value is None and f.kind != "value":
            continue
        if f.kind == "value" and f.json not in data and f.name not in data:
            continue
        if f.shape == "list":
            setattr(out, f.attribute, [_read(f, v) for v in value])
        elif f.shape == "map":
            setattr(out, f.attribute, {k: _read(f, v) for k, v in value.items()})
        else:
            setattr(out, f.attribute, _read(f, value))
    return out


def _read(f: Field, value: Any) -> Any:
    if f.kind == "message":
        return read(f.ref, value)
    if f.kind == "enum":
        cls, wire = f.ref
        for word, (name, number) in wire.items():
            if value in (word, name, number):
                return cls(word)
        return str(value)  # of a newer service
    if f.kind in ("int", "int64"):
        return int(value)
    if f.kind == "float":
        return float(value)
    if f.kind == "bytes":
        return base64.b64decode(str(value).replace("-", "+").replace("_", "/") + "=" * (-len(value) % 4))
    if f.kind == "timestamp":
        return parse_time(value)
    return value


def write(cls: type[Message], value: Any, wire: bool) -> dict[str, Any]:
    """Writes a message, or a mapping with its members: protobuf's JSON with wire, otherwise the REST reference's."""
    if isinstance(value, Mapping):
        known = {name: f for f in cls.FIELDS for name in (f.attribute, f.name, f.json)}
        unknown = [name for name in value if name not in known]
        if unknown:
            raise TypeError(f"{cls.__name__} has no member {unknown[0]!r}; it has {', '.join(f.name for f in cls.FIELDS)}")
        members = [(known[name], v) for name, v in value.items() if v is not None]
    elif isinstance(value, cls):
        defaults = {f.name: f for f in dataclass_fields(value)} if is_dataclass(value) else {}
        members = []
        for f in cls.FIELDS:
            v = getattr(value, f.attribute)
            if v is None or f.shape != "one" and not v:
                continue
            if f.shape == "one" and f.attribute in defaults and defaults[f.attribute].default is not None and v == defaults[f.attribute].default:
                continue
            members.append((f, v))
    else:
        raise TypeError(f"{cls.__name__} or a mapping is needed, not {type(value).__name__}")
    out: dict[str, Any] = {}
    for f, v in members:
        key = f.json if wire else f.name
        if f.shape == "list":
            out[key] = [_write(f, one, wire) for one in v]
        elif f.shape == "map":
            out[key] = {k: _write(f, one, wire) for k, one in v.items()}
        else:
            out[key] = _write(f, v, wire)
    return out


def _write(f: Field, value: Any, wire: bool) -> Any:
    if f.kind == "message":
        return write(f.ref, value, wire)
    if f.kind == "enum":
        word = value.value if isinstance(value, Enum) else value
        names = f.ref[1]
        if not wire:
            return word
        return names[word][0] if word in names else word
    if f.kind == "int64" and wire:
        return str(int(value))
    if f.kind == "bytes":
        return base64.b64encode(value).decode()
    if f.kind == "timestamp":
        return format_time(value) if isinstance(value, datetime) else value
    return value


def parse_time(text: str) -> datetime:
    """Reads RFC 3339; digits beyond microseconds are dropped."""
    text = text.replace("Z", "+00:00")
    head, dot, rest = text.partition(".")
    if dot:
        digits = len(rest) - len(rest.lstrip("0123456789"))
        text = f"{head}.{rest[:digits][:6].ljust(6, '0')}{rest[digits:]}"
    return datetime.fromisoformat(text)


def format_time(at: datetime) -> str:
    """Writes RFC 3339 in UTC; a datetime without a zone is in UTC."""
    at = at.replace(tzinfo=timezone.utc) if at.tzinfo is None else at.astimezone(timezone.utc)
    return at.isoformat().replace("+00:00", "Z")


def decode(cls: type[M], data: bytes) -> M:
    """Reads protobuf's binary form: the details of Connect's errors have it."""
    out = cls()
    by_number = {f.number: f for f in cls.FIELDS}
    for number, value in _records(data):
        f = by_number.get(number)
        if f is None:
            continue
        if f.shape == "map":
            key, item = _entry(f, value)
            getattr(out, f.attribute)[key] = item
        elif f.shape == "list":
            getattr(out, f.attribute).append(_decode(f, value))
        else:
            setattr(out, f.attribute, _decode(f, value))
    return out


def _records(data: bytes) -> list[tuple[int, Any]]:
    out: list[tuple[int, Any]] = []
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        kind = tag & 7
        value: Any
        if kind == 0:
            value, at = _varint(data, at)
        elif kind == 1:
            value, at = data[at : at + 8], at + 8
        elif kind == 2:
            size, at = _varint(data, at)
            value, at = data[at : at + size], at + size
        elif kind == 5:
            value, at = data[at : at + 4], at + 4
        else:
            raise ValueError("not a protobuf message")
        if at > len(data):
            raise ValueError("the protobuf message is cut off")
        out.append((tag >> 3, value))
    return out


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("not a protobuf message")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def _decode(f: Field, value: Any) -> Any:
    if f.kind == "message":
        return decode(f.ref, value)
    if f.kind == "string":
        return value.decode()
    if f.kind == "bool":
        return bool(value)
    if f.kind in ("int", "int64"):
        return value - (1 << 64) if value >> 63 else value
    if f.kind == "float":
        return struct.unpack("<d", value)[0]
    if f.kind == "timestamp":
        parts = dict(_records(value))
        return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=parts.get(1, 0), microseconds=parts.get(2, 0) // 1000)
    if f.kind == "struct":
        return _struct(value)
    if f.kind == "value":
        return _value(value)
    if f.kind == "enum":
        return _read(f, value)
    return value


def _entry(f: Field, data: bytes) -> tuple[str, Any]:
    key, item = "", b""
    for number, value in _records(data):
        if number == 1:
            key = value.decode()
        elif number == 2:
            item = value
    return key, _decode(f, item)


def _struct(data: bytes) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for number, entry in _records(data):
        if number == 1:
            parts = dict(_records(entry))
            out[parts.get(1, b"").decode()] = _value(parts.get(2, b""))
    return out


def _value(data: bytes) -> Any:
    for number, value in _records(data):
        if number == 2:
            number_ = struct.unpack("<d", value)[0]
            return int(number_) if number_.is_integer() else number_
        if number == 3:
            return value.decode()
        if number == 4:
            return bool(value)
        if number == 5:
            return _struct(value)
        if number == 6:
            return [_value(item) for n, item in _records(value) if n == 1]
    return None
