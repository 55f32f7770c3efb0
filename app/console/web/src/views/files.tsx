import { useRef, useState } from "preact/hooks";
import { FontStyle, type Font } from "@sdk/gen/platen/library/v1/font_pb.js";
import type { Asset } from "@sdk/gen/platen/library/v1/asset_pb.js";
import type { License } from "@sdk/gen/platen/library/v1/license_pb.js";
import { platen } from "../api";
import { useAction, useList } from "../data";
import { Field, Form } from "../fields";
import { named, size } from "../format";
import { may } from "../session";
import { Button, Copy, Dialog, Empty, Head, Pill, Problem, say, Segments, Sure, Table, Time } from "../ui";

type Tab = "assets" | "fonts" | "licenses";

export default function Files() {
  const tabs = ([["assets", "Assets"], ["fonts", "Fonts"], ["licenses", "Licences"]] as const).filter(([t]) => may(`${t}:read`));
  const [tab, setTab] = useState<Tab>(tabs[0]?.[0] ?? "assets");
  return (
    <>
      <Head title="Files & fonts" hint="Images and fonts that documents use, and the licences they are used under." />
      <div class="row tabs"><Segments label="Kind" value={tab} onChange={setTab} options={tabs} /></div>
      {tab === "assets" && <Assets />}
      {tab === "fonts" && <Fonts />}
      {tab === "licenses" && <Licences />}
    </>
  );
}

/** A button that uploads the files that are chosen. */
function Upload({ accept, children, busy, onFiles }: { accept: string; children: string; busy: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={input} type="file" hidden multiple accept={accept} aria-label={children} onChange={(e) => { onFiles([...(e.currentTarget.files ?? [])]); e.currentTarget.value = ""; }} />
      <Button kind="primary" icon="plus" busy={busy} onClick={() => input.current?.click()}>{children}</Button>
    </>
  );
}

const bytes = async (f: File) => new Uint8Array(await f.arrayBuffer());

function Assets() {
  const list = useList<Asset>((cursor) => platen.assets.listAssets({ cursor, limit: 25 }));
  const act = useAction();
  const writes = may("assets:write");
  const add = (files: File[]) => void act.run(async () => {
    for (const f of files) await platen.assets.createAsset({ data: await bytes(f), name: f.name.slice(0, 120) });
    list.reload();
    say("Uploaded");
  });
  return (
    <div class="stack">
      {writes && <div class="row"><Upload accept="image/*" busy={act.busy} onFiles={add}>Upload images</Upload></div>}
      <Problem error={act.error} />
      <Table list={list} label="Assets" columns={["Asset", "File", "Reference", "Uploaded", ""]} by={(a) => a.id}
        empty={<Empty icon="image" title="No assets yet">Upload logos and photographs once, and name them in documents as <code>asset:…</code>.</Empty>}
        row={(a) => [
          <span class="main">{a.name}</span>,
          <>{a.mimeType}, {a.width}×{a.height}, {size(a.bytes)}</>,
          <span class="row"><code class="soft">{a.reference}</code><Copy text={a.reference} label={`Copy the reference of ${a.name}`} /></span>,
          <Time at={a.createdAt} />,
          writes && <Sure icon="trash" question="Documents that name it will fail." onYes={() => void act.run(async () => { await platen.assets.deleteAsset({ assetId: a.id }); list.reload(); say("Deleted"); })}>Delete</Sure>,
        ]} />
    </div>
  );
}

