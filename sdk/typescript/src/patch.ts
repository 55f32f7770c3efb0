import { fromJson, toJson, type DescEnum, type DescField, type DescMessage, type JsonObject, type JsonValue, type MessageShape } from "@bufbuild/protobuf";
import { ValueSchema } from "@bufbuild/protobuf/wkt";
import type { PlatenError } from "./errors.js";
import type { PatchOperation } from "./gen/platen/api/v1/error_pb.js";

/**
 * Returns the request mended with the patches of every detail of the error. Sending it again clears the
 * problems that had one. Throws when a patch does not fit the request.
 */
export function applyFixes<D extends DescMessage>(error: PlatenError, schema: D, request: MessageShape<D>): MessageShape<D> {
  const root = toJson(schema, request, { useProtoFieldName: true });
  for (const detail of error.details) {
    for (const operation of detail.fixPatch) apply(schema, root, operation);
  }
  return fromJson(schema, root);
}

/** Applies one RFC 6902 operation (add, remove, replace) to the JSON form of a message. */
function apply(schema: DescMessage, root: JsonValue, operation: PatchOperation): void {
  const tokens = operation.path.slice(1).split("/").map((t) => t.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = tokens.pop() ?? "";
  let parent: JsonValue | undefined = root;
  for (const token of tokens) {
    parent = Array.isArray(parent) ? parent[Number(token)] : isObject(parent) ? parent[token] : undefined;
  }
  const value = (): JsonValue => {
    const plain = operation.value ? toJson(ValueSchema, operation.value) : null;
    const field = fieldAt(schema, [...tokens, last]);
    return field ? protobufForm(field, plain) : plain;
  };
  if (Array.isArray(parent)) {
    const index = last === "-" ? parent.length : Number(last);
    if (!Number.isInteger(index) || index < 0 || index > parent.length - (operation.op === "add" ? 0 : 1)) {
      throw new RangeError(`${operation.op} ${operation.path}: the list has no such item`);
    }
    if (operation.op === "remove") parent.splice(index, 1);
    else parent.splice(index, operation.op === "add" ? 0 : 1, value());
  } else if (isObject(parent)) {
    if (operation.op === "remove") delete parent[last];
    else parent[last] = value();
  } else if (operation.op !== "remove") {
    throw new RangeError(`${operation.op} ${operation.path}: there is nothing to change`);
  }
}

function isObject(v: JsonValue | undefined): v is JsonObject {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

/** The field that a path leads to; undefined inside free-form values. */
function fieldAt(schema: DescMessage, tokens: string[]): DescField | undefined {
  let message: DescMessage | undefined = schema;
  let field: DescField | undefined;
  for (const token of tokens) {
    if (field && (field.fieldKind === "list" || field.fieldKind === "map")) {
      message = field.message;
      if (tokens.indexOf(token) === tokens.length - 1) return field;
      field = undefined;
      continue;
    }
    field = message?.fields.find((f) => f.name === token);
    message = field?.fieldKind === "message" ? field.message : undefined;
    if (!field) return undefined;
  }
  return field;
}

/** The service's JSON names enum values in short; protobuf's in full. Everything else is the same. */
function protobufForm(field: DescField, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => protobufForm(field, item));
  const kind: DescEnum | undefined = field.enum;
  if (kind && typeof value === "string") {
    return kind.values.find((v) => v.name.endsWith(`_${value.toUpperCase()}`))?.name ?? value;
  }
  const message: DescMessage | undefined = field.message;
  if (message && !message.typeName.startsWith("google.protobuf.") && isObject(value) && field.fieldKind !== "map") {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => {
      const inner = message.fields.find((f) => f.name === name);
      return [name, inner ? protobufForm(inner, item) : item];
    }));
  }
  return value;
}
