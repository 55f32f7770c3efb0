import assert from "node:assert/strict";
import test from "node:test";
import { create, toJson } from "@bufbuild/protobuf";
import type { Child, DocumentNode } from "@platenhq/platen/jsx-runtime";
import { GenerateRequestSchema, Preset, type GenerateInit } from "../src/index.js";
import { cssName } from "../src/jsx/style.js";

function Badge({ children, tone = "plain" }: { children?: Child; tone?: string }) {
  return <span class={["badge", { hot: tone === "hot", cold: false }]}>{children}</span>;
}

const List = ({ items }: { items: string[] }) => <>{items.map((item, i) => <li key={i}>{item}</li>)}</>;

test("an element is a node", () => {
  const card: DocumentNode = (
    <div id="card" className="a  b" style={{ display: "flex", fontSize: 72, lineHeight: 1.2, padding: 0, WebkitLineClamp: 2, "--ink": 3, SvcTextFit: "shrink", color: null }}>
      <h1>Launch {2} days{"!"}</h1>
      {false}{null}{undefined}{true}
      <img src="asset:asset_1" alt="" width={80} srcSet="x 2x" hidden={false} aria-hidden={true} data-n={1} />
    </div>
  );
  assert.deepEqual(card, {
    tag: "div", id: "card", class: "a  b",
    style: { display: "flex", "font-size": "72px", "line-height": "1.2", padding: "0", "-webkit-line-clamp": "2", "--ink": "3", "-svc-text-fit": "shrink" },
    children: [
      { tag: "h1", text: "Launch 2 days!" },
      { tag: "img", attrs: { src: "asset:asset_1", alt: "", width: "80", srcset: "x 2x", "aria-hidden": "true", "data-n": "1" } },
    ],
  });
});

test("components, fragments and lists", () => {
  assert.deepEqual(<ul><List items={["a", "b"]} />{[<li>c</li>, ["d"]]}</ul>, {
    tag: "ul", children: [{ tag: "li", text: "a" }, { tag: "li", text: "b" }, { tag: "li", text: "c" }, { text: "d" }],
  });
  assert.deepEqual(<Badge tone="hot">7 <b>new</b></Badge>, { tag: "span", class: "badge hot", children: [{ text: "7 " }, { tag: "b", text: "new" }] });
  assert.deepEqual(<><p /><p /></>, { tag: "div", children: [{ tag: "p" }, { tag: "p" }] });
  const Nothing = () => null;
  const Words = () => ["a", 1];
  assert.deepEqual(<p><Nothing /><Words /></p>, { tag: "p", text: "a1" });
});

test("styles as text and as lists", () => {
  assert.deepEqual((<p style={["Color: red; background: url(data:a;b) /* ; */", false, { color: "blue" }, `content: ";\\""; --Ink: x`]} />).style, {
    background: "url(data:a;b)", color: "blue", content: '";\\""', "--Ink": "x",
  });
  assert.equal(cssName("MozTabSize"), "-moz-tab-size");
  assert.throws(() => <p style="nonsense" />, SyntaxError);
  assert.throws(() => <p style={{ width: NaN }} />, RangeError);
});

test("elements beyond HTML and SVG", () => {
  assert.deepEqual(
    <div>
      <qr-code value="https://example.com" level="Q" shape="rounded" />
      <chart-bar values={[[1, 2], [3, 4]]} labels={["Q1", "Q2"]} grid={false} stacked />
      <chart-donut values={[{ label: "Direct", value: 45 }]} label="8.4k" />
      <icon name="lucide:rocket" stroke-width={1.5} />
      <svg viewBox="0 0 8 8"><path d="M0 0L8 8" strokeWidth={2} /><linearGradient gradientUnits="userSpaceOnUse" /></svg>
    </div>,
    {
      tag: "div",
      children: [
        { tag: "qr-code", attrs: { value: "https://example.com", level: "Q", shape: "rounded" } },
        { tag: "chart-bar", attrs: { values: "[[1,2],[3,4]]", labels: '["Q1","Q2"]', grid: "no", stacked: "" } },
        { tag: "chart-donut", attrs: { values: '[{"label":"Direct","value":45}]', label: "8.4k" } },
        { tag: "icon", attrs: { name: "lucide:rocket", "stroke-width": "1.5" } },
        {
          tag: "svg", attrs: { viewBox: "0 0 8 8" },
          children: [{ tag: "path", attrs: { d: "M0 0L8 8", "stroke-width": "2" } }, { tag: "linearGradient", attrs: { gradientUnits: "userSpaceOnUse" } }],
        },
      ],
    },
  );
});

test("what an image cannot do is rejected", () => {
  const props = { onClick: () => {} } as object;
  assert.throws(() => <div {...props} />, /behaviour/);
  const Later = (async () => "x") as unknown as () => string;
  assert.throws(() => <Later />, /async/);
  assert.throws(() => <div>{new Date(0) as unknown as string}</div>, /no node/);
});

test("the type checker knows the elements", () => {
  // @ts-expect-error there is no such level
  assert.ok(<qr-code level="X" />);
  // @ts-expect-error there is no such element
  assert.ok(<marquee-banner />);
  // @ts-expect-error there is no such property
  assert.ok(<div style={{ fontSizes: 3 }} />);
  // @ts-expect-error the component needs its items
  assert.throws(() => <List />);
});

test("a request takes the tree", () => {
  const request: GenerateInit = { source: { case: "document", value: <div><p>Hi</p></div> }, outputs: [{ preset: Preset.OG }] };
  assert.deepEqual(toJson(GenerateRequestSchema, create(GenerateRequestSchema, request)), {
    document: { tag: "div", children: [{ tag: "p", text: "Hi" }] }, outputs: [{ preset: "PRESET_OG" }],
  });
});