function Fonts() {
  const [which, setWhich] = useState<"own" | "bundled">("own");
  const list = useList<Font>((cursor) => platen.fonts.listFonts({ cursor, limit: 50, bundled: which === "bundled" }), [which]);
  const act = useAction();
  const writes = may("fonts:write");
  const add = (files: File[]) => void act.run(async () => {
    for (const f of files) await platen.fonts.createFont({ data: await bytes(f) });
    list.reload();
    say("Uploaded");
  });
  const weight = (f: Font) => (f.weightMin === f.weightMax ? String(f.weightMin) : `${f.weightMin}–${f.weightMax}`);
  return (
    <div class="stack">
      <div class="row"><Segments label="Which" value={which} onChange={setWhich} options={[["own", "Yours"], ["bundled", "Bundled"]]} />
        {writes && <Upload accept=".ttf,.otf,.woff,.woff2" busy={act.busy} onFiles={add}>Upload fonts</Upload>}</div>
      <Problem error={act.error} />
      <Table list={list} label="Fonts" columns={["Family", "Style", "Weight", "File", ""]} by={(f) => f.id}
        empty={<Empty icon="brand" title="No fonts of your own yet">Upload TTF, OTF, WOFF or WOFF2 files; documents then use them by their family. The bundled fonts are always there.</Empty>}
        row={(f) => [
          <span class="main">{f.family}</span>, named(FontStyle, f.style), weight(f),
          f.bundled ? <span class="soft">bundled</span> : <>{f.format}, {size(f.bytes)}, {f.glyphs} glyphs {f.variable && <Pill tone="plain">variable</Pill>}</>,
          writes && !f.bundled && <Sure icon="trash" question="Documents that name its family will use another font." onYes={() => void act.run(async () => { await platen.fonts.deleteFont({ fontId: f.id }); list.reload(); say("Deleted"); })}>Delete</Sure>,
        ]} />
    </div>
  );
}

function Licences() {
  const list = useList<License>((cursor) => platen.licenses.listLicenses({ cursor, limit: 25 }));
  const [making, setMaking] = useState(false);
  const act = useAction();
  const writes = may("licenses:write");
  return (
    <div class="stack">
      {writes && <div class="row"><Button kind="primary" icon="plus" onClick={() => setMaking(true)}>Add a licence</Button></div>}
      <Problem error={act.error} />
      <Table list={list} label="Licences" columns={["Licence", "Kind", "Commercial use", "Expires", ""]} by={(l) => l.id}
        empty={<Empty icon="log" title="No licences yet">A licence says what an asset or a font may be used for. Renders with an expired one are refused.</Empty>}
        row={(l) => [
          <><span class="main">{l.name}</span>{l.attribution && <span class="sub">{l.attribution}</span>}</>, l.kind, l.commercialUse ? "yes" : "no", <Time at={l.expiresAt} />,
          writes && <Sure icon="trash" question="Assets and fonts that name it have no licence then." onYes={() => void act.run(async () => { await platen.licenses.deleteLicense({ licenseId: l.id }); list.reload(); say("Deleted"); })}>Delete</Sure>,
        ]} />
      {making && <Make onClose={() => setMaking(false)} onMade={() => { setMaking(false); list.reload(); }} />}
    </div>
  );
}

function Make({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const [l, setL] = useState({ name: "", kind: "commercial", commercialUse: true, attribution: "", url: "" });
  const act = useAction();
  const submit = () => void act.run(async () => {
    await platen.licenses.createLicense({ name: l.name, kind: l.kind, commercialUse: l.commercialUse, ...(l.attribution ? { attribution: l.attribution } : {}), ...(l.url ? { url: l.url } : {}) });
    say("Added");
    onMade();
  });
  return (
    <Dialog title="Add a licence" onClose={onClose}>
      <Form error={act.error} onSubmit={submit}>
        <Field label="Name" path="/name">{(id) => <input {...id} required maxLength={120} value={l.name} onInput={(e) => setL({ ...l, name: e.currentTarget.value })} />}</Field>
        <Field label="Kind" path="/kind" hint="Such as OFL-1.1, CC-BY-4.0 or commercial.">{(id) => <input {...id} required maxLength={64} value={l.kind} onInput={(e) => setL({ ...l, kind: e.currentTarget.value })} />}</Field>
        <label class="tick"><input type="checkbox" checked={l.commercialUse} onChange={(e) => setL({ ...l, commercialUse: e.currentTarget.checked })} />Commercial use is allowed</label>
        <Field label="Attribution" path="/attribution">{(id) => <input {...id} maxLength={500} value={l.attribution} onInput={(e) => setL({ ...l, attribution: e.currentTarget.value })} />}</Field>
        <Field label="Address" path="/url">{(id) => <input {...id} type="url" maxLength={2048} value={l.url} onInput={(e) => setL({ ...l, url: e.currentTarget.value })} />}</Field>
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Add</Button></div>
      </Form>
    </Dialog>
  );
}
