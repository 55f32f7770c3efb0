import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { toJson, type JsonObject } from "@bufbuild/protobuf";
import { PlatenError } from "@sdk/errors.js";
import { TemplateContentSchema, TemplateVersionSchema, VariableType, type Template } from "@sdk/gen/platen/library/v1/template_pb.js";
import type { Render } from "@sdk/gen/platen/rendering/v1/render_pb.js";
import { Preset } from "@sdk/gen/platen/rendering/v1/request_pb.js";
import { fromJson } from "@bufbuild/protobuf";
import { here, imageURL, platen, templates } from "../api";
import { CodeArea } from "../codearea";
import { useAction, useList, useLoaded } from "../data";
import { pretty } from "../format";
import { copyJson, readJson, writeJson } from "../exact";
import { SchemaForm } from "../form";
import { begin, keep, label, parsed, sizes, Unreadable } from "../request";
import { go, href } from "../router";
import { may, session } from "../session";
import { applyOperations, operations, type Operations } from "../operations";
import { Field, Form, Zone } from "../fields";
import { Button, Code, Dialog, Empty, Head, Img, More, Pill, Problem, say, Segments, Skeleton, Sure, Time } from "../ui";

export default function Templates({ rest }: { rest: string }) {
  return rest ? <One key={rest} id={rest} /> : <Gallery />;
}

function Gallery() {
  const [which, setWhich] = useState<"own" | "builtin">("builtin");
  const list = useList((cursor) => templates.listTemplates({ cursor, limit: 24, builtin: which === "builtin" }), [which]);
  return (
    <>
      <Head title="Templates" hint="A design with variables. The same data always gives the same image.">
        <Button kind="primary" icon="plus" onClick={() => go("/playground?save=template")} disabled={!may("templates:write")}>Create one in the playground</Button>
      </Head>
      <div class="tabs"><Segments label="Which" value={which} onChange={setWhich} options={[["builtin", "Built in"], ["own", "Yours"]]} /></div>
      {list.error !== undefined && list.items.length === 0 && <Problem error={list.error} retry={list.reload} />}
      {list.loading && list.items.length === 0 && <Skeleton lines={8} />}
      {!list.loading && list.error === undefined && list.items.length === 0 && <Empty icon="template" title="No templates of your own yet" action={<Button onClick={() => go("/playground?save=template")}>Open the playground</Button>}>Write a card in the playground, put double braces where the data goes, and save it. Or start from a built-in template.</Empty>}
      <div class="grid" aria-busy={list.loading}>{list.items.map((t) => <Card key={t.id} template={t} />)}</div>
      <More list={list} />
    </>
  );
}

const preview = (t: Template) => imageURL(`/api/v1/templates/${t.id}/preview.png`);

function Card({ template: t }: { template: Template }) {
  return (
    <a class="card tile" href={href(`/templates/${t.id}`)}>
      <div class="paper"><Img src={preview(t)} alt="" width={1200} height={630} /></div>
      <div class="text"><h2 class="name">{t.name} {!t.builtin && <Pill tone="plain">yours</Pill>} {t.publishedVersion === undefined && <Pill tone="warn">not published</Pill>}</h2><p>{t.description}</p></div>
    </a>
  );
}

