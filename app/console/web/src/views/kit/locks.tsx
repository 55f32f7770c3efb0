import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { useId } from "preact/hooks";
import { Field, useFaults, Wrong } from "../../fields";
import { Button, Segments } from "../../ui";
import { listed, member, type Part } from "./sections";

/** What locks are usually about, with the modes that make sense. */
const subjects: { label: string; of: [string, string][] }[] = [
  { label: "Colour", of: [["color", "Text colour"], ["background-color", "Background colour"], ["border-top-color", "Border colour"]] },
  { label: "Type", of: [["font-family", "Font"], ["font-size", "Font size"], ["font-weight", "Font weight"], ["line-height", "Line height"], ["letter-spacing", "Letter spacing"], ["text-transform", "Capitals"], ["text-align", "Alignment"]] },
  { label: "Box", of: [["border-top-left-radius", "Corner radius"], ["padding-left", "Padding"], ["opacity", "Opacity"]] },
  { label: "Layout", of: [["layout.safe_area", "Safe area"], ["layout.position", "Position"], ["logo.usage", "Logo"], ["contrast", "Contrast"]] },
];
const targets = ["layout.safe_area", "layout.position", "logo.usage", "contrast"];
const known = subjects.flatMap((g) => g.of.map(([v]) => v));

const modes: [string, string][] = [["exact", "is exactly"], ["allow", "is one of"], ["forbid", "is none of"], ["range", "lies between"], ["min", "is at least"], ["max", "is at most"]];
const able = (subject: string): string[] =>
  subject === "layout.safe_area" || subject === "contrast" ? ["min"] : subject === "layout.position" || subject === "logo.usage" ? ["exact", "allow"]
    : /color|family|transform|align/.test(subject) ? ["exact", "allow", "forbid"] : modes.map(([m]) => m);

const places = ["top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"];

/** The locks of a kit: what may not be otherwise. */
export function Locks(part: Part) {
  const [value, set] = member(part, "locks");
  const locks = (value ?? []) as JsonObject[];
  return (
    <section class="card pad form" aria-label="Locks"><h2>Locks</h2>
      {locks.length === 0 && <p class="hint">Nothing is locked: documents may use any style. Add a lock to restrict a property.</p>}
      {locks.map((l, i) => <Lock key={i} i={i} lock={l} kit={part.kit} onLock={(n) => set(locks.map((o, k) => (k === i ? n : o)))} onGone={() => set(locks.filter((_, k) => k !== i))} />)}
      <div><Button icon="plus" onClick={() => set([...locks, { id: name(locks), property: "color", mode: "allow", value: Object.keys(palette(part.kit)) }])} data-test="add-lock">Add a lock</Button></div>
    </section>
  );
}

/** An id that no lock has. */
function name(locks: JsonObject[]): string {
  for (let i = locks.length + 1; ; i++) if (!locks.some((l) => l["id"] === `lock-${i}`)) return `lock-${i}`;
}

const palette = (kit: JsonObject): JsonObject => ((kit["colors"] as JsonObject | undefined)?.["palette"] ?? {}) as JsonObject;

