import { create, fromJson, toJson, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { NodeSchema } from "@sdk/gen/platen/rendering/v1/document_pb.js";
import { GenerateRequestSchema, Include, Operation, Preset, TemplateRefSchema, type GenerateRequest } from "@sdk/gen/platen/rendering/v1/request_pb.js";
import { setDataJson } from "@sdk/digits.js";
import { applyOperations } from "./operations";

export type Source = "html" | "tree" | "template";

/** What the playground holds. */
export interface Work {
  source: Source;
  html: string;
  css: string;
  tree: string;
  template: string;
  data: string;
  sizes: string[];
  seed: string;
  brand: string;
  overrides: JsonValue[];
}

/** The named sizes of images. */
export const sizes: Record<string, [number, number]> = {
  og: [1200, 630], twitter: [1200, 600], linkedin: [1200, 627], whatsapp: [800, 800], instagram_post: [1080, 1080], instagram_story: [1080, 1920],
  pinterest: [1000, 1500], youtube_thumb: [1280, 720], email_header: [1200, 400],
};

const labels: Record<string, string> = { og: "OG", linkedin: "LinkedIn", whatsapp: "WhatsApp", youtube_thumb: "YouTube thumb" };

/** The display name of a size, or of an image that was named after one. */
export const label = (size: string): string => labels[size] ?? size.charAt(0).toUpperCase() + size.slice(1).replaceAll("_", " ");

const first = `<style>
  body { margin: 0; font-family: Inter; color: #fff;
    background: linear-gradient(135deg, #0f172a, #312e81 55%, #6366f1) }
  main { box-sizing: border-box; height: 100vh; padding: 80px;
    display: flex; flex-direction: column; justify-content: center }
  h1 { margin: 0 0 20px; font-size: 92px; line-height: 1.05;
    letter-spacing: -.03em; text-wrap: balance }
  p { margin: 0; font-size: 34px; color: #c7d2fe }
</style>
<main>
  <h1 id="headline">Type here, see the result there</h1>
  <p>The same request gives the same bytes on every machine.</p>
</main>
`;

const tree = `{
  "tag": "div",
  "style": { "display": "flex", "height": "100vh", "box-sizing": "border-box", "padding": "80px", "align-items": "center", "background": "#FEF3C7" },
  "children": [
    { "tag": "h1", "id": "headline", "style": { "font-size": "88px", "color": "#78350F", "font-family": "Inter" }, "text": "The same, as a tree" }
  ]
}
`;

const kept = "platen.playground";

export function begin(): Work {
  const fresh: Work = { source: "html", html: first, css: "", tree, template: "social-card", data: "{}\n", sizes: ["og"], seed: "", brand: "", overrides: [] };
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(kept) ?? "{}"), overrides: [] };
  } catch {
    return fresh;
  }
}

export function keep(work: Work): void {
  try {
    localStorage.setItem(kept, JSON.stringify(work));
  } catch { /* a full store keeps nothing */ }
}

/** Says that a part of the work is not JSON; the tab names it. */
export class Unreadable extends Error {
  constructor(readonly tab: string, reason: string) { super(`${tab} is not JSON: ${reason}`); }
}

/** Reads what was typed into a tab, or throws Unreadable. */
export function parsed(tab: string, text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (e) {
    throw new Unreadable(tab, e instanceof Error ? e.message : String(e));
  }
}

/** The request in the JSON of the REST interface: what curl sends. */
export function plain(work: Work, operation: "preview" | "render" = "preview"): JsonObject {
  const body: JsonObject = { operation };
  if (work.source === "html") {
    body["html"] = work.html;
    if (work.css.trim()) body["css"] = work.css;
  } else if (work.source === "tree") {
    body["document"] = parsed("tree", work.tree);
  } else {
    body["template"] = { id: work.template };
    const data = parsed("data", work.data.trim() || "{}");
    if (Object.keys(data as JsonObject).length > 0) body["data"] = data;
  }
  if (work.overrides.length > 0) body["overrides"] = work.overrides;
  if (work.brand) body["brand_id"] = work.brand;
  body["outputs"] = work.sizes.map((preset) => ({ preset }));
  if (/^\d+$/.test(work.seed)) body["seed"] = Number(work.seed);
  return body;
}