function One({ id }: { id: string }) {
  const template = useLoaded(() => templates.getTemplate({ templateId: id }), [id]);
  const [version, setVersion] = useState<number>();
  const t = template.value;
  const at = version ?? t?.publishedVersion ?? t?.latestVersion;
  const schema = useLoaded(() => (at === undefined ? Promise.resolve(undefined) : templates.getTemplateSchema({ templateId: id, version: at })), [id, at]);
  const content = useLoaded(() => (at === undefined ? Promise.resolve(undefined) : templates.getTemplateVersion({ templateId: id, version: at })), [id, at]);
  const [tab, setTab] = useState<"data" | "source" | "versions">("data");
  const [data, setData] = useState<JsonObject>();
  const [copying, setCopying] = useState(false);
  const act = useAction();
  useEffect(() => { if (content.value) setData((content.value.example ?? {}) as JsonObject); }, [content.value]);
  if (template.error) return <><Head title="Template" /><Problem error={template.error} retry={template.reload} /></>;
  if (!t) return <><Head title="Template" /><Skeleton lines={8} /></>;
  const own = !t.builtin && may("templates:write");
  const save = (body: JsonObject, publish: boolean) => act.run(async () => {
    const made = await templates.createTemplateVersion({ templateId: id, content: { ...fromJson(TemplateContentSchema, body), publish } });
    template.reload();
    setVersion(made.version);
    setTab("data");
    say(`Version ${made.version} ${publish ? "is published" : "is saved"}`);
  });
  return (
    <>
      <Head title={t.name} hint={t.description}>
        {may("templates:write") && <Button icon="copy" onClick={() => setCopying(true)}>Copy</Button>}
        {may("render:write") && <Button icon="batch" onClick={() => go(`/batch?template=${t.id}`)}>Bulk render</Button>}
        {own && <Sure icon="trash" question="Requests that use it will fail." onYes={() => void act.run(async () => { await templates.deleteTemplate({ templateId: id }); go("/templates"); })}>Delete</Sure>}
        <Button kind="primary" icon="play" onClick={() => { keep({ ...begin(), source: "template", template: t.slug || t.id, data: pretty(data ?? {}) + "\n" }); go("/playground"); }}>Open in the playground</Button>
      </Head>
      <div class="row tabs">
        <Segments label="Part" value={tab} onChange={setTab} options={[["data", "Data"], ["source", "Source"], ["versions", "Versions"]]} />
        <code class="soft">{t.slug || t.id}</code>
        {at !== undefined && <Pill tone={at === t.publishedVersion ? "good" : "warn"}>{`version ${at}${at === t.publishedVersion ? ", published" : ""}`}</Pill>}
      </div>
      <Problem error={act.error} />
      {tab === "data" && (schema.value?.schema && data && content.value
        ? <Filled t={t} version={at} schema={schema.value.schema as JsonObject} data={data} onData={setData} sizes={content.value.sizes} />
        : <div class="two"><section class="card pad"><Problem error={schema.error ?? content.error} retry={() => { schema.reload(); content.reload(); }} />{!(schema.error ?? content.error) && <Skeleton lines={6} />}</section><div class="paper framed-picture"><Img src={preview(t)} width={1200} height={630} alt={`${t.name} with its example`} /></div></div>)}
      {tab === "source" && (content.value ? <Source key={at} value={toJson(TemplateVersionSchema, content.value, { useProtoFieldName: true }) as JsonObject} own={own} busy={act.busy} onSave={save} /> : <Skeleton />)}
      {tab === "versions" && <Versions t={t} own={own} onPick={(v) => { setVersion(v); setTab("data"); }} onPublished={() => template.reload()} />}
      {copying && content.value && <CopyTo t={t} source={toJson(TemplateVersionSchema, content.value, { useProtoFieldName: true }) as JsonObject} onClose={() => setCopying(false)} />}
    </>
  );
}

interface FilledProps { t: Template; version: number | undefined; schema: JsonObject; data: JsonObject; onData: (d: JsonObject) => void; sizes: string[] }