function Lock({ i, lock, kit, onLock, onGone }: { i: number; lock: JsonObject; kit: JsonObject; onLock: (l: JsonObject) => void; onGone: () => void }) {
  const subject = String(lock["target"] ?? lock["property"] ?? "");
  const mode = String(lock["mode"] ?? "");
  const path = `/locks/${i}`;
  const put = (change: Record<string, JsonValue | undefined>) => {
    const next: JsonObject = {};
    for (const [k, v] of Object.entries({ ...lock, ...change })) if (v !== undefined) next[k] = v;
    onLock(next);
  };
  const about = (s: string) => {
    const fits = able(s), m = fits.includes(mode) ? mode : fits[0]!;
    const list = m === "allow" || m === "forbid";
    const fresh: JsonValue = s === "contrast" ? 4.5 : s === "layout.safe_area" ? "5%" : s === "layout.position" ? "bottom-right" : /color/.test(s) ? Object.keys(palette(kit))[0] ?? "#000000" : s === "font-family" ? families(kit)[0] ?? "Inter" : "";
    put({ property: targets.includes(s) ? undefined : s, target: targets.includes(s) ? s : undefined, mode: m, min: undefined, max: undefined, value: m === "range" ? undefined : list ? (fresh === "" ? [] : [fresh]) : fresh, ...(m === "range" ? { min: "", max: "" } : {}) });
  };
  const turn = (m: string) => {
    const first = Array.isArray(lock["value"]) ? lock["value"][0] : lock["value"] ?? lock["min"];
    if (m === "range") put({ mode: m, value: undefined, min: first ?? "", max: lock["max"] ?? first ?? "" });
    else if (m === "allow" || m === "forbid") put({ mode: m, min: undefined, max: undefined, value: Array.isArray(lock["value"]) ? lock["value"] : first === undefined || first === "" ? [] : [first] });
    else put({ mode: m, min: undefined, max: undefined, value: first ?? "" });
  };
  const { details, fix } = useFaults(path);
  return (
    <fieldset class="group lock" data-lock={String(lock["id"] ?? "")}>
      <legend class="mono">{String(lock["id"] ?? `lock ${i + 1}`)}</legend>
      <Wrong details={details} fix={fix} />
      <div class="fields lock-fields">
        <Field label="What" path={targets.includes(subject) ? `${path}/target` : `${path}/property`}>{(c) => (
          <select {...c} value={known.includes(subject) ? subject : "other"} onChange={(e) => { if (e.currentTarget.value === "other") put({ property: "", target: undefined }); else about(e.currentTarget.value); }}>
            {subjects.map((g) => <optgroup key={g.label} label={g.label}>{g.of.map(([v, l]) => <option key={v} value={v}>{l}</option>)}</optgroup>)}
            <option value="other">Another property</option>
          </select>
        )}</Field>
        {!known.includes(subject) && <Field label="Property" path={`${path}/property`}>{(c) => <input {...c} class="mono" spellcheck={false} value={subject} onInput={(e) => put({ property: e.currentTarget.value })} />}</Field>}
        <Field label="Of" path={`${path}/selector`}>{(c) => <input {...c} class="mono" spellcheck={false} placeholder={subject === "layout.position" ? "#logo" : "every element"} value={String(lock["selector"] ?? "")} onInput={(e) => put({ selector: e.currentTarget.value || undefined })} />}</Field>
        <Field label="How" path={`${path}/mode`}>{(c) => <select {...c} value={mode} onChange={(e) => turn(e.currentTarget.value)}>{modes.filter(([m]) => m === mode || able(subject).includes(m)).map(([m, l]) => <option key={m} value={m}>{l}</option>)}</select>}</Field>
      </div>
      <Value lock={lock} subject={subject} mode={mode} kit={kit} path={path} put={put} />
      <div class="row">
        <Segments label="If it is broken" value={lock["severity"] === "warn" ? "warn" : "error"} onChange={(s) => put({ severity: s === "warn" ? "warn" : undefined })} options={[["error", "Refuse"], ["warn", "Warn"]]} />
        <span class="push"><Button kind="quiet" icon="trash" onClick={onGone} aria-label={`Remove the lock ${String(lock["id"] ?? i + 1)}`}>Remove</Button></span>
      </div>
    </fieldset>
  );
}

const families = (kit: JsonObject): string[] => (((kit["typography"] as JsonObject | undefined)?.["fonts"] ?? []) as JsonObject[]).map((f) => String(f["family"]));

interface ValueProps { lock: JsonObject; subject: string; mode: string; kit: JsonObject; path: string; put: (change: Record<string, JsonValue | undefined>) => void }

/** The value of a lock, asked for as its subject and mode need it. */
function Value({ lock, subject, mode, kit, path, put }: ValueProps) {
  const id = useId();
  const colours = /color/.test(subject);
  const choices = colours ? Object.keys(palette(kit)) : subject === "font-family" ? families(kit) : subject === "layout.position" ? places
    : subject === "logo.usage" ? ((kit["logos"] ?? []) as JsonObject[]).map((l) => String(l["name"])) : [];
  const typed = (text: string): JsonValue => (subject === "contrast" || subject === "font-weight" || subject === "opacity" ? (text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text) : text);
  if (mode === "range") {
    return <div class="fields">{(["min", "max"] as const).map((end) => <Field key={end} label={end === "min" ? "At least" : "At most"} path={`${path}/${end}`}>{(c) => <input {...c} value={String(lock[end] ?? "")} placeholder={end === "min" ? "40px" : "96px"} onInput={(e) => put({ [end]: typed(e.currentTarget.value) })} />}</Field>)}</div>;
  }
  if (mode === "allow" || mode === "forbid") {
    const all = (Array.isArray(lock["value"]) ? lock["value"] : lock["value"] === undefined ? [] : [lock["value"]]) as JsonValue[];
    const flip = (v: string) => put({ value: all.includes(v) ? all.filter((o) => o !== v) : [...all, v] });
    const others = all.filter((v) => !choices.includes(String(v)));
    return (
      <div class="stack tight">
        {choices.length > 0 && <div class="chips" role="group" aria-label="Values">{choices.map((v) => <button type="button" key={v} class="chip" aria-pressed={all.includes(v)} onClick={() => flip(v)}>{colours && <i style={{ background: String(palette(kit)[v]) }} />}{v}</button>)}</div>}
        <Field label={choices.length > 0 ? "Other values" : "Values"} hint="With commas." path={`${path}/value`} deep>{(c) => <input {...c} key={choices.join()} defaultValue={others.join(", ")} onChange={(e) => put({ value: [...all.filter((v) => choices.includes(String(v))), ...listed(e.currentTarget.value).map(typed)] })} />}</Field>
      </div>
    );
  }
  const member = lock["value"] === undefined && mode === "min" && lock["min"] !== undefined ? "min" : lock["value"] === undefined && mode === "max" && lock["max"] !== undefined ? "max" : "value";
  return (
    <Field label="Value" path={`${path}/${member}`}>{(c) => (
      <><input {...c} list={id} value={String(lock[member] ?? "")} onInput={(e) => put({ [member]: typed(e.currentTarget.value) })} /><datalist id={id}>{choices.map((v) => <option key={v} value={v} />)}</datalist></>
    )}</Field>
  );
}
