import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { ImageResponse, type ImageResponseOptions } from "../src/og.js";
import { close, render } from "../src/local.js";
import { fromReact, type ReactElementLike, type ReactNodeLike } from "../src/jsx/react.js";

const { examples, h } = (await import(new URL("../../test/og/examples.mjs", import.meta.url).href)) as {
  examples: Record<string, [ReactElementLike, ImageResponseOptions?]>;
  h: (type: unknown, props: object | null, ...children: ReactNodeLike[]) => ReactElementLike;
};

after(close);

async function bytes(element: ReactElementLike, options?: ImageResponseOptions): Promise<Buffer> {
  return Buffer.from(await new ImageResponse(element, options).arrayBuffer());
}

function isPng(file: Buffer, width: number, height: number): void {
  assert.equal(file.toString("latin1", 1, 4), "PNG");
  assert.deepEqual([file.readUInt32BE(16), file.readUInt32BE(20)], [width, height]);
}

test("the documentation's examples are drawn", async () => {
  for (const [name, [element, options]] of Object.entries(examples)) {
    const file = await bytes(element, options);
    isPng(file, 1200, 630);
    assert.ok(file.length > 5000, `${name} has ${file.length} bytes`);
  }
});

test("a document written as HTML has the same pixels", async () => {
  const file = await bytes(h("div", { style: { width: "100%", height: "100%", alignItems: "center", justifyContent: "center", padding: "50px 200px", fontSize: 40 } }, "Hello"));
  const { bytes: want } = await render({
    html: '<body style="margin:0;height:630px"><div style="display:flex;box-sizing:border-box;height:100%;align-items:center;justify-content:center;padding:50px 200px;font:40px Noto Sans">Hello</div>',
  });
  assert.ok(file.equals(want));
});

test("tw wins over the defaults, style over tw", async () => {
  const box = (props: object) => bytes(h("div", { ...props }, h("div", { style: { background: "red", width: 50, height: 50 } }), h("div", { style: { background: "blue", width: 50, height: 50 } })), { width: 200, height: 200 });
  const row = await box({});
  const column = await box({ tw: "flex-col" });
  assert.ok(!row.equals(column));
  assert.ok(column.equals(await box({ style: { flexDirection: "column" } })));
  assert.ok(row.equals(await box({ tw: "flex-col", style: { flexDirection: "row" } })));
  assert.ok(!row.equals(await box({ tw: "hidden" })));
});

test("the response has the headers and the status of @vercel/og", async () => {
  const plain = new ImageResponse(h("div", null, "x"));
  assert.equal(plain.status, 200);
  assert.equal(plain.headers.get("content-type"), "image/png");
  assert.equal(plain.headers.get("cache-control"), "public, immutable, no-transform, max-age=31536000");
  assert.ok(plain instanceof Response);
  await plain.body?.cancel();
  const custom = new ImageResponse(h("div", null, "x"), { width: 300, height: 200, status: 404, statusText: "No", headers: { "Cache-Control": "no-store", "X-Card": "1" } });
  assert.deepEqual([custom.status, custom.statusText, custom.headers.get("cache-control"), custom.headers.get("x-card")], [404, "No", "no-store", "1"]);
  isPng(Buffer.from(await custom.arrayBuffer()), 300, 200);
  const kept = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "development";
  try {
    const dev = new ImageResponse(h("div", null, "x"));
    assert.equal(dev.headers.get("cache-control"), "no-cache, no-store");
    await dev.body?.cancel();
  } finally {
    if (kept === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = kept;
  }
  await assert.rejects(new ImageResponse(h("div", null, "x"), { width: -1 }).arrayBuffer(), /INVALID_REQUEST/);
  await assert.rejects(new ImageResponse("text" as never).arrayBuffer(), TypeError);
});

test("debug outlines, and fonts are used", async () => {
  const text = h("div", { style: { fontSize: 60 } }, "Hamburgefonts");
  const plain = await bytes(text);
  assert.ok(!plain.equals(await bytes(text, { debug: true })));
  const data = await readFile(new URL("../../../../modules/rendering/engine/font/testdata/playfair-display-vietnamese-400-normal.woff", import.meta.url));
  const vietnamese = h("div", { style: { fontSize: 60 } }, "ậệộ");
  const fallback = await bytes(vietnamese);
  assert.ok(!fallback.equals(await bytes(vietnamese, { fonts: [{ name: "Card", data, weight: 400, style: "normal" }] })));
  // A file that is no font is left out, as a browser does.
  assert.ok(fallback.equals(await bytes(vietnamese, { fonts: [{ name: "Broken", data: new Uint8Array([1, 2, 3]) }] })));
});

test("elements of React: components, async ones, fragments, memo and refs", async () => {
  const fragment = Symbol.for("react.fragment");
  class Old {
    static isReactComponent = true;
    constructor(readonly props: { name: string }) {}
    render() {
      return h("i", null, this.props.name);
    }
  }
  (Old.prototype as { isReactComponent?: object }).isReactComponent = {};
  const Later = async ({ name }: { name: string }) => h("b", { key: 1, onClick: () => {} }, name);
  const tree = await fromReact(
    h("div", { className: "a", tw: "flex p-4", ref: {} },
      h(fragment, null, h(Later, { name: "later" }), [h(Old, { name: "old" })]),
      h({ $$typeof: Symbol.for("react.memo"), type: Later }, { name: "memo" }),
      h({ $$typeof: Symbol.for("react.forward_ref"), render: (props: { name: string }) => props.name }, { name: "ref" }),
      null, false, 3, Promise.resolve("soon")),
  );
  assert.deepEqual(tree, {
    tag: "div", class: "a flex p-4",
    children: [{ tag: "b", text: "later" }, { tag: "i", text: "old" }, { tag: "b", text: "memo" }, { text: "ref3soon" }],
  });
  await assert.rejects(fromReact(h("div", { dangerouslySetInnerHTML: { __html: "x" } })), /dangerouslySetInnerHTML/);
  await assert.rejects(fromReact({ a: 1 } as never), /not a valid child/);
});
