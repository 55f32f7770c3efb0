import { fromJson, toJson, type JsonObject } from "@bufbuild/protobuf";
import { BrandKitVersionSchema, type BrandKitVersion } from "@sdk/gen/platen/brands/v1/brand_kit_pb.js";
import { KitContentSchema } from "@sdk/gen/platen/brands/v1/kit_pb.js";

/** The kit that a new brand begins with. */
export const beginning: JsonObject = {
  colors: { palette: { ink: "#0F172A", sky: "#38BDF8", paper: "#FFFFFF" }, roles: { primary: "ink", accent: "sky", background: "paper", "on-primary": "paper" }, neutrals_allowed: true },
  typography: { fonts: [{ family: "Inter", fallback: ["Noto Sans"] }], roles: { heading: { family: "Inter", weight: 700 }, body: { family: "Inter", weight: 400 } } },
  layout: { safe_area: "5%" },
  locks: [
    { id: "colours", property: "color", mode: "allow", value: ["ink", "sky", "paper"] },
    { id: "headline", selector: "#headline", property: "font-size", mode: "range", min: "40px", max: "96px" },
    { id: "fonts", property: "font-family", mode: "allow", value: ["Inter"] },
    { id: "edges", target: "layout.safe_area", mode: "min", value: "5%" },
    { id: "clear", target: "contrast", mode: "min", value: 4.5, severity: "warn" },
  ],
};

/** A kit's content as it is written, as a message. */
export function content(written: JsonObject) {
  const locks = ((written["locks"] ?? []) as JsonObject[]).map((l) => ({
    ...l, mode: `LOCK_MODE_${String(l["mode"]).toUpperCase()}`, ...(l["severity"] ? { severity: `LOCK_SEVERITY_${String(l["severity"]).toUpperCase()}` } : {}),
  }));
  return fromJson(KitContentSchema, { ...written, locks });
}

/** A version's content as it is written. */
export function written(v: BrandKitVersion): JsonObject {
  const all = toJson(BrandKitVersionSchema, v, { useProtoFieldName: true }) as JsonObject;
  const out: JsonObject = {};
  for (const k of ["colors", "typography", "logos", "layout", "locks"]) if (all[k] !== undefined) out[k] = all[k]!;
  return JSON.parse(JSON.stringify(out).replace(/"LOCK_(?:MODE|SEVERITY)_(\w+)"/g, (_, w: string) => `"${w.toLowerCase()}"`));
}
