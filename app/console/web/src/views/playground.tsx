import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { create } from "@bufbuild/protobuf";
import { setDataJson } from "@sdk/digits.js";
import { PlatenError } from "@sdk/errors.js";
import type { LayoutBox, Render, RenderedOutput } from "@sdk/gen/platen/rendering/v1/render_pb.js";
import { SignItemSchema } from "@sdk/gen/platen/signing/v1/signing_pb.js";
import { brands, here, platen, templates, tools } from "../api";
import { CodeArea } from "../codearea";
import { useAction, useLoaded } from "../data";
import { pretty, several, size } from "../format";
import { Icon } from "../icons";
import { spot } from "../lines";
import { begin, keep, label, applyFixes, message, plain, sizes, Unreadable, type Source, type Work } from "../request";
import { operations } from "../operations";
import { go, path } from "../router";
import { may, session } from "../session";
import { curl, golang, typescript } from "../share";
import { Field, Form } from "../fields";
import { Button, Code, Dialog, Head, Problem, say, Segments } from "../ui";

const pause = 300; // between the last key and the preview, in milliseconds

export default function Playground() {
  const [work, setWork] = useState<Work>(begin);
  const [tab, setTab] = useState<string>(work.source === "template" ? "data" : work.source);
  const [render, setRender] = useState<Render>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [took, setTook] = useState(0);
  const [auto, setAuto] = useState(!session.value?.live); // previews of live keys charge credits
  const [boxes, showBoxes] = useState(true);
  const [line, setLine] = useState<{ n: number }>();
  const [open, setOpen] = useState<"share" | "save" | undefined>(path.value.includes("save=template") ? "save" : undefined);
  const turn = useRef<AbortController>();
  const change = (part: Partial<Work>) => setWork((w) => ({ ...w, ...part }));

  const draw = async (now: Work) => {
    turn.current?.abort();
    const mine = (turn.current = new AbortController());
    setBusy(true);
    const began = performance.now();
    try {
      const made = await platen.preview(message(now), { signal: mine.signal });
      if (mine.signal.aborted) return;
      setRender(made);
      setError(undefined);
      setTook(performance.now() - began);
    } catch (e) {
      if (mine.signal.aborted) return;
      setError(e);
    }
    setBusy(false);
  };
  const source = useLoaded(() => (work.source === "template" && may("templates:read") ? templates.getTemplate({ templateId: work.template }) : Promise.resolve(undefined)), [work.source, work.template]);
  // A template begins with its own example, not with that of one that was chosen before it had loaded.
  const loaded = source.value && [source.value.id, source.value.slug].includes(work.template) ? source.value.version?.example ?? {} : undefined;
  const blank = work.source === "template" && work.data.trim() === "{}" && (source.loading || Object.keys(loaded ?? {}).length > 0);
  useEffect(() => {
    if (blank && loaded && !source.loading) setWork((w) => (w.template === work.template ? { ...w, data: pretty(loaded) + "\n" } : w));
  }, [source.value, work.template, blank]);
  useEffect(() => {
    keep(work);
    if (!auto || blank) return;
    const timer = setTimeout(() => void draw(work), render ? pause : 0);
    return () => clearTimeout(timer);
  }, [work, auto, blank]);
  useEffect(() => {
    const key = (e: KeyboardEvent) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); void draw(work); } };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [work]);

  const remarks = useMemo(() => {
    const found: { tab?: string; line?: number; severity: "error" | "warning"; message: string; path: string }[] = [];
    const add = (severity: "error" | "warning", at: string, message: string) => found.push({ ...spot(at, work), severity, message, path: at });
    if (error instanceof PlatenError) for (const d of error.details) add("error", d.path, d.message);
    else if (error instanceof Unreadable) found.push({ tab: error.tab, line: 1, severity: "error", message: error.message, path: "" });
    else for (const w of render?.warnings ?? []) add("warning", w.path, w.message);
    return found;
  }, [render, error]);
  const shown = useMemo(() => remarks.filter((r) => r.tab === tab && r.line).map((r) => ({ line: r.line!, severity: r.severity, message: r.message })), [remarks, tab]);

  const reference = useLoaded(() => tools.getReference({}).catch(() => undefined), []);
  const known = useMemo(() => ({ variables: Object.keys(source.value?.version?.variables ?? {}), properties: reference.value?.cssProperties ?? browserProperties(), elements: reference.value?.elements ?? [] }), [source.value, reference.value]);

  const tabs: [string, string][] = work.source === "html" ? [["html", "HTML"], ["css", "CSS"]] : work.source === "tree" ? [["tree", "Tree"]] : [["data", "Data"]];
  const text = { html: work.html, css: work.css, tree: work.tree, data: work.data }[tab] ?? "";
  const pick = (to: Source) => { change({ source: to }); setTab(to === "template" ? "data" : to); };
  const fix = (e: PlatenError) => { setWork((w) => applyFixes(w, operations(e.details.flatMap((d) => d.fixPatch)))); say("The fix is applied"); };

  return (
    <div class="play">
      <Head title="Playground" hint={session.value?.live ? "A live key: every new image costs credits." : "A test key: images are free and carry a watermark."}>
        <Button icon="template" onClick={() => setOpen("save")} disabled={work.source !== "html" || !may("templates:write")}>Save as template</Button>
        <Button icon="share" onClick={() => setOpen("share")}>Share</Button>
        <Button kind="primary" icon="play" busy={busy} onClick={() => void draw(work)} data-test="render" title="Ctrl Enter">Render</Button>
      </Head>
      <div class="two play-two">
        <section class="card play-editor" aria-label="Document">
          <div class="play-bar">
            <Segments label="Source" value={work.source} onChange={pick} options={[["html", "HTML"], ["tree", "Tree"], ["template", "Template"]]} />
            {work.source === "template" && <TemplateChoice value={work.template} onChange={(template) => change({ template, data: "{}\n" })} />}
            {tabs.length > 1 && <Segments label="Part" value={tab} onChange={setTab} options={tabs} />}
          </div>
          <div class="play-code">
            <CodeArea label="Document" tab={tab} language={tab === "tree" || tab === "data" ? "json" : tab === "css" ? "css" : "html"} text={text} remarks={shown} line={line} known={known}
              onText={(t, x) => setWork((w) => (w[t as "html"] === x ? w : { ...w, [t]: x }))} />
          </div>
          <Remarks list={remarks} onGo={(r) => { if (r.tab && r.line) { setTab(r.tab); setLine({ n: r.line }); } }} />
        </section>
        <section class="stack" aria-label="Images" aria-busy={busy}>
          <div class="row play-options">
            <Sizes value={work.sizes} onChange={(s) => change({ sizes: s })} />
            <BrandChoice value={work.brand} onChange={(brand) => change({ brand })} />
            <label class="tick"><input type="checkbox" checked={auto} onChange={(e) => setAuto(e.currentTarget.checked)} />While typing</label>
            <label class="tick"><input type="checkbox" checked={boxes} onChange={(e) => showBoxes(e.currentTarget.checked)} />Boxes</label>
            <label class="tick seed">Seed <input inputMode="numeric" placeholder="derived" value={work.seed} onInput={(e) => change({ seed: e.currentTarget.value.replace(/\D/g, "") })} /></label>
          </div>
          {work.overrides.length > 0 && <p class="note row">{work.overrides.length} override{work.overrides.length > 1 ? "s" : ""} from fixes <Button kind="quiet" icon="trash" onClick={() => change({ overrides: [] })}>Remove them</Button></p>}
          {error !== undefined && <Problem error={error} onFix={fix} />}
          {render && (
            <>
              <div class={`pictures ${render.outputs.length > 1 ? "many" : ""} ${error ? "stale" : ""}`}>
                {render.outputs.map((o) => <RenderedImage key={o.name} output={o} boxes={boxes ? render.layoutReport.find((r) => r.output === o.name)?.boxes ?? [] : []} />)}
              </div>
              <p class="soft" data-test="facts">{Math.round(took)} ms · seed {render.seed} · {render.engine?.version} · {render.usage?.creditsCharged ? several(render.usage.creditsCharged, "credit") : render.usage?.cached ? "from the cache" : "free"}</p>
              <Fonts render={render} />
            </>
          )}
          {!render && error === undefined && !busy && <div class="empty"><h2>Press Render, or Ctrl Enter</h2><p>With a live key, previews are rendered on request: each new image costs a credit. Tick While typing to render at every change.</p></div>}
        </section>
      </div>
      {open === "share" && <Share work={work} onClose={() => setOpen(undefined)} />}
      {open === "save" && <Save work={work} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** The browser's own property names, where the service's reference cannot be had. */
const browserProperties = () => [...new Set(Array.from(getComputedStyle(document.body)))].filter((p) => !p.startsWith("-"));

function Remarks({ list, onGo }: { list: { tab?: string; line?: number; severity: string; message: string; path: string }[]; onGo: (r: { tab?: string; line?: number }) => void }) {
  if (list.length === 0) return <p class="remarks none"><Icon name="check" /> No problems</p>;
  return (
    <ul class="remarks" aria-label="Remarks" data-test="remarks">
      {list.map((r, i) => (
        <li key={i} class={r.severity}>
          {r.line ? <button type="button" onClick={() => onGo(r)}>{r.tab} {r.line}</button> : <span class="soft mono">{r.path || "–"}</span>}
          <span>{r.message}</span>
        </li>
      ))}
    </ul>
  );
}

function Sizes({ value, onChange }: { value: string[]; onChange: (v: string[]) => void }) {
  const flip = (name: string) => onChange(value.includes(name) ? (value.length > 1 ? value.filter((v) => v !== name) : value) : [...value, name]);
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const away = (e: Event) => {
      const menu = ref.current;
      if (!menu?.open || (e instanceof KeyboardEvent ? e.key !== "Escape" : menu.contains(e.target as Node))) return;
      const inside = menu.contains(document.activeElement);
      menu.open = false;
      if (inside) menu.querySelector("summary")?.focus();
    };
    addEventListener("keydown", away);
    addEventListener("pointerdown", away);
    return () => { removeEventListener("keydown", away); removeEventListener("pointerdown", away); };
  }, []);
  return (
    <details class="menu" ref={ref}>
      <summary class="button">{value.length === 1 ? label(value[0]!) : `${value.length} sizes`}</summary>
      <fieldset><legend class="hidden">Sizes</legend>
        {Object.entries(sizes).map(([name, [w, h]]) => <label class="tick" key={name}><input type="checkbox" checked={value.includes(name)} onChange={() => flip(name)} />{label(name)} <span class="soft">{w}×{h}</span></label>)}
      </fieldset>
    </details>
  );
}

