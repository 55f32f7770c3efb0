import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { tools } from "../../api";
import { useLoaded } from "../../data";
import { Field, useFaults, Wrong } from "../../fields";
import { Button } from "../../ui";

/** A part of the form: the kit as it is written, and what is done with a changed one. */
export interface Part { kit: JsonObject; onKit: (kit: JsonObject) => void }

/** The member of the kit at a path of names, and a way to change it; undefined takes it out. */
export function member({ kit, onKit }: Part, ...path: string[]): [JsonValue | undefined, (v: JsonValue | undefined) => void] {
  let at: JsonValue | undefined = kit;
  for (const name of path) at = (at as JsonObject | undefined)?.[name];
  return [at, (v) => {
    const next = structuredClone(kit);
    let inner: JsonObject = next;
    for (const name of path.slice(0, -1)) inner = (inner[name] ??= {}) as JsonObject;
    const last = path.at(-1)!;
    if (v === undefined) delete inner[last]; else inner[last] = v;
    onKit(next);
  }];
}

/** Text with commas as a list. */
export const listed = (text: string): string[] => text.split(",").map((t) => t.trim()).filter(Boolean);

interface PairsProps { label: string; names: string; value: JsonObject; path: string; fresh: [string, JsonValue]; onChange: (v: JsonObject) => void; cell: (v: JsonValue, set: (v: JsonValue) => void, name: string) => ComponentChildren }

/** Names with values, in the order they were written. Two rows may have one name while it is typed. */
function Pairs({ label, names, value, path, fresh, onChange, cell }: PairsProps) {
  const [rows, setRows] = useState(() => Object.entries(value));
  useEffect(() => { if (JSON.stringify(Object.fromEntries(rows)) !== JSON.stringify(value)) setRows(Object.entries(value)); }, [value]);
  const set = (next: [string, JsonValue][]) => { setRows(next); onChange(Object.fromEntries(next.filter(([n]) => n !== ""))); };
  return (
    <fieldset class="pairs"><legend>{label}</legend>
      {rows.map(([name, v], i) => (
        <Row key={i} path={`${path}/${name}`}>
          <input aria-label={`${names} ${i + 1}`} value={name} spellcheck={false} onInput={(e) => set(rows.map((r, k) => (k === i ? [e.currentTarget.value, r[1]] : r)))} />
          {cell(v ?? "", (x) => set(rows.map((r, k) => (k === i ? [r[0], x] : r))), name)}
          <Button kind="quiet" icon="trash" aria-label={`Remove ${name || names}`} onClick={() => set(rows.filter((_, k) => k !== i))} />
        </Row>
      ))}
      <div><Button icon="plus" class="small" onClick={() => set([...rows, [rows.some(([n]) => n === fresh[0]) ? `${fresh[0]}-${rows.length + 1}` : fresh[0], fresh[1]]])}>Add to {label.toLowerCase()}</Button></div>
    </fieldset>
  );
}

function Row({ path, children }: { path: string; children: ComponentChildren }) {
  const { details, fix } = useFaults(path, true);
  return <div class="pair-row" data-invalid={details.length > 0 || undefined}><div class="pair">{children}</div><Wrong details={details} fix={fix} /></div>;
}

const hex = /^#[0-9a-f]{6}$/i;

/** The palette and what its colours are for. */
export function Colours(part: Part) {
  const [palette, setPalette] = member(part, "colors", "palette");
  const [roles, setRoles] = member(part, "colors", "roles");
  const [neutrals, setNeutrals] = member(part, "colors", "neutrals_allowed");
  const id = useId();
  return (
    <section class="card pad form" aria-label="Colours"><h2>Colours</h2>
      <Pairs label="Palette" names="Colour name" path="/colors/palette" fresh={["new", "#64748B"]} value={(palette ?? {}) as JsonObject} onChange={setPalette} cell={(v, set, name) => (
        <div class="joined"><input type="color" aria-label={`Choose ${name}`} value={hex.test(String(v)) ? String(v).toLowerCase() : "#000000"} onInput={(e) => set(e.currentTarget.value.toUpperCase())} /><input class="mono" aria-label={`Colour of ${name}`} value={String(v)} spellcheck={false} onInput={(e) => set(e.currentTarget.value)} /></div>
      )} />
      <datalist id={id}>{Object.keys((palette ?? {}) as JsonObject).map((n) => <option key={n} value={n} />)}</datalist>
      <Pairs label="Roles" names="Role" path="/colors/roles" fresh={["secondary", Object.keys((palette ?? {}) as JsonObject)[0] ?? "#000000"]} value={(roles ?? {}) as JsonObject} onChange={setRoles} cell={(v, set, name) => (
        <input aria-label={`Colour of the role ${name}`} list={id} value={String(v)} spellcheck={false} onInput={(e) => set(e.currentTarget.value)} />
      )} />
      <label class="tick"><input type="checkbox" checked={neutrals === true} onChange={(e) => setNeutrals(e.currentTarget.checked)} />Black, white and greys pass the colour locks</label>
    </section>
  );
}

