import { useEffect, useMemo, useState } from "preact/hooks";
import { fromJson, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import type { ErrorDetail } from "@sdk/gen/platen/api/v1/error_pb.js";
import type { BrandKitVerdict, BrandKitVersion } from "@sdk/gen/platen/brands/v1/brand_kit_pb.js";
import type { LayoutBox, Render } from "@sdk/gen/platen/rendering/v1/render_pb.js";
import { GenerateRequestSchema, Include, Preset } from "@sdk/gen/platen/rendering/v1/request_pb.js";
import { here, kits, platen } from "../../api";
import { CodeArea } from "../../codearea";
import { useAction } from "../../data";
import { applyOperations, operations } from "../../operations";
import { Button, Empty, Problem } from "../../ui";

const sample = `<style>
  body { margin: 0; background: #ffffff; font-family: Inter }
  h1 { margin: 0; padding: 24px 8px; font-size: 132px; color: #dc2626 }
  p { margin: 0 80px; font-size: 34px; color: var(--brand-primary) }
</style>
<h1 id="headline">Half price</h1>
<p class="note">Until Sunday, in every shop.</p>
`;

interface Judged { verdict: BrandKitVerdict; render: Render | undefined; problem: unknown }

/** A document that is checked against the locks of a version: the input, the findings and their fixes. */
export interface Checking {
  html: string;
  setHTML: (html: string) => void;
  overrides: JsonValue[];
  drop: () => void;
  judged: Judged | undefined;
  busy: boolean;
  error: unknown;
  judge: () => void;
  fix: (details: ErrorDetail[]) => void;
}

/** Checks documents against v; what was found is of the version it was found with. */
export function useChecking(v: BrandKitVersion | undefined): Checking {
  const [html, setHTML] = useState(sample);
  const [overrides, setOverrides] = useState<JsonValue[]>([]);
  const [judged, setJudged] = useState<Judged>();
  const act = useAction();
  useEffect(() => setJudged(undefined), [v]);
  const judge = async (text: string, changes: JsonValue[]) => {
    if (!v) return;
    await act.run(async () => {
      const laid = fromJson(GenerateRequestSchema, { overrides: changes }).overrides;
      const verdict = await kits.checkBrandKit({ kitId: v.kitId, check: { version: v.version, source: { case: "html", value: text }, overrides: laid, outputs: [{ preset: Preset.OG }] } });
      let render: Render | undefined, problem: unknown;
      try {
        render = await platen.preview({ source: { case: "html", value: text }, overrides: laid, outputs: [{ preset: Preset.OG }], include: [Include.LAYOUT_REPORT], ...(verdict.valid ? { brandKit: { id: v.kitId, version: v.version } } : {}) });
      } catch (e) { problem = e; }
      setJudged({ verdict, render, problem });
    });
  };
  return {
    html, setHTML, overrides, judged, busy: act.busy, error: act.error,
    drop: () => setOverrides([]),
    judge: () => void judge(html, overrides),
    fix: (details) => {
      const body: JsonObject = { html, overrides: structuredClone(overrides) };
      applyOperations(body, operations(details.flatMap((d) => d.fixPatch)));
      const text = String(body["html"]), changes = (body["overrides"] ?? []) as JsonValue[];
      setHTML(text);
      setOverrides(changes);
      void judge(text, changes);
    },
  };
}

/** The document beside the verdict. */
export function Check({ checking: c }: { checking: Checking }) {
  return (
    <div class="two">
      <section class="stack" aria-label="Document">
        <div class="card tall"><CodeArea label="Document" tab="html" language="html" text={c.html} onText={(_, x) => c.setHTML(x)} /></div>
        {c.overrides.length > 0 && <p class="note row">{c.overrides.length} override{c.overrides.length > 1 ? "s" : ""} from fixes <Button kind="quiet" icon="trash" onClick={c.drop}>Remove them</Button></p>}
        <div class="row"><Button kind="primary" icon="approve" busy={c.busy} onClick={c.judge} data-test="check">Check</Button><span class="hint">Checking is free. The image is a preview.</span></div>
      </section>
      <Verdict checking={c} />
    </div>
  );
}

/** What the locks say of the document: on the image, and in words with their fixes. onLock opens a lock by its id. */
export function Verdict({ checking: c, onLock }: { checking: Checking; onLock?: (id: string) => void }) {
  const [at, setAt] = useState<number>();
  const judged = c.judged;
  const errors = judged?.verdict.errors ?? [];
  const output = judged?.render?.outputs[0];
  const boxes = judged?.render?.layoutReport[0]?.boxes ?? [];
  const places = useMemo(() => errors.map((d) => boxOf(String(d.context?.["node"] ?? ""), boxes)), [judged]);
  return (
    <section class="stack" aria-label="Verdict" aria-busy={c.busy}>
      <Problem error={c.error} />
      {!judged && !c.busy && <Empty icon="approve" title="Is it on brand?" action={onLock && <Button icon="approve" onClick={c.judge} data-test="check">Check the document</Button>}>Check a document: broken locks are marked on the image, with the change that fixes them.</Empty>}
      {judged && <div class={`verdict ${judged.verdict.valid ? "good" : "bad"}`} role="status" data-test="verdict">{judged.verdict.valid ? "No lock is broken" : `${errors.length} lock${errors.length > 1 ? "s are" : " is"} broken`}
        {!judged.verdict.valid && errors.some((d) => d.fixPatch.length > 0) && <Button icon="wand" busy={c.busy} onClick={() => c.fix(errors)} data-test="fix-all">Fix all</Button>}</div>}
      {output && <div class="paper framed-picture marked">
        <img src={here(output.url)} width={output.width} height={output.height} alt="The document" />
        {places.map((b, i) => b && <span key={i} class={`mark-box ${i === at ? "at" : ""}`} style={{ left: `${(b.x / output.width) * 100}%`, top: `${(b.y / output.height) * 100}%`, width: `${(b.width / output.width) * 100}%`, height: `${(b.height / output.height) * 100}%` }}><b style={{ left: `${places.slice(0, i).filter((o) => o === b).length * 24 - 2}px` }}>{i + 1}</b></span>)}
      </div>}
      {judged && <Problem error={judged.problem} />}
      <ol class="violations">{errors.map((d, i) => {
        const lock = String(d.context?.["lock_id"] ?? "");
        return (
          <li key={i} data-test="violation" onMouseEnter={() => setAt(i)} onMouseLeave={() => setAt(undefined)} onFocusCapture={() => setAt(i)} onBlurCapture={() => setAt(undefined)}>
            <b>{i + 1}</b>
            <div><p>{d.message}</p><p class="sub soft"><code>{String(d.context?.["node"] ?? d.path)}</code> by the lock {lock && onLock ? <button type="button" class="link" onClick={() => onLock(lock)}>{lock}</button> : <code>{lock || String(d.context?.["rule"] ?? "")}</code>}</p></div>
            {d.fixPatch.length > 0 && <Button icon="wand" busy={c.busy} onClick={() => c.fix([d])} aria-label={`Fix number ${i + 1}`}>Fix</Button>}
          </li>
        );
      })}</ol>
      {judged && judged.verdict.warnings.length > 0 && <ul class="remarks card">{judged.verdict.warnings.map((w, i) => <li key={i}><span class="soft mono">{w.path}</span> {w.message}</li>)}</ul>}
    </section>
  );
}

/** The box that a selector such as `main > h1#headline.big` names; the last step decides. */
function boxOf(selector: string, boxes: LayoutBox[]): LayoutBox | undefined {
  const last = selector.split(/[\s>]+/).pop() ?? "";
  const id = /#([\w-]+)/.exec(last)?.[1], css = /\.([\w-]+)/.exec(last)?.[1], tag = /^[a-z][\w-]*/.exec(last)?.[0];
  const nth = Number(/:nth-of-type\((\d+)\)/.exec(last)?.[1] ?? 1);
  const fit = boxes.filter((b) => (!id || b.id === id) && (!css || (b.class ?? "").split(" ").includes(css)) && (!tag || b.tag === tag));
  return id || css || tag ? fit[Math.min(nth, fit.length) - 1] : undefined;
}