function BrandChoice({ value, onChange }: { value: string; onChange: (v: string) => void }) {
  const list = useLoaded(() => (may("brands:read") ? brands.listBrands({ limit: 50 }) : Promise.resolve(undefined)), []);
  if (!list.value?.data.length) return null;
  return <select class="narrow" aria-label="Brand" value={value} onChange={(e) => onChange(e.currentTarget.value)}><option value="">No brand</option>{list.value.data.map((b) => <option key={b.id} value={b.id}>{b.name}</option>)}</select>;
}

function TemplateChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const list = useLoaded(async () => may("templates:read")
    ? { data: (await Promise.all([true, false].map((builtin) => templates.listTemplates({ limit: 50, builtin })))).flatMap((l) => l.data) }
    : undefined, []);
  return (
    <select class="narrow" aria-label="Template" value={value} onChange={(e) => onChange(e.currentTarget.value)}>
      {list.value?.data.some((t) => t.slug === value) ? null : <option value={value}>{value}</option>}
      {list.value?.data.map((t) => <option key={t.id} value={t.slug || t.id}>{t.name}</option>)}
    </select>
  );
}

/** An image with the boxes of its elements over it: the one under the pointer, or the one stepped to by keys. */
function RenderedImage({ output, boxes }: { output: RenderedOutput; boxes: LayoutBox[] }) {
  const [at, setAt] = useState<number>();
  const w = Math.max(1, ...boxes.slice(0, 1).map((b) => b.width), output.width), h = output.height;
  const hover = (e: MouseEvent) => {
    const r = (e.currentTarget as HTMLElement).getBoundingClientRect();
    const x = ((e.clientX - r.left) / r.width) * w, y = ((e.clientY - r.top) / r.height) * h;
    let best: number | undefined;
    boxes.forEach((b, i) => {
      if (x >= b.x && y >= b.y && x <= b.x + b.width && y <= b.y + b.height && (best === undefined || b.width * b.height <= boxes[best]!.width * boxes[best]!.height)) best = i;
    });
    setAt(best);
  };
  const step = (e: KeyboardEvent) => {
    const by = e.key === "ArrowRight" || e.key === "ArrowDown" ? 1 : e.key === "ArrowLeft" || e.key === "ArrowUp" ? -1 : 0;
    if (by && boxes.length) { e.preventDefault(); setAt(((at ?? (by > 0 ? -1 : 0)) + by + boxes.length) % boxes.length); }
  };
  const b = at === undefined ? undefined : boxes[at];
  const kind = output.format;
  return (
    <figure class="picture">
      <div class="paper" tabIndex={boxes.length ? 0 : undefined} role={boxes.length ? "group" : undefined} aria-label={boxes.length ? `${label(output.name)}: the arrow keys step through its boxes` : undefined} onMouseMove={hover} onMouseLeave={() => setAt(undefined)} onKeyDown={step} onBlur={() => setAt(undefined)}>
        <img src={here(output.url)} width={output.width} height={output.height} alt={`The image ${label(output.name)}`} data-format={kind} />
        {b && <span class="box" style={{ left: `${(b.x / w) * 100}%`, top: `${(b.y / h) * 100}%`, width: `${(b.width / w) * 100}%`, height: `${(b.height / h) * 100}%` }} />}
      </div>
      <figcaption>
        <span>{label(output.name)} · {output.width}×{output.height} · {size(output.bytes)}</span>
        <span class="box-facts" aria-live="polite">{b && `<${b.tag}${b.id ? ` #${b.id}` : ""}> ${Math.round(b.width)}×${Math.round(b.height)}${b.fontSize ? `, ${Math.round(b.fontSize * 10) / 10}px` : ""}${b.lines ? `, ${b.lines} line${b.lines > 1 ? "s" : ""}` : ""}${b.contrast ? `, contrast ${b.contrast.toFixed(1)}` : ""}${b.overflow ? ", overflows" : ""}`}</span>
        <a class="button quiet" href={here(output.url)} download={`${output.name}.png`} aria-label={`Download ${label(output.name)}`}>Download</a>
      </figcaption>
    </figure>
  );
}

function Fonts({ render }: { render: Render }) {
  const fonts = [...new Set(render.layoutReport.flatMap((r) => r.boxes).flatMap((b) => b.fonts))];
  if (fonts.length === 0) return null;
  return <p class="row"><span class="soft">Fonts</span>{fonts.map((f) => <span class="pill" key={f}>{f}</span>)}</p>;
}

function Share({ work, onClose }: { work: Work; onClose: () => void }) {
  const [form, setForm] = useState<"curl" | "go" | "ts" | "url" | "meta">("curl");
  const base = location.origin;
  let body;
  try { body = plain(work); } catch (e) { return <Dialog title="Share" onClose={onClose}><Problem error={e} /></Dialog>; }
  return (
    <Dialog title="Share" onClose={onClose} wide>
      <div class="stack">
        <Segments label="Form" value={form} onChange={setForm} options={[["curl", "curl"], ["go", "Go"], ["ts", "TypeScript"], ["url", "Signed URL"], ["meta", "<meta> tags"]]} />
        {form === "curl" && <Code label="command">{curl(body, base, work.data)}</Code>}
        {form === "go" && <Code label="program">{golang(body, base, work.data)}</Code>}
        {form === "ts" && <Code label="program">{typescript(body, base, work.data)}</Code>}
        {(form === "url" || form === "meta") && <Signed work={work} meta={form === "meta"} />}
      </div>
    </Dialog>
  );
}

function Signed({ work, meta }: { work: Work; meta: boolean }) {
  const minted = useLoaded(async () => {
    if (work.css.trim() && work.source === "html") throw new Error("Signed URLs take a document whole: move the style sheet into a <style> element.");
    const request = message(work);
    const [width, height] = sizes[work.sizes[0]!] ?? [1200, 630];
    const item = create(SignItemSchema, { source: request.source as never, ...(request.brandId ? { brandId: request.brandId } : {}), overrides: request.overrides, width, height });
    if (request.data) setDataJson(item, work.data);
    const { data } = await platen.signing.sign({ items: [item] });
    return data[0]!;
  }, []);
  if (minted.error) return <Problem error={minted.error} retry={minted.reload} />;
  if (!minted.value) return <p class="soft row"><span class="spinner" /> Minting</p>;
  return <><p class="hint">It needs no token, renders at its first fetch and is cached permanently.</p><Code label={meta ? "tags" : "address"}>{meta ? minted.value.metaTags : minted.value.url}</Code></>;
}

function Save({ work, onClose }: { work: Work; onClose: () => void }) {
  const [name, setName] = useState("");
  const act = useAction();
  const save = async () => {
    await act.run(async () => {
      const made = await templates.createTemplate({ name, html: work.html, ...(work.css.trim() ? { css: work.css } : {}), sizes: work.sizes, publish: true });
      say("Saved and published");
      go(`/templates/${made.id}`);
    });
  };
  return (
    <Dialog title="Save as template" onClose={onClose}>
      <Form error={act.error} onSubmit={() => void save()} fix={(ops) => { for (const o of ops) if (o.path === "/name") setName(String(o.value ?? "")); }}>
        <p class="hint">Text in double braces becomes data: <code>{"{{ title }}"}</code>. Its variables can be declared in the template's editor.</p>
        <Field label="Name" path="/name">{(id) => <input {...id} required maxLength={120} value={name} onInput={(e) => setName(e.currentTarget.value)} />}</Field>
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Save and publish</Button></div>
      </Form>
    </Dialog>
  );
}