/** The data beside the template filled in with it, drawn a moment after the last change. */
function Filled({ t, version, schema, data, onData, sizes: made }: FilledProps) {
  const [size, setSize] = useState("og");
  const [render, setRender] = useState<Render>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [asked, ask] = useState(0);
  const turn = useRef<AbortController>();
  const choices = useMemo(() => [...new Set(["og", ...made, "instagram_post", "instagram_story"])].filter((s) => sizes[s]), [made]);
  const free = !session.value?.live;
  useEffect(() => {
    if (!free && asked === 0) return;
    const timer = setTimeout(async () => {
      turn.current?.abort();
      const mine = (turn.current = new AbortController());
      setBusy(true);
      try {
        const r = await platen.preview({ source: { case: "template", value: { id: t.id, ...(version ? { version } : {}) } }, dataJson: writeJson(data), outputs: [{ preset: Preset[size.toUpperCase() as keyof typeof Preset] }] }, { signal: mine.signal });
        if (!mine.signal.aborted) { setRender(r); setError(undefined); }
      } catch (e) { if (!mine.signal.aborted) setError(e); }
      if (!mine.signal.aborted) setBusy(false);
    }, render ? 300 : 0);
    return () => clearTimeout(timer);
  }, [free ? data : undefined, size, version, asked]);
  const applyFixes = (patches: Operations) => {
    const root = { data: copyJson(data) } as JsonObject;
    applyOperations(root, patches);
    onData((root["data"] ?? {}) as JsonObject);
  };
  const o = render?.outputs[0];
  return (
    <Zone error={error} fix={applyFixes}>
      <div class="two">
        <section class="card pad" aria-label="Data"><DataForm schema={schema} data={data} onData={onData} t={t} version={version} /></section>
        <section class="stack beside" aria-label="Image" aria-busy={busy}>
          <div class="row"><Segments label="Size" value={size} onChange={setSize} options={choices.map((c) => [c, label(c)] as const)} />
            {!free && <Button icon="play" busy={busy} onClick={() => ask(asked + 1)}>Render for a credit</Button>}</div>
          <Problem error={error} onFix={(e: PlatenError) => applyFixes(operations(e.details.flatMap((d) => d.fixPatch)))} />
          {o ? <div class={`paper framed-picture ${error ? "stale" : ""}`}><img data-test="template-picture" src={here(o.url)} width={o.width} height={o.height} alt={`${t.name}, filled in`} /></div>
            : <div class="paper framed-picture"><Img src={preview(t)} width={1200} height={630} alt={`${t.name} with its example`} /></div>}
          {render && render.warnings.length > 0 && <ul class="remarks">{render.warnings.map((w, i) => <li key={i}><code class="soft">{w.path}</code> {w.message}</li>)}</ul>}
        </section>
      </div>
    </Zone>
  );
}

function DataForm({ schema, data, onData, t, version }: Omit<FilledProps, "sizes">) {
  const [form, setForm] = useState<"form" | "json" | "curl">("form");
  const [text, setText] = useState(pretty(data));
  const body = { operation: "preview", template: { id: t.slug || t.id, ...(version !== undefined && version !== t.publishedVersion ? { version } : {}) }, data, outputs: [{ preset: "og" }] };
  return (
    <div class="stack">
      <Segments label="Shown as" value={form} onChange={(f) => { setText(pretty(data)); setForm(f); }} options={[["form", "Form"], ["json", "JSON"], ["curl", "curl"]]} />
      {form === "form" && <SchemaForm schema={schema} value={data} onChange={onData} path="/data" />}
      {form === "json" && <div class="framed"><CodeArea label="Data" tab="data" language="json" text={text} onText={(_, x) => { setText(x); try { onData(readJson(x) as JsonObject); } catch { /* not yet */ } }} /></div>}
      {form === "curl" && <Code label="command">{`curl -sS ${location.origin}/api/v1/facade/generate \\\n  -H "Authorization: Bearer $PLATEN_API_KEY" -H 'Content-Type: application/json' -H 'Accept: image/png' \\\n  -d '${writeJson(body).replaceAll("'", "'\\''")}' -o card.png`}</Code>}
    </div>
  );
}

function Source({ value, own, busy, onSave }: { value: JsonObject; own: boolean; busy: boolean; onSave: (body: JsonObject, publish: boolean) => void }) {
  const isTree = value["document"] !== undefined;
  const [texts, setTexts] = useState<Record<string, string>>({ source: isTree ? pretty(value["document"]) : String(value["html"] ?? ""), css: String(value["css"] ?? ""), variables: pretty(value["variables"] ?? {}).replace(/"VARIABLE_TYPE_(\w+)"/g, (_, t: string) => `"${t.toLowerCase()}"`) });
  const [tab, setTab] = useState("source");
  const [problem, setProblem] = useState<unknown>();
  const known = useMemo(() => { try { return Object.keys(JSON.parse(texts["variables"] ?? "{}")); } catch { return []; } }, [texts]);
  const save = (publish: boolean) => {
    try {
      const body: JsonObject = { variables: types(parsed("Variables", texts["variables"] || "{}") as JsonObject), sizes: value["sizes"] ?? [] };
      if (isTree) body["document"] = parsed("Tree", texts["source"] ?? ""); else body["html"] = texts["source"] ?? "";
      if (texts["css"]?.trim()) body["css"] = texts["css"];
      setProblem(undefined);
      onSave(body, publish);
    } catch (e) {
      if (e instanceof Unreadable) setTab(e.tab === "Variables" ? "variables" : "source");
      setProblem(e);
    }
  };
  return (
    <div class="stack">
      <div class="row"><Segments label="Part" value={tab} onChange={setTab} options={[["source", isTree ? "Tree" : "HTML"], ["css", "CSS"], ["variables", "Variables"]]} />
        {tab === "variables" && <span class="hint">Types: {Object.keys(VariableType).filter((k) => Number.isNaN(Number(k)) && k !== "UNSPECIFIED").join(" ").toLowerCase()}</span>}
      </div>
      <Problem error={problem} />
      <div class="card tall"><CodeArea label="Template" tab={tab} language={tab === "css" ? "css" : tab === "variables" || isTree ? "json" : "html"} text={texts[tab] ?? ""} known={{ variables: known, properties: [], elements: [] }} onText={(k, x) => setTexts((old) => (old[k] === x ? old : { ...old, [k]: x }))} /></div>
      {own ? <div class="row end"><Button busy={busy} onClick={() => save(false)}>Save as a new version</Button><Button kind="primary" busy={busy} onClick={() => save(true)}>Save and publish</Button></div>
        : <p class="hint">Built-in templates do not change. Copy it to create your own.</p>}
    </div>
  );
}

