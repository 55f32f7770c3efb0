import assert from "node:assert/strict";
import test from "node:test";
import { create, equals, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { applyPatch, ErrorSchema, GenerateRequestSchema, OutputFormat, Preset } from "../src/index.js";
import { patchJson, type JsonOperation } from "../src/patch.js";

const operations = (patch: JsonValue) => fromJson(ErrorSchema, { details: [{ fixPatch: patch }] }).details[0]!.fixPatch;
const before = () => create(GenerateRequestSchema, {
  source: { case: "document", value: { tag: "div", style: { color: "red" }, children: [{ tag: "p", text: "a" }, { tag: "b" }] } },
  data: { list: [1, { x: [true] }], "a/b": 1 },
  outputs: [{ width: 100, preset: Preset.OG, format: OutputFormat.PNG }, { scale: 2 }],
  metadata: { k: "v" },
});
const html = { case: "html" as const, value: "<p>" };

test("operations change a request as its JSON", () => {
  const cases: [JsonValue, Parameters<typeof create<typeof GenerateRequestSchema>>[1]][] = [
    [[{ op: "replace", path: "/html", value: "<p>" }, { op: "remove", path: "/data" }, { op: "remove", path: "/outputs" }, { op: "remove", path: "/metadata/k" }], { source: html }],
    [[{ op: "add", path: "/html", value: "<p>" }, { op: "add", path: "/data/list/1/x/0", value: null }, { op: "remove", path: "/data/a~1b" },
      { op: "remove", path: "/outputs" }, { op: "remove", path: "/metadata" }, { op: "remove", path: "/bogus" }],
      { source: html, data: { list: [1, { x: [null, true] }] } }],
    [[{ op: "replace", path: "/html", value: "<p>" }, { op: "remove", path: "/data" }, { op: "test", path: "/outputs/0/preset", value: "og" },
      { op: "copy", from: "/outputs/0/preset", path: "/outputs/1/preset" }, { op: "move", from: "/metadata/k", path: "/metadata/l" },
      { op: "add", path: "/outputs/0/page/margin", value: "1cm" }, { op: "remove", path: "/outputs/0/format" }, { op: "add", path: "/overrides/-", value: { node: "n", style: { color: "red" } } },
      { op: "add", path: "/webhook_ids/-", value: "wh_1" }, { op: "add", path: "/on_missing/glyph", value: "error" }],
      { source: html, outputs: [{ width: 100, preset: Preset.OG, page: { margin: "1cm" } }, { scale: 2, preset: Preset.OG }], metadata: { l: "v" },
        overrides: [{ node: "n", style: { color: "red" } }], webhookIds: ["wh_1"], onMissing: { glyph: 1 } }],
  ];
  for (const [patch, want] of cases) {
    const after = applyPatch(GenerateRequestSchema, before(), operations(patch));
    assert.ok(equals(GenerateRequestSchema, after, create(GenerateRequestSchema, want)), JSON.stringify(after));
  }
});

test("operations that do not fit throw and change nothing", () => {
  const bad: JsonValue[] = [
    [{ op: "remove", path: "/metadata" }, { op: "test", path: "/outputs/0/width", value: 101 }],
    [{ op: "replace", path: "/outputs/0/preset", value: "post" }],
    [{ op: "replace", path: "/outputs/2/width", value: 1 }],
    [{ op: "replace", path: "/outputs/-", value: {} }],
    [{ op: "replace", path: "/outputs/0/width", value: "wide" }],
    [{ op: "add", path: "/bogus", value: 1 }],
    [{ op: "add", path: "/css/x", value: 1 }],
    [{ op: "remove", path: "header:Accept" }],
    [{ op: "fix", path: "/css" }],
    [{ op: "copy", from: "/data/none", path: "/css" }],
  ];
  for (const patch of bad) {
    const request = before();
    assert.throws(() => applyPatch(GenerateRequestSchema, request, operations(patch)), JSON.stringify(patch));
    assert.ok(equals(GenerateRequestSchema, request, before()));
  }
});

test("operations change plain JSON in place and create missing objects", () => {
  const cases: [JsonValue, JsonOperation, JsonValue][] = [
    [{}, { op: "replace", path: "/a/b", value: 1 }, { a: { b: 1 } }],
    [{}, { op: "add", path: "/overrides/-", value: {} }, { overrides: [{}] }],
    [{}, { op: "remove", path: "/a/b" }, {}],
    [{ a: [1, 2] }, { op: "add", path: "/a/0", value: 0 }, { a: [0, 1, 2] }],
    [{ a: [1, 2] }, { op: "remove", path: "/a/0" }, { a: [2] }],
    [{ a: [{}] }, { op: "add", path: "/a/0/b~1c/d", value: null }, { a: [{ "b/c": { d: null } }] }],
    [{ a: 1 }, { op: "move", from: "/a", path: "/b" }, { b: 1 }],
  ];
  for (const [root, operation, want] of cases) {
    patchJson(root, operation);
    assert.deepEqual(root, want);
  }
  const root: JsonValue = {};
  patchJson(root, { op: "add", path: "/__proto__/polluted", value: true });
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  assert.deepEqual(Object.keys(root), ["__proto__"]);
  for (const operation of [{ op: "replace", path: "/a/2", value: 3 }, { op: "add", path: "/a/9/b", value: 3 }, { op: "add", path: "/b/c", value: 3 }, { op: "fix", path: "/a" }]) {
    assert.throws(() => patchJson({ a: [1, 2], b: "text" }, operation), JSON.stringify(operation));
  }
});
