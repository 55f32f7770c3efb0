import { toJson, type JsonValue } from "@bufbuild/protobuf";
import { ValueSchema } from "@bufbuild/protobuf/wkt";
import type { PatchOperation } from "@sdk/gen/platen/api/v1/error_pb.js";
import { patchJson } from "@sdk/patch.js";

/** A patch of RFC 6902 as plain JSON. */
export type Operations = { op: string; path: string; value?: JsonValue }[];

/** Patches as plain JSON. */
export const operations = (patches: PatchOperation[]): Operations =>
  patches.map((p) => ({ op: p.op, path: p.path, ...(p.value ? { value: toJson(ValueSchema, p.value) } : {}) }));

/**
 * Applies operations to plain JSON in place. One that does not fit is skipped: the view may hold only a part of the request,
 * and the service reports what remains.
 */
export function applyOperations(root: JsonValue, list: Operations): void {
  for (const o of list) {
    try {
      patchJson(root, o);
    } catch (cause) {
      console.warn(`skipped ${o.op} ${o.path}`, cause);
    }
  }
}
