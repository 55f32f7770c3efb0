import { useEffect, useRef, useState } from "preact/hooks";
import type { JsonObject } from "@bufbuild/protobuf";
import { BrandKitStatus, type BrandKitVersion } from "@sdk/gen/platen/brands/v1/brand_kit_pb.js";
import { CodeArea } from "../../codearea";
import { Form } from "../../fields";
import { pretty } from "../../format";
import { applyOperations } from "../../operations";
import { session } from "../../session";
import { Button, Problem, Segments } from "../../ui";
import { Verdict, type Checking } from "./check";
import { written } from "./content";
import { Colours, Layout, Type } from "./sections";
import { Locks } from "./locks";

interface Props { v: BrandKitVersion; writes: boolean; busy: boolean; error: unknown; onSave: (kit: JsonObject) => Promise<boolean>; checking: Checking }

/** The content of a kit in a form, or as JSON, beside a document that its locks judge. */
export function Edit({ v, writes, busy, error, onSave, checking }: Props) {
  const [kit, setKit] = useState(() => written(v));
  const [shown, show] = useState<"form" | "json">("form");
  const [text, setText] = useState("");
  const [broken, setBroken] = useState("");
  const saved = useRef(JSON.stringify(kit));
  const form = useRef<HTMLDivElement>(null);
  const draft = v.status === BrandKitStatus.DRAFT;
  const changed = JSON.stringify(kit) !== saved.current;
  useEffect(() => { if (!session.value?.live) checking.judge(); }, [v]); // images of live keys cost credits
  const save = async () => {
    if (broken) return;
    if (await onSave(kit)) saved.current = JSON.stringify(kit);
  };
  const open = (id: string) => {
    show("form");
    requestAnimationFrame(() => {
      const card = [...(form.current?.querySelectorAll<HTMLElement>("[data-lock]") ?? [])].find((n) => n.dataset["lock"] === id);
      card?.scrollIntoView({ block: "center" });
      card?.querySelector<HTMLElement>("select")?.focus();
    });
  };
  return (
    <div class="two">
      <Form class="stack" aria-label="Kit" error={error} onSubmit={() => void save()} fix={(ops) => setKit((k) => { const next = structuredClone(k); applyOperations(next, ops); return next; })}>
        <div class="row"><Segments label="Shown as" value={shown} onChange={(s) => { setText(pretty(kit) + "\n"); setBroken(""); show(s); }} options={[["form", "Form"], ["json", "JSON"]]} />
          <span class="hint">{draft ? "A draft may change; published versions never do." : "This version does not change: saving creates a new draft."}</span></div>
        {shown === "form" && <div class="stack" ref={form}><Colours kit={kit} onKit={setKit} /><Type kit={kit} onKit={setKit} /><Layout kit={kit} onKit={setKit} /><Locks kit={kit} onKit={setKit} /></div>}
        {shown === "json" && <div class="card tall"><CodeArea label="Kit" tab="kit" language="json" text={text} onText={(_, x) => { setText(x); try { setKit(JSON.parse(x)); setBroken(""); } catch (e) { setBroken(String(e)); } }} /></div>}
        {broken && <p class="field-error" role="alert">{broken}</p>}
        <Problem error={error} />
        <div class="row end sticky-foot"><span class="hint" role="status">{changed ? "Unsaved changes" : ""}</span><Button kind="primary" type="submit" disabled={!writes || !!broken} busy={busy} data-test="keep">{draft ? "Save the draft" : "Save as a new draft"}</Button></div>
      </Form>
      <div class="beside"><Verdict checking={checking} onLock={open} /></div>
    </div>
  );
}
