import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/**
 * A number with the digits it was written with, such as 19.90 and 12345678901234567890, which a double does not hold. It
 * stands in JSON values in place of a number; writeJson writes its digits.
 */
export class Exact extends Number {
  constructor(readonly text: string) {
    super(text);
  }

  override toString(): string {
    return this.text;
  }
}

/** A number as a JSON value: a double where that is written alike, else an Exact. */
export function exact(text: string): JsonValue {
  const digits = text.trim().replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1").replace(/^(-?)\./, "$10.").replace(/\.(?=e|$)/i, "");
  return String(Number(digits)) === digits ? Number(digits) : (new Exact(digits) as unknown as JsonValue);
}

/** Reads JSON. Where the browser passes the source of numbers on (ECMAScript's JSON.parse source text access), they keep their digits. */
export function readJson(text: string): JsonValue {
  type Reviver = (key: string, value: JsonValue, context?: { source?: string }) => JsonValue;
  const revive: Reviver = (_, value, context) => (typeof value === "number" && context?.source !== undefined ? exact(context.source) : value);
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]) as JsonValue;
}

/** Writes a value as JSON, with every digit of its numbers, in lines indented by so many spaces or in one line. */
export function writeJson(value: unknown, indent = 0): string {
  const write = (v: unknown, margin: string): string => {
    if (v instanceof Exact) return v.text;
    if (typeof v === "bigint") return v.toString();
    if (v === null || typeof v !== "object") return JSON.stringify(v) ?? "null";
    const inner = margin + " ".repeat(indent), line = indent ? "\n" : "";
    const items = Array.isArray(v)
      ? v.map((x) => write(x, inner))
      : Object.entries(v).filter(([, x]) => x !== undefined).map(([k, x]) => `${JSON.stringify(k)}:${indent ? " " : ""}${write(x, inner)}`);
    const [open, close] = Array.isArray(v) ? "[]" : "{}";
    if (items.length === 0) return open! + close!;
    return open + line + items.map((x) => (indent ? inner : "") + x).join(`,${line}`) + line + (indent ? margin : "") + close;
  };
  return write(value, "");
}

/** Copies a JSON value, Exacts included. */
export function copyJson(value: JsonObject): JsonObject {
  const copy = (v: JsonValue): JsonValue =>
    v === null || typeof v !== "object" || v instanceof Exact ? v : Array.isArray(v) ? v.map(copy) : Object.fromEntries(Object.entries(v).map(([k, x]) => [k, copy(x)]));
  return copy(value) as JsonObject;
}
