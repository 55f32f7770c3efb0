import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { PlatenError } from "@sdk/errors.js";
import type { Template } from "@sdk/gen/platen/library/v1/template_pb.js";
import { Preset } from "@sdk/gen/platen/rendering/v1/request_pb.js";
import { here, platen, templates } from "../api";
import { parseCSV, zip, type Sheet } from "../csv";
import { useAction, useLoaded } from "../data";
import { copyJson, exact, readJson, writeJson } from "../exact";
import { Field } from "../fields";
import { applyOperations, operations, type Operations } from "../operations";
import { label, sizes } from "../request";
import { href } from "../router";
import { session } from "../session";
import { Button, Empty, Head, Img, Pill, Problem, say, Skeleton } from "../ui";

/** At most so many rows of a file are rendered; `platen batch` has no limit. */
const most = 500;

/** How many rows are rendered at a time. */
const side = 2;

type Row = { state: "waiting" | "processing" | "completed" | "failed"; url?: string; error?: unknown };

type Mapping = Record<string, number>;

async function everyTemplate(): Promise<Template[]> {
  const all = async (builtin: boolean) => {
    const out: Template[] = [];
    for (let cursor: string | undefined, more = true; more && out.length < most;) {
      const { data, page } = await templates.listTemplates({ builtin, limit: 50, ...(cursor ? { cursor } : {}) });
      out.push(...data);
      cursor = page?.nextCursor;
      more = page?.hasMore === true && cursor !== undefined;
    }
    return out;
  };
  const [own, builtin] = await Promise.all([all(false), all(true)]);
  return [...own, ...builtin];
}

export default function Batch() {
  const list = useLoaded(everyTemplate, []);
  const [id, setId] = useState(new URLSearchParams(location.search).get("template") ?? "");
  const t = list.value?.find((x) => x.id === id || x.slug === id) ?? list.value?.[0];
  return (
    <>
      <Head title="Bulk render" hint="One image for each row of a CSV file: pick a template, match its columns to fields, and download the images together." />
      {list.error !== undefined && <Problem error={list.error} retry={list.reload} />}
      {!list.value && list.error === undefined && <Skeleton lines={6} />}
      {list.value && t && <Work key={t.id} t={t} all={list.value} onTemplate={setId} />}
    </>
  );
}