/** The same as a message of the SDK. */
export function message(work: Work, operation = Operation.PREVIEW): GenerateRequest {
  const body = plain(work);
  const request = create(GenerateRequestSchema, {
    operation,
    outputs: work.sizes.map((s) => ({ preset: Preset[s.toUpperCase() as keyof typeof Preset] })),
    include: operation === Operation.PREVIEW ? [Include.LAYOUT_REPORT] : [],
  });
  if (work.source === "html") {
    request.source = { case: "html", value: work.html };
    if (work.css.trim()) request.css = work.css;
  } else if (work.source === "tree") {
    try {
      request.source = { case: "document", value: fromJson(NodeSchema, body["document"]!) };
    } catch (e) {
      throw new Unreadable("tree", e instanceof Error ? e.message : String(e));
    }
  } else {
    request.source = { case: "template", value: create(TemplateRefSchema, { id: work.template }) };
    if (body["data"]) setDataJson(request, work.data);
  }
  if (work.overrides.length > 0) request.overrides = (fromJson(GenerateRequestSchema, { overrides: work.overrides })).overrides;
  if (work.brand) request.brandId = work.brand;
  if (typeof body["seed"] === "number") request.seed = body["seed"];
  return request;
}

const prefixes = /^(?:OPERATION|PRESET|OUTPUT_FORMAT|INCLUDE|DIRECTION|ENGINE_CHOICE|DELIVERY_MODE|ON_APPROVAL|MISSING_(?:VARIABLE|GLYPH|IMAGE))_(?=[A-Z0-9_]+$)/;

/** A request of the SDK in the JSON of the REST interface. */
export function written(request: GenerateRequest): JsonObject {
  const plainly = (v: JsonValue): JsonValue => {
    if (Array.isArray(v)) return v.map(plainly);
    if (v !== null && typeof v === "object") return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, ["html", "css", "data", "document"].includes(k) ? x : plainly(x)]));
    return typeof v === "string" && prefixes.test(v) ? v.replace(prefixes, "").toLowerCase() : v;
  };
  return plainly(toJson(GenerateRequestSchema, request, { useProtoFieldName: true })) as JsonObject;
}

/** The work that a request in the JSON of the REST interface is of, as far as the playground can show it. */
export function unpack(body: JsonObject): Work {
  const named = ((body["outputs"] ?? []) as JsonObject[]).map((o) => String(o["preset"] ?? "")).filter((p) => sizes[p]);
  const template = body["template"] as JsonObject | undefined;
  return {
    ...begin(), source: template ? "template" : body["document"] !== undefined ? "tree" : "html", html: String(body["html"] ?? ""), css: String(body["css"] ?? ""),
    ...(body["document"] !== undefined ? { tree: JSON.stringify(body["document"], null, 2) + "\n" } : {}),
    ...(template ? { template: String(template["id"]) } : {}), data: JSON.stringify(body["data"] ?? {}, null, 2) + "\n",
    sizes: named.length > 0 ? named : ["og"], seed: body["seed"] === undefined ? "" : String(body["seed"]), brand: String(body["brand_id"] ?? ""), overrides: (body["overrides"] ?? []) as JsonValue[],
  };
}

/** Applies patches of the REST form to the work: to the text it came from, or to the overrides. */
export function applyFixes(work: Work, operations: { op: string; path: string; value?: JsonValue }[]): Work {
  const root = plain(work) as JsonValue;
  applyOperations(root, operations);
  const body = root as JsonObject;
  const next: Work = { ...work, overrides: (body["overrides"] as JsonValue[]) ?? [] };
  if (typeof body["html"] === "string") next.html = body["html"];
  next.css = typeof body["css"] === "string" ? body["css"] : "";
  if (work.source !== "html") next.css = work.css;
  if (body["document"] !== undefined) next.tree = JSON.stringify(body["document"], null, 2) + "\n";
  if (work.source === "template") next.data = JSON.stringify(body["data"] ?? {}, null, 2) + "\n";
  const named = (body["outputs"] as JsonObject[]).map((o) => o["preset"]).filter((p): p is string => typeof p === "string");
  if (named.length > 0) next.sizes = named;
  next.seed = typeof body["seed"] === "number" ? String(body["seed"]) : "";
  return next;
}
