import {
  create, fromJson, getOption, hasOption, toJson, type DescEnum, type DescField, type DescMessage, type JsonObject, type JsonValue,
  type MessageInitShape, type MessageShape,
} from "@bufbuild/protobuf";
import { ValueSchema } from "@bufbuild/protobuf/wkt";
import type { PlatenError } from "./errors.js";
import type { PatchOperation } from "./gen/platen/api/v1/error_pb.js";
import { json_value } from "./gen/platen/api/v1/options_pb.js";

/**
 * Returns the request fixed with the patches of every detail of the error. Sending it again clears the problems that
 * had one. With `safeOnly` the patches alone are applied that cannot change what is published. Throws when a patch does
 * not fit; the request that was given is never changed.
 */
export function applyFixes<D extends DescMessage>(
  error: Pick<PlatenError, "details">, schema: D, request: MessageShape<D> | MessageInitShape<D>, options: { safeOnly?: boolean } = {},
): MessageShape<D> {
  const chosen = error.details.filter((detail) => detail.safe || !options.safeOnly);
  return applyPatch(schema, request, chosen.flatMap((detail) => detail.fixPatch));
}

/** Returns the message changed by RFC 6902 operations over its JSON: a validation's `fixPatch`, for one. */
export function applyPatch<D extends DescMessage>(
  schema: D, message: MessageShape<D> | MessageInitShape<D>, operations: readonly PatchOperation[],
): MessageShape<D> {
  const root = toJson(schema, create(schema, message as MessageInitShape<D>), { useProtoFieldName: true });
  const type: Type = { message: schema };
  const form = serviceForm(type, root);
  for (const operation of operations) {
    try {
      apply(type, form, { ...operation, value: operation.value ? toJson(ValueSchema, operation.value) : null });
    } catch (cause) {
      throw new RangeError(`${operation.op} ${operation.path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
  return fromJson(schema, protobufForm(type, form));
}

/** One RFC 6902 operation as plain JSON. */
export interface JsonOperation {
  op: string;
  path: string;
  from?: string | undefined;
  value?: JsonValue;
}

/**
 * Applies one RFC 6902 operation to plain JSON in place. Objects that are missing on the way are created, because requests
 * may leave out empty members; so is a list that the operation appends to. Throws when the operation does not fit.
 */
export function patchJson(root: JsonValue, operation: JsonOperation): void {
  apply("open", root, operation);
}

/**
 * What is known of a value from the schema: undefined inside free-form values, "open" in plain JSON, whose objects may
 * have any member.
 */
type Type = { message: DescMessage } | { field: DescField } | "open" | undefined;

/** Applies one operation to the JSON form of a message. Missing lists, maps and messages are created. */
function apply(type: Type, root: JsonValue, { op, path, from, value }: JsonOperation): void {
  const given = value ?? null;
  switch (op) {
    case "add":
    case "replace":
      return edit(type, root, pointer(path), op, given);
    case "remove":
      return edit(type, root, pointer(path), op, null);
    case "test": {
      const found = at(root, pointer(path));
      if (!same(found, given)) throw new Error(`it is ${JSON.stringify(found)}`);
      return;
    }
    case "move":
    case "copy": {
      const found = structuredClone(at(root, pointer(from ?? "")));
      if (op === "move") edit(type, root, pointer(from ?? ""), "remove", null);
      return edit(type, root, pointer(path), "add", found);
    }
    default:
      throw new Error("unknown operation");
  }
}

/** The tokens of a JSON Pointer (RFC 6901) to something inside a document. */
function pointer(text: string): string[] {
  if (!text.startsWith("/")) throw new Error(`"${text}" does not point into the request`);
  return text.slice(1).split("/").map((t) => t.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function edit(type: Type, value: JsonValue, [token = "", ...rest]: string[], op: "add" | "replace" | "remove", given: JsonValue): void {
  if (Array.isArray(value)) {
    const adding = rest.length === 0 && op === "add";
    const index = token === "-" && adding ? value.length : /^(0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
    if (index < 0 || index >= value.length + (adding ? 1 : 0)) throw new Error(`the list has no item ${token}`);
    if (rest.length > 0) edit(inside(type), value[index]!, rest, op, given);
    else if (op === "remove") value.splice(index, 1);
    else value.splice(index, adding ? 0 : 1, given);
    return;
  }
  if (!isObject(value)) throw new Error(`"${token}" is not inside an object`);
  const child = member(type, token);
  const message = typeof type === "object" && "message" in type;
  if (message && !child) {
    if (op === "remove") return; // a message cannot hold what its schema does not know
    throw new Error(`unknown field "${token}"`);
  }
  if (rest.length > 0) {
    let next = own(value, token);
    if (next === undefined) {
      if (op === "remove") return;
      if (!message && type !== "open") throw new Error(`nothing exists at "${token}"`);
      const list = type === "open" ? rest[0] === "-" : typeof child === "object" && "field" in child && child.field.fieldKind === "list";
      next = list ? [] : {};
      set(value, token, next);
    }
    return edit(child, next, rest, op, given);
  }
  if (op === "remove") {
    delete value[token];
    return;
  }
  // A value for one member of a oneof takes the place of the others.
  if (typeof child === "object" && "field" in child && child.field.oneof) for (const f of child.field.oneof.fields) delete value[f.name];
  set(value, token, given);
}

/** What a list or map holds. */
function inside(type: Type): Type {
  if (type === "open") return type;
  if (!type || !("field" in type)) return undefined;
  const { field } = type;
  return field.message ? messageType(field.message) : field.enum ? { field } : undefined;
}

/** What an object's member is. */
function member(type: Type, name: string): Type {
  if (!type || type === "open") return type;
  if ("field" in type) {
    return type.field.fieldKind === "map" ? inside(type) : type.field.fieldKind === "message" ? member(messageType(type.field.message), name) : undefined;
  }
  const field = type.message.fields.find((f) => f.name === name);
  if (!field) return undefined;
  return field.fieldKind === "message" ? messageType(field.message) ?? { field } : { field };
}

/** Structs, values and times are free-form: their JSON is their own. */
function messageType(message: DescMessage): Type {
  return message.typeName.startsWith("google.protobuf.") ? undefined : { message };
}

function at(value: JsonValue, tokens: string[]): JsonValue {
  for (const token of tokens) {
    const next: JsonValue | undefined = Array.isArray(value) ? value[Number(token)] : isObject(value) ? own(value, token) : undefined;
    if (next === undefined) throw new Error(`nothing exists at "${token}"`);
    value = next;
  }
  return value;
}

function own(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Sets a member of any name, `__proto__` included. */
function set(value: JsonObject, name: string, to: JsonValue): void {
  Object.defineProperty(value, name, { value: to, writable: true, enumerable: true, configurable: true });
}

function isObject(v: JsonValue | undefined): v is JsonObject {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

function same(a: JsonValue, b: JsonValue): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => same(item, b[i]!));
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name]!, b[name]!));
  }
  return a === b;
}

/** How the service's JSON names an enum value: in lower case without the name of the enum. */
function enumName(kind: DescEnum, name: string): string {
  const value = kind.values.find((v) => v.name === name);
  if (value && hasOption(value, json_value)) return getOption(value, json_value);
  return name.slice(kind.values[0]!.name.length - "UNSPECIFIED".length).toLowerCase();
}

/** The service's JSON of protobuf's: they name enum values differently, and nothing else. */
function serviceForm(type: Type, value: JsonValue): JsonValue {
  return renamed(type, value, (kind, name) => enumName(kind, name));
}

function protobufForm(type: Type, value: JsonValue): JsonValue {
  return renamed(type, value, (kind, name) => kind.values.find((v) => enumName(kind, v.name) === name)?.name ?? name);
}

function renamed(type: Type, value: JsonValue, name: (kind: DescEnum, value: string) => string): JsonValue {
  if (!type || type === "open") return value;
  if (Array.isArray(value)) return value.map((item) => renamed(inside(type), item, name));
  if (isObject(value)) {
    const out: JsonObject = {};
    for (const key of Object.keys(value)) set(out, key, renamed(member(type, key), value[key]!, name));
    return out;
  }
  if ("field" in type && type.field.enum && typeof value === "string") return name(type.field.enum, value);
  return value;
}
