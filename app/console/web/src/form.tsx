import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { exact } from "./exact";
import { Field, useFaults, Wrong } from "./fields";
import { Button } from "./ui";

/** A form made from the JSON Schema of a template's data. Faults that the zone around knows below path stand beside their fields. */
export function SchemaForm({ schema, value, onChange, path }: { schema: JsonObject; value: JsonObject; onChange: (v: JsonObject) => void; path: string }) {
  const required = (schema["required"] ?? []) as string[];
  const members = Object.entries((schema["properties"] ?? {}) as Record<string, JsonObject>).sort(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)));
  if (members.length === 0) return <p class="hint">This template has no variables.</p>;
  return (
    <div class="form">
      {members.map(([name, member]) => (
        <Member key={name} name={name} schema={member} required={required.includes(name)} value={value[name]} path={`${path}/${name}`}
          onChange={(v) => { const next = { ...value }; if (v === undefined) delete next[name]; else next[name] = v; onChange(next); }} />
      ))}
    </div>
  );
}

interface MemberProps { name: string; schema: JsonObject; required: boolean; value: JsonValue | undefined; onChange: (v: JsonValue | undefined) => void; path: string }

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const hexColour = /^#[0-9a-f]{6}$/i;

function Member({ name, schema, required, value, onChange, path }: MemberProps) {
  const title = capital(String(schema["title"] ?? name.replaceAll("_", " ")));
  const limit = typeof schema["maxLength"] === "number" ? schema["maxLength"] : undefined;
  const text = typeof value === "string" ? value : "";
  const [long] = useState((limit ?? 0) > 120 || text.length > 60); // what is typed does not change the control under the hand
  const told = typeof schema["description"] === "string" || (limit !== undefined && text.length > 0.7 * limit);
  const hint = (
    <>
      {typeof schema["description"] === "string" && schema["description"]}
      {limit && text.length > 0.7 * limit && <> {text.length}/{limit}</>}
    </>
  );
  const label = required ? `${title} *` : title;
  const at = { label, hint: told ? hint : undefined, path };
  const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  const options = schema["enum"] as JsonValue[] | undefined;
  const empty = (v: string) => (v === "" && !required ? undefined : v);
  if (options) {
    return <Field {...at}>{(id) => <select {...id} name={name} value={String(value ?? "")} onChange={(e) => onChange(empty(e.currentTarget.value))}><option value="">–</option>{options.map((o) => <option key={String(o)}>{String(o)}</option>)}</select>}</Field>;
  }
  if (type === "boolean") {
    return <Group path={path}><label class="tick"><input type="checkbox" name={name} checked={value === true} onChange={(e) => onChange(e.currentTarget.checked)} />{title}</label></Group>;
  }
  if (type === "number" || type === "integer") {
    return <Field {...at}>{(id) => <input {...id} name={name} type="number" step={type === "integer" ? 1 : "any"} min={schema["minimum"] as number | undefined} max={schema["maximum"] as number | undefined} value={value === undefined || value === null ? "" : String(value)} onInput={(e) => onChange(e.currentTarget.value === "" ? undefined : exact(e.currentTarget.value))} />}</Field>;
  }
  if (type === "object") {
    return <fieldset class="group"><legend>{label}</legend><Group path={path} /><SchemaForm schema={schema} value={(value ?? {}) as JsonObject} onChange={onChange} path={path} /></fieldset>;
  }
  if (type === "array") {
    const items = (value ?? []) as JsonValue[];
    const inner = (schema["items"] ?? {}) as JsonObject;
    const most = typeof schema["maxItems"] === "number" ? schema["maxItems"] : 50;
    return (
      <fieldset class="group"><legend>{label}</legend><Group path={path} />
        {items.map((item, i) => (
          <div class="item" key={i}>
            <Member name={`${title} ${i + 1}`} schema={inner} required value={item} path={`${path}/${i}`} onChange={(v) => onChange(items.map((o, k) => (k === i ? v ?? "" : o)))} />
            <Button kind="quiet" icon="trash" aria-label={`Remove ${title} ${i + 1}`} onClick={() => onChange(items.filter((_, k) => k !== i))} />
          </div>
        ))}
        {items.length < most && <Button icon="plus" onClick={() => onChange([...items, inner["type"] === "object" ? {} : inner["type"] === "number" || inner["type"] === "integer" ? 0 : ""])}>Add to {title}</Button>}
        {hint}
      </fieldset>
    );
  }
  const format = schema["format"];
  if (format === "color" || /colou?r/.test(name) || String(schema["pattern"] ?? "").startsWith("^#")) {
    return <Field {...at}>{(id) => (
      <div class="joined"><input type="color" aria-label={`${title}: choose`} value={hexColour.test(text) ? text : "#4f46e5"} onInput={(e) => onChange(e.currentTarget.value)} /><input {...id} name={name} value={text} placeholder="#4F46E5" onInput={(e) => onChange(empty(e.currentTarget.value))} /></div>
    )}</Field>;
  }
  if (format === "date") return <Field {...at}>{(id) => <input {...id} name={name} type="date" value={text} onInput={(e) => onChange(empty(e.currentTarget.value))} />}</Field>;
  return <Field {...at}>{(id) => (long
    ? <textarea {...id} name={name} rows={3} value={text} onInput={(e) => onChange(empty(e.currentTarget.value))} />
    : <input {...id} name={name} value={text} onInput={(e) => onChange(empty(e.currentTarget.value))} />)}</Field>;
}

/** Faults of what has no single control. */
function Group({ path, children }: { path: string; children?: ComponentChildren }) {
  const { details, fix } = useFaults(path);
  return <>{children}<Wrong details={details} fix={fix} /></>;
}