/** Fonts, what stands in for them, and what they are for. */
export function Type(part: Part) {
  const [fonts, setFonts] = member(part, "typography", "fonts");
  const [roles, setRoles] = member(part, "typography", "roles");
  const reference = useLoaded(() => tools.getReference({}));
  const id = useId();
  const list = (fonts ?? []) as JsonObject[];
  const put = (i: number, change: JsonObject) => setFonts(list.map((f, k) => (k === i ? { ...f, ...change } : f)));
  return (
    <section class="card pad form" aria-label="Type"><h2>Type</h2>
      <datalist id={id}>{reference.value?.fonts.map((f) => <option key={f} value={f} />)}</datalist>
      <fieldset class="pairs"><legend>Fonts</legend>
        {list.map((f, i) => (
          <Row key={i} path={`/typography/fonts/${i}`}>
            <input aria-label={`Font ${i + 1}`} list={id} value={String(f["family"] ?? "")} onInput={(e) => put(i, { family: e.currentTarget.value })} />
            <input aria-label={`Fallback fonts of ${String(f["family"] ?? "")}, with commas`} placeholder="Noto Sans, Noto Sans Arabic" defaultValue={((f["fallback"] ?? []) as string[]).join(", ")} onChange={(e) => put(i, { fallback: listed(e.currentTarget.value) })} />
            <Button kind="quiet" icon="trash" aria-label={`Remove ${String(f["family"] ?? "the font")}`} onClick={() => setFonts(list.filter((_, k) => k !== i))} />
          </Row>
        ))}
        <div><Button icon="plus" class="small" onClick={() => setFonts([...list, { family: "Noto Sans" }])}>Add a font</Button></div>
      </fieldset>
      <Pairs label="Font roles" names="Font role" path="/typography/roles" fresh={["caption", { family: String(list[0]?.["family"] ?? "Inter"), weight: 400 }]} value={(roles ?? {}) as JsonObject} onChange={setRoles} cell={(v, set, name) => {
        const role = (typeof v === "object" && v !== null ? v : {}) as JsonObject;
        return (
          <div class="joined"><select aria-label={`Font of ${name}`} value={String(role["family"] ?? "")} onChange={(e) => set({ ...role, family: e.currentTarget.value })}>{[...new Set([String(role["family"] ?? ""), ...list.map((f) => String(f["family"]))])].map((f) => <option key={f}>{f}</option>)}</select>
            <input class="weight" aria-label={`Weight of ${name}`} type="number" min={1} max={1000} step={1} value={role["weight"] === undefined ? "" : Number(role["weight"])} onInput={(e) => { const { weight: _, ...rest } = role; set(e.currentTarget.value === "" ? rest : { ...rest, weight: Number(e.currentTarget.value) }); }} /></div>
        );
      }} />
    </section>
  );
}

/** Measures of the canvas. */
export function Layout(part: Part) {
  const [safe, setSafe] = member(part, "layout", "safe_area");
  const [radius, setRadius] = member(part, "layout", "corner_radius");
  return (
    <section class="card pad form" aria-label="Layout"><h2>Layout</h2>
      <div class="fields">
        <Field label="Safe area" path="/layout/safe_area" hint="A length, or a percentage of the sides.">{(c) => <input {...c} placeholder="5%" value={String(safe ?? "")} onInput={(e) => setSafe(e.currentTarget.value || undefined)} />}</Field>
        <Field label="Corner radii" path="/layout/corner_radius" deep hint="Lengths, separated by commas.">{(c) => <input {...c} placeholder="0, 8px, 16px" defaultValue={((radius ?? []) as string[]).join(", ")} onChange={(e) => setRadius(listed(e.currentTarget.value))} />}</Field>
      </div>
    </section>
  );
}