function Work({ t, all, onTemplate }: { t: Template; all: Template[]; onTemplate: (id: string) => void }) {
  const version = t.publishedVersion ?? t.latestVersion;
  const schema = useLoaded(() => templates.getTemplateSchema({ templateId: t.id, version }), [t.id]);
  const content = useLoaded(() => templates.getTemplateVersion({ templateId: t.id, version }), [t.id]);
  const required = ((schema.value?.schema as JsonObject | undefined)?.["required"] ?? []) as string[];
  const fields = useMemo(() => Object.entries(((schema.value?.schema as JsonObject | undefined)?.["properties"] ?? {}) as Record<string, JsonObject>)
    .sort(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a))), [schema.value]);
  const [sheet, setSheet] = useState<Sheet>();
  const [mapping, setMapping] = useState<Mapping>({});
  const [naming, setNaming] = useState(-1);
  const [size, setSize] = useState("og");
  const [rows, setRows] = useState<Row[]>([]);
  const [problem, setProblem] = useState<string>();
  const stop = useRef<AbortController>();
  const [running, setRunning] = useState(false);
  const act = useAction();
  useEffect(() => () => stop.current?.abort(), []);
  const take = (text: string) => {
    const read = parseCSV(text);
    if (read.rows.length === 0) { setProblem("The file has no rows below its first line, which names the columns."); return; }
    setProblem(read.rows.length > most ? `The file has ${read.rows.length} rows; the first ${most} are used. The command platen batch renders any number.` : undefined);
    setSheet({ columns: read.columns, rows: read.rows.slice(0, most) });
    setRows([]);
    const plain = (s: string) => s.toLowerCase().replace(/[^a-z0-9]/g, "");
    setMapping(Object.fromEntries(fields.map(([name]) => [name, read.columns.findIndex((c) => plain(c) === plain(name))])));
    setNaming(-1);
  };
  const example = () => {
    const names = fields.filter(([, f]) => f["type"] !== "array" && f["type"] !== "object").map(([n]) => n);
    const cell = (v: JsonValue | undefined) => { const s = v === undefined ? "" : String(v); return /[",\n;]/.test(s) ? `"${s.replaceAll('"', '""')}"` : s; };
    const data = (content.value?.example ?? {}) as JsonObject;
    take(`${names.join(",")}\n${names.map((n) => cell(data[n])).join(",")}\n`);
  };
  const dataOf = (cells: string[]): JsonObject => Object.fromEntries(fields.flatMap(([name, f]) => {
    const text = (cells[mapping[name] ?? -1] ?? "").trim();
    return text === "" ? [] : [[name, typed(text, f)]];
  }));
  const put = (i: number, row: Row) => setRows((old) => { const next = [...old]; next[i] = row; return next; });
  const draw = async (i: number, cells: string[], signal: AbortSignal) => {
    put(i, { state: "processing" });
    try {
      const r = await platen.preview({ source: { case: "template", value: { id: t.id, version } }, dataJson: writeJson(dataOf(cells)), outputs: [{ preset: Preset[size.toUpperCase() as keyof typeof Preset] }] }, { signal });
      put(i, { state: "completed", url: here(r.outputs[0]!.url) });
    } catch (error) { put(i, signal.aborted ? { state: "waiting" } : { state: "failed", error }); }
  };
  const start = async (which: number[]) => {
    if (!sheet) return;
    const mine = (stop.current = new AbortController());
    setRunning(true);
    const queue = [...which];
    await Promise.all(Array.from({ length: side }, async () => {
      for (let i = queue.shift(); i !== undefined && !mine.signal.aborted; i = queue.shift()) await draw(i, sheet.rows[i]!, mine.signal);
    }));
    setRunning(false);
    say(mine.signal.aborted ? "Cancelled" : "Finished");
  };
  const fix = (i: number, patches: Operations) => {
    if (!sheet) return;
    const before = dataOf(sheet.rows[i]!), root = { data: copyJson(before) } as JsonObject;
    applyOperations(root, patches);
    const data = (root["data"] ?? {}) as JsonObject;
    const cells = [...sheet.rows[i]!];
    for (const [name] of fields) {
      const c = mapping[name] ?? -1, v = data[name];
      if (c < 0 || writeJson(v) === writeJson(before[name])) continue;
      cells[c] = v === undefined || v === null ? "" : typeof v === "object" ? writeJson(v) : String(v);
    }
    const next = { ...sheet, rows: sheet.rows.map((r, k) => (k === i ? cells : r)) };
    setSheet(next);
    void draw(i, cells, new AbortController().signal);
  };
  const download = () => act.run(async () => {
    const used = new Set<string>();
    const files = await Promise.all(rows.flatMap((r, i) => (r.url === undefined ? [] : [(async () => {
      const response = await fetch(r.url!);
      if (!response.ok) throw new Error(`The image of row ${i + 1} could not be loaded.`);
      const base = (naming >= 0 ? sheet!.rows[i]![naming]! : "").replace(/[^\p{L}\p{N} ._-]+/gu, "-").trim().slice(0, 80) || `${t.slug || "image"}-${String(i + 1).padStart(3, "0")}`;
      let name = base;
      for (let k = 2; used.has(name); k++) name = `${base}-${k}`;
      used.add(name);
      return { name: `${name}.${r.url!.split(".").pop()}`, bytes: new Uint8Array(await response.arrayBuffer()) };
    })()])));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(zip(files));
    link.download = `${t.slug || "images"}.zip`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  });
  const count = (state: Row["state"]) => rows.filter((r) => r?.state === state).length;
  const done = count("completed"), failed = count("failed"), total = sheet?.rows.length ?? 0;
  const open = sheet?.rows.flatMap((_, i) => (rows[i]?.state === "completed" ? [] : [i])) ?? [];
  const choices = [...new Set(["og", ...(content.value?.sizes ?? [])])].filter((s) => sizes[s]);
  const live = session.value?.live;
  return (
    <div class="stack batch">
      <section class="card pad form-grid" aria-label="Template and file">
        <Field label="Template">{(at) => <select {...at} value={t.id} onChange={(e) => onTemplate(e.currentTarget.value)}>{all.map((x) => <option key={x.id} value={x.id}>{x.name}{x.builtin ? "" : " (yours)"}</option>)}</select>}</Field>
        <Field label="Size">{(at) => <select {...at} value={size} onChange={(e) => setSize(e.currentTarget.value)}>{choices.map((s) => <option key={s} value={s}>{label(s)}</option>)}</select>}</Field>
        <Field label="CSV file" hint="The first line names the columns. Commas, semicolons or tabs.">{(at) => <input {...at} type="file" accept=".csv,.tsv,.txt,text/csv" disabled={fields.length === 0} onChange={(e) => { const f = e.currentTarget.files?.[0]; if (f) void f.text().then(take); }} />}</Field>
        {!sheet && <Button icon="draft" disabled={fields.length === 0 || !content.value} onClick={example}>Use the example</Button>}
      </section>
      <Problem error={schema.error} retry={schema.reload} />
      {problem && <p class="note" role="status">{problem}</p>}
      {!sheet && <Empty icon="batch" title="No file yet">Choose a CSV file with a column for each field. <a href={href(`/templates/${t.id}`)}>The template's page</a> describes its fields.</Empty>}
      {sheet && (
        <section class="card pad" aria-labelledby="match">
          <h2 id="match">Fields</h2>
          <div class="matches">
            {fields.map(([name, f]) => (
              <Field key={name} label={`${name.replaceAll("_", " ")}${required.includes(name) ? " *" : ""}`} hint={required.includes(name) && (mapping[name] ?? -1) < 0 && f["default"] === undefined ? "Required: choose a column." : undefined}>
                {(at) => <select {...at} name={name} value={mapping[name] ?? -1} onChange={(e) => setMapping({ ...mapping, [name]: Number(e.currentTarget.value) })}><option value="-1">–</option>{sheet.columns.map((c, i) => <option key={i} value={i}>{c}</option>)}</select>}
              </Field>
            ))}
            <Field label="File name">{(at) => <select {...at} value={naming} onChange={(e) => setNaming(Number(e.currentTarget.value))}><option value="-1">by number</option>{sheet.columns.map((c, i) => <option key={i} value={i}>{c}</option>)}</select>}</Field>
          </div>
        </section>
      )}
      {sheet && (
        <div class="row bulk-bar">
          {running ? <Button icon="close" onClick={() => stop.current?.abort()}>Cancel</Button>
            : <Button kind="primary" icon="play" disabled={open.length === 0} onClick={() => void start(open)}>{`Render ${open.length} ${open.length === 1 ? "row" : "rows"}${live ? ` for ${open.length} ${open.length === 1 ? "credit" : "credits"}` : ""}`}</Button>}
          <Button icon="share" busy={act.busy} disabled={done === 0 || running} onClick={() => void download()}>Download ZIP</Button>
          <progress class="grow" aria-label="Progress" max={total} value={done + failed} />
          <span role="status">{`${done} of ${total} rendered`}{failed > 0 ? `, ${failed} failed` : ""}</span>
        </div>
      )}
      <Problem error={act.error} />
      {sheet && (
        <ol class="card lines batch-rows" aria-label="Rows">
          {sheet.rows.map((cells, i) => <One key={i} n={i + 1} cells={cells} columns={sheet.columns} row={rows[i]} onFix={(p) => fix(i, p)} onCell={(c, v) => setSheet({ ...sheet, rows: sheet.rows.map((r, k) => (k === i ? r.map((x, m) => (m === c ? v : x)) : r)) })} />)}
        </ol>
      )}
    </div>
  );
}

/** A text of a cell as the value of a field. What does not fit stays text, and the service says what is expected. */
function typed(text: string, field: JsonObject): JsonValue {
  const type = Array.isArray(field["type"]) ? field["type"][0] : field["type"];
  if (type === "number" || type === "integer") return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? exact(text) : text;
  if (type === "boolean") return /^(true|yes|1)$/i.test(text) ? true : /^(false|no|0)$/i.test(text) ? false : text;
  if (type === "array" || type === "object") {
    try { return readJson(text); } catch { return type === "array" ? text.split("|").map((s) => s.trim()) : text; }
  }
  return text;
}

function One({ n, cells, columns, row, onFix, onCell }: { n: number; cells: string[]; columns: string[]; row: Row | undefined; onFix: (p: Operations) => void; onCell: (c: number, v: string) => void }) {
  const [editing, setEditing] = useState(false);
  return (
    <li class="batch-row">
      <span class="soft mono">{n}</span>
      <div class="batch-picture paper">{row?.url && <a href={row.url} target="_blank" rel="noreferrer"><Img src={row.url} alt={`Row ${n}`} /></a>}</div>
      <div class="grow stack">
        {editing
          ? <div class="matches">{columns.map((c, i) => <Field key={i} label={c}>{(at) => <input {...at} value={cells[i]} onInput={(e) => onCell(i, e.currentTarget.value)} />}</Field>)}</div>
          : <p class="clip">{cells.filter(Boolean).join(" · ")}</p>}
        {row?.error !== undefined && <Problem error={row.error} onFix={(e: PlatenError) => onFix(operations(e.details.flatMap((d) => d.fixPatch)))} />}
      </div>
      <div class="row">{row && row.state !== "waiting" && <Pill>{row.state}</Pill>}<Button kind="quiet" aria-label={`${editing ? "Close" : "Edit"} row ${n}`} icon={editing ? "check" : "draft"} onClick={() => setEditing(!editing)} /></div>
    </li>
  );
}
