import { toJson, type JsonValue } from "@bufbuild/protobuf";
import { ValueSchema } from "@bufbuild/protobuf/wkt";
import type { PatchOperation } from "@sdk/gen/platen/api/v1/error_pb.js";

/** A patch of RFC 6902 as plain JSON. */
export type Operations = { op: string; path: string; value?: JsonValue }[];

/** Patches as plain JSON. */
export const operations = (patches: PatchOperation[]): Operations =>
  patches.map((p) => ({ op: p.op, path: p.path, ...(p.value ? { value: toJson(ValueSchema, p.value) } : {}) }));
