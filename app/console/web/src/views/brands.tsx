import { useMemo, useState } from "preact/hooks";
import { fromJson, toJson, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { BrandKitStatus, BrandKitVersionSchema, type BrandKit, type BrandKitVerdict, type BrandKitVersion } from "@sdk/gen/platen/brands/v1/brand_kit_pb.js";
import { KitContentSchema, LockMode, LockSeverity, type KitLock } from "@sdk/gen/platen/brands/v1/kit_pb.js";
import type { ErrorDetail } from "@sdk/gen/platen/api/v1/error_pb.js";
import type { LayoutBox, Render } from "@sdk/gen/platen/rendering/v1/render_pb.js";
import { GenerateRequestSchema, Include, Preset } from "@sdk/gen/platen/rendering/v1/request_pb.js";
import { brands, here, kits, platen } from "../api";
import { CodeArea } from "../codearea";
import { useAction, useList, useLoaded } from "../data";
import { named, pretty, short } from "../format";
import { operations } from "../operations";
import { patch } from "../request";
import { go, href } from "../router";
import { may } from "../session";
import { Button, Dialog, Empty, Field, Head, More, Pill, Problem, say, Segments, Skeleton, Sure, Time } from "../ui";

export default function Brands({ rest }: { rest: string }) {
  return rest.startsWith("kit_") ? <Kit key={rest} id={rest} /> : <All creating={rest === "new"} />;
}

function All({ creating }: { creating: boolean }) {
  const list = useList((cursor) => kits.listBrandKits({ cursor, limit: 24 }));
  const names = useLoaded(() => brands.listBrands({ limit: 50 }));
  const of = (k: BrandKit) => names.value?.data.find((b) => b.id === k.brandId)?.name ?? short(k.brandId);
  const writes = may("brand_kits:write") && may("brands:write");
  return (
    <>
      <Head title="Brand kits" hint="A kit says which colours, fonts and measures are the brand's; its locks say what may not be otherwise.">
        {writes && <Button kind="primary" icon="plus" onClick={() => go("/brands/new")} data-test="create">Create a kit</Button>}
      </Head>
      {list.error !== undefined && list.items.length === 0 && <Problem error={list.error} retry={list.reload} />}
      {list.loading && list.items.length === 0 && <Skeleton lines={6} />}
      {!list.loading && list.error === undefined && list.items.length === 0 && <Empty icon="brand" title="No kits yet" action={writes && <Button onClick={() => go("/brands/new")}>Create a kit</Button>}>
        Name your colours and lock what matters. Every render that names the brand gets the kit as CSS variables and is judged by its locks.</Empty>}
      <div class="grid">
        {list.items.map((k) => (
          <a class="card tile" key={k.id} href={href(`/brands/${k.id}`)}>
            <div class="kit-strip" aria-hidden="true">{Object.values(k.current?.colors?.palette ?? {}).map((c, i) => <i key={i} style={{ background: c }} />)}</div>
            <div class="text"><h2 class="name">{k.name}</h2><p>{of(k)} · {k.current?.locks.length ?? 0} locks · {k.publishedVersion ? `version ${k.publishedVersion} published` : "a draft"}</p></div>
          </a>
        ))}
      </div>
      <More list={list} />
      {creating && <Create onClose={() => go("/brands")} />}
    </>
  );
}

const beginning: JsonObject = {
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
function content(written: JsonObject) {
  const locks = ((written["locks"] ?? []) as JsonObject[]).map((l) => ({
    ...l, mode: `LOCK_MODE_${String(l["mode"]).toUpperCase()}`, ...(l["severity"] ? { severity: `LOCK_SEVERITY_${String(l["severity"]).toUpperCase()}` } : {}),
  }));
  return fromJson(KitContentSchema, { ...written, locks });
}

function written(v: BrandKitVersion): string {
  const all = toJson(BrandKitVersionSchema, v, { useProtoFieldName: true }) as JsonObject;
  const out: JsonObject = {};
  for (const k of ["colors", "typography", "logos", "layout", "locks"]) if (all[k] !== undefined) out[k] = all[k]!;
  return pretty(out).replace(/"LOCK_(?:MODE|SEVERITY)_(\w+)"/g, (_, w: string) => `"${w.toLowerCase()}"`) + "\n";
}

function Create({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [colours, setColours] = useState(["#0F172A", "#38BDF8", "#FFFFFF"]);
  const act = useAction();
  const submit = (e: Event) => {
    e.preventDefault();
    void act.run(async () => {
      const brand = await brands.createBrand({ name });
      const [ink, sky, paper] = colours;
      const { colors, typography, layout, locks } = content({ ...beginning, colors: { ...(beginning["colors"] as JsonObject), palette: { ink: ink!, sky: sky!, paper: paper! } } });
      const made = await kits.createBrandKit({ brandId: brand.id, name, colors, typography, layout, locks });
      go(`/brands/${made.id}`);
    });
  };
  return (
    <Dialog title="Create a brand and its kit" onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Name of the brand">{(id) => <input {...id} name="name" required maxLength={120} value={name} onInput={(e) => setName(e.currentTarget.value)} />}</Field>
        <div class="fields">{["Ink", "Accent", "Paper"].map((label, i) => <Field label={label} key={label}>{(id) => <input {...id} type="color" class="wide-colour" value={colours[i]!} onInput={(e) => setColours(colours.map((c, k) => (k === i ? e.currentTarget.value.toUpperCase() : c)))} />}</Field>)}</div>
        <p class="hint">It begins with five locks: colours, fonts, the size of the headline, safe edges and contrast. You can change them all.</p>
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Create</Button></div>
      </form>
    </Dialog>
  );
}

function Kit({ id }: { id: string }) {
  const kit = useLoaded(() => kits.getBrandKit({ kitId: id }), [id]);
  const [tab, setTab] = useState<"look" | "check" | "edit">("look");
  const [version, setVersion] = useState<number>();
  const at = version ?? kit.value?.latestVersion;
  const shown = useLoaded(() => (at === undefined ? Promise.resolve(undefined) : kits.getBrandKitVersion({ kitId: id, version: at })), [id, at]);
  const versions = useList((cursor) => kits.listBrandKitVersions({ kitId: id, cursor, limit: 25 }), [id]);
  const act = useAction();
  const k = kit.value, v = shown.value;
  if (kit.error) return <><Head title="Brand kit" /><Problem error={kit.error} retry={kit.reload} /></>;
  if (!k || !v) return <><Head title="Brand kit" /><Problem error={shown.error} retry={shown.reload} />{shown.error === undefined && <Skeleton lines={8} />}</>;
  const writes = may("brand_kits:write");
  const draft = v.status === BrandKitStatus.DRAFT;
  const again = (done: BrandKitVersion, word: string) => { setVersion(done.version); shown.set(done); kit.reload(); versions.reload(); say(word); };
  return (
    <>
      <Head title={k.name} hint={<code>{k.id}</code>}>
        {writes && draft && <Button kind="primary" icon="send" busy={act.busy} onClick={() => void act.run(async () => again(await kits.publishBrandKitVersion({ kitId: id, version: v.version }), "Published"))}>Publish version {v.version}</Button>}
        {writes && v.status === BrandKitStatus.PUBLISHED && <Sure question="Renders can no longer name this version." onYes={() => void act.run(async () => again(await kits.archiveBrandKitVersion({ kitId: id, version: v.version }), "Archived"))}>Archive</Sure>}
      </Head>
      <div class="row tabs">
        <Segments label="Part" value={tab} onChange={setTab} options={[["look", "Kit"], ["check", "Check a document"], ["edit", "Edit"]]} />
        <select class="narrow" aria-label="Version" value={v.version} onChange={(e) => setVersion(Number(e.currentTarget.value))}>{(versions.items.length ? versions.items : [v]).map((o) => <option key={o.version} value={o.version}>version {o.version}, {named(BrandKitStatus, o.status)}</option>)}</select>
        <Pill>{named(BrandKitStatus, v.status)}</Pill>
      </div>
      <Problem error={act.error} />
      {tab === "look" && <Look v={v} />}
      {tab === "check" && <Check v={v} />}
      {tab === "edit" && <Edit key={v.version} v={v} writes={writes} busy={act.busy} onSave={(text) => void act.run(async () => {
        const body = content(JSON.parse(text));
        again(draft ? await kits.updateBrandKitVersion({ kitId: id, version: v.version, content: body }) : await kits.createBrandKitVersion({ kitId: id, content: body }), "Kept");
      })} />}
    </>
  );
}

function Look({ v }: { v: BrandKitVersion }) {
  return (
    <div class="two">
      <div class="stack">
        <section class="card pad"><h2>Colours</h2>
          <ul class="swatches">{Object.entries(v.colors?.palette ?? {}).map(([n, c]) => <li class="swatch" key={n}><i style={{ background: c }} />{n} <code class="soft">{c}</code></li>)}</ul>
          <dl class="facts" style={{ marginTop: "16px" }}>{Object.entries(v.colors?.roles ?? {}).map(([role, c]) => <div key={role}><dt>{role}</dt><dd>{c} <code class="soft">var(--brand-{role})</code></dd></div>)}</dl>
        </section>
        <section class="card pad"><h2>Type</h2>
          <dl class="facts">{Object.entries(v.typography?.roles ?? {}).map(([role, f]) => <div key={role}><dt>{role}</dt><dd>{f.family} {f.weight ?? ""}</dd></div>)}
            {v.typography?.fonts.map((f) => <div key={f.family}><dt>{f.family}</dt><dd class="soft">then {f.fallback.join(", ") || "the usual fallbacks"}</dd></div>)}</dl>
        </section>
        <section class="card pad"><h2>Layout</h2><dl class="facts"><div><dt>Safe area</dt><dd>{v.layout?.safeArea ?? "none"}</dd></div><div><dt>Corners</dt><dd>{v.layout?.cornerRadius.join(", ") || "any"}</dd></div><div><dt>Logos</dt><dd>{v.logos.map((l) => l.name).join(", ") || "none"}</dd></div></dl></section>
      </div>
      <section class="card pad"><h2>Locks</h2>
        {v.locks.length === 0 && <p class="hint">Nothing is locked: documents may look as they like.</p>}
        <ul class="lock-list">{v.locks.map((l, i) => <li key={i}><span class="lock-icon" aria-hidden="true">●</span><div><strong>{l.property ?? l.target}</strong>{l.selector && <> of <code>{l.selector}</code></>} <Pill tone={l.severity === LockSeverity.WARN ? "warn" : "plain"}>{l.severity === LockSeverity.WARN ? "warns" : "refuses"}</Pill><p class="soft">{said(l)}</p></div></li>)}</ul>
        <p class="hint">Created <Time at={v.createdAt} />{v.publishedAt && <>, published <Time at={v.publishedAt} /></>}.</p>
      </section>
    </div>
  );
}

const plain = (x: unknown): string => (Array.isArray(x) ? x.map(plain).join(", ") : typeof x === "object" && x !== null && "kind" in x ? plain(toPlain(x as never)) : String(x));
const toPlain = (v: { kind: { case?: string; value?: unknown } }): unknown =>
  v.kind.case === "listValue" ? (v.kind.value as { values: never[] }).values.map(toPlain) : v.kind.value;

function said(l: KitLock): string {
  const value = plain(l.value), min = l.min ? plain(l.min) : "", max = l.max ? plain(l.max) : "";
  switch (l.mode) {
    case LockMode.EXACT: return `must be ${value}`;
    case LockMode.ALLOW: return `one of ${value}`;
    case LockMode.RANGE: return `from ${min} to ${max}`;
    case LockMode.MIN: return `at least ${l.value ? value : min}`;
    case LockMode.MAX: return `at most ${l.value ? value : max}`;
    default: return l.value ? `never ${value}` : "may not be set";
  }
}

function Edit({ v, writes, busy, onSave }: { v: BrandKitVersion; writes: boolean; busy: boolean; onSave: (text: string) => void }) {
  const [text, setText] = useState(() => written(v));
  const draft = v.status === BrandKitStatus.DRAFT;
  return (
    <div class="stack">
      <p class="hint">{draft ? "A draft may change. Published versions never do." : "This version does not change; what you keep becomes a new draft."}</p>
      <div class="card tall"><CodeArea label="Kit" tab="kit" language="json" text={text} onText={(_, x) => setText(x)} /></div>
      <div class="row end"><Button kind="primary" disabled={!writes} busy={busy} onClick={() => onSave(text)}>{draft ? "Keep the draft" : "Keep as a new draft"}</Button></div>
    </div>
  );
}

const sample = `<style>
  body { margin: 0; background: #ffffff; font-family: Inter }
  h1 { margin: 0; padding: 24px 8px; font-size: 132px; color: #dc2626 }
  p { margin: 0 80px; font-size: 34px; color: var(--brand-primary) }
</style>
<h1 id="headline">Half price</h1>
<p class="note">Until Sunday, in every shop.</p>
`;

interface Judged { verdict: BrandKitVerdict; render: Render | undefined; problem: unknown }

/** Checks a document against the locks, shows what breaks them on the picture, and mends it. */
function Check({ v }: { v: BrandKitVersion }) {
  const [html, setHTML] = useState(sample);
  const [overrides, setOverrides] = useState<JsonValue[]>([]);
  const [at, setAt] = useState<number>();
  const [judged, setJudged] = useState<Judged>();
  const act = useAction();
  const judge = async (text: string, changes: JsonValue[]) => {
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
  const mend = (details: ErrorDetail[]) => {
    const body: JsonObject = { html, overrides: structuredClone(overrides) };
    for (const o of operations(details.flatMap((d) => d.fixPatch))) patch(body, o);
    const text = String(body["html"]), changes = (body["overrides"] ?? []) as JsonValue[];
    setHTML(text);
    setOverrides(changes);
    void judge(text, changes);
  };
  const errors = judged?.verdict.errors ?? [];
  const output = judged?.render?.outputs[0];
  const boxes = judged?.render?.layoutReport[0]?.boxes ?? [];
  const places = useMemo(() => errors.map((d) => boxOf(String(d.context?.["node"] ?? ""), boxes)), [judged]);
  return (
    <div class="two">
      <section class="stack" aria-label="Document">
        <div class="card tall"><CodeArea label="Document" tab="html" language="html" text={html} onText={(_, x) => setHTML(x)} /></div>
        {overrides.length > 0 && <p class="note row">{overrides.length} override{overrides.length > 1 ? "s" : ""} from fixes <Button kind="quiet" icon="trash" onClick={() => setOverrides([])}>Drop them</Button></p>}
        <div class="row"><Button kind="primary" icon="approve" busy={act.busy} onClick={() => void judge(html, overrides)} data-test="check">Check</Button><span class="hint">Checking is free. The picture is a preview.</span></div>
      </section>
      <section class="stack" aria-label="Verdict" aria-busy={act.busy}>
        <Problem error={act.error} />
        {!judged && !act.busy && <Empty icon="approve" title="Is it on brand?">Paste a document and press Check. What breaks a lock is marked on the picture, with the change that mends it.</Empty>}
        {judged && <div class={`verdict ${judged.verdict.valid ? "good" : "bad"}`} role="status" data-test="verdict">{judged.verdict.valid ? "Every lock is kept" : `${errors.length} lock${errors.length > 1 ? "s are" : " is"} broken`}
          {!judged.verdict.valid && errors.some((d) => d.fixPatch.length > 0) && <Button icon="wand" busy={act.busy} onClick={() => mend(errors)} data-test="fix-all">Mend all</Button>}</div>}
        {output && <div class="paper framed-picture marked">
          <img src={here(output.url)} width={output.width} height={output.height} alt="The document" />
          {places.map((b, i) => b && <span key={i} class={`mark-box ${i === at ? "at" : ""}`} style={{ left: `${(b.x / output.width) * 100}%`, top: `${(b.y / output.height) * 100}%`, width: `${(b.width / output.width) * 100}%`, height: `${(b.height / output.height) * 100}%` }}><b style={{ left: `${places.slice(0, i).filter((o) => o === b).length * 24 - 2}px` }}>{i + 1}</b></span>)}
        </div>}
        {judged && <Problem error={judged.problem} />}
        <ol class="violations">{errors.map((d, i) => (
          <li key={i} onMouseEnter={() => setAt(i)} onMouseLeave={() => setAt(undefined)}>
            <b>{i + 1}</b>
            <div><p>{d.message}</p><p class="sub soft"><code>{String(d.context?.["node"] ?? d.path)}</code> by the lock <code>{String(d.context?.["lock_id"] ?? d.context?.["rule"] ?? "")}</code></p></div>
            {d.fixPatch.length > 0 && <Button icon="wand" onClick={() => mend([d])} aria-label={`Mend number ${i + 1}`}>Mend</Button>}
          </li>
        ))}</ol>
        {judged && judged.verdict.warnings.length > 0 && <ul class="remarks card">{judged.verdict.warnings.map((w, i) => <li key={i}><span class="soft mono">{w.path}</span> {w.message}</li>)}</ul>}
      </section>
    </div>
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
