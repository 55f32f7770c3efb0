import { toJson, type JsonValue } from "@bufbuild/protobuf";
import { ValueSchema } from "@bufbuild/protobuf/wkt";
import type { PatchOperation } from "@sdk/gen/platen/api/v1/error_pb.js";

/** Patches as plain JSON. */
export const operations = (patches: PatchOperation[]): { op: string; path: string; value?: JsonValue }[] =>
  patches.map((p) => ({ op: p.op, path: p.path, ...(p.value ? { value: toJson(ValueSchema, p.value) } : {}) }));