/** Variables as they are written, with the names that messages give to types. */
function types(variables: JsonObject): JsonObject {
  const one = (v: JsonObject): JsonObject => ({
    ...v,
    ...(typeof v["type"] === "string" ? { type: `VARIABLE_TYPE_${v["type"].toUpperCase()}` } : {}),
    ...(v["items"] ? { items: one(v["items"] as JsonObject) } : {}),
    ...(v["members"] ? { members: types(v["members"] as JsonObject) } : {}),
  });
  return Object.fromEntries(Object.entries(variables).map(([name, v]) => [name, one(v as JsonObject)]));
}

function Versions({ t, own, onPick, onPublished }: { t: Template; own: boolean; onPick: (v: number) => void; onPublished: () => void }) {
  const list = useList((cursor) => templates.listTemplateVersions({ templateId: t.id, cursor, limit: 25 }));
  const act = useAction();
  if (list.error !== undefined && list.items.length === 0) return <Problem error={list.error} retry={list.reload} />;
  return (
    <div class="stack">
      <Problem error={act.error} />
      <ul class="card lines" aria-busy={list.loading}>{list.items.map((v) => (
        <li key={v.version} class="row"><strong>Version {v.version}</strong><Time at={v.createdAt} />{v.version === t.publishedVersion && <Pill>published</Pill>}<span class="soft">{v.notes}</span>
          <span class="row push"><Button kind="quiet" icon="eye" onClick={() => onPick(v.version)}>View</Button>
            {own && v.version !== t.publishedVersion && <Button kind="quiet" icon="send" onClick={() => void act.run(async () => { await templates.publishTemplate({ templateId: t.id, publication: { version: v.version } }); onPublished(); list.reload(); say("Published"); })}>Publish</Button>}</span></li>
      ))}</ul>
      <More list={list} />
    </div>
  );
}

function CopyTo({ t, source, onClose }: { t: Template; source: JsonObject; onClose: () => void }) {
  const [name, setName] = useState(`${t.name} (copy)`);
  const act = useAction();
  const submit = () => {
    void act.run(async () => {
      const body: JsonObject = { variables: source["variables"] ?? {}, sizes: source["sizes"] ?? [] };
      for (const k of ["html", "document", "css"]) if (source[k] !== undefined) body[k] = source[k]!;
      const { html, document, css, variables, sizes: fits } = fromJson(TemplateContentSchema, body);
      const made = await templates.createTemplate({ name, description: t.description, html, document, css, variables, sizes: fits, publish: true } as never);
      say("Copied");
      go(`/templates/${made.id}`);
    });
  };
  return (
    <Dialog title="Copy the template" onClose={onClose}>
      <Form error={act.error} onSubmit={submit} fix={(ops) => setName(String(ops[0]?.value ?? ""))}>
        <Field label="Name" path="/name">{(id) => <input {...id} required maxLength={120} value={name} onInput={(e) => setName(e.currentTarget.value)} />}</Field>
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Copy</Button></div>
      </Form>
    </Dialog>
  );
}
