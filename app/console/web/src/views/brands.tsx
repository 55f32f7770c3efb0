import { useState } from "preact/hooks";
import type { JsonObject } from "@bufbuild/protobuf";
import { BrandKitStatus, type BrandKit, type BrandKitVersion } from "@sdk/gen/platen/brands/v1/brand_kit_pb.js";
import { brands, kits } from "../api";
import { useAction, useList, useLoaded } from "../data";
import { Field, Form } from "../fields";
import { named, several, short } from "../format";
import { go, href } from "../router";
import { may } from "../session";
import { Button, Dialog, Empty, Head, More, Pill, Problem, say, Segments, Skeleton, Sure } from "../ui";
import { Check, useChecking } from "./kit/check";
import { beginning, content } from "./kit/content";
import { Edit } from "./kit/edit";
import { Look } from "./kit/look";

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
      <Head title="Brand kits" hint="A kit defines a brand's colours, fonts and measures; its locks restrict what documents may change.">
        {writes && <Button kind="primary" icon="plus" onClick={() => go("/brands/new")} data-test="create">Create a kit</Button>}
      </Head>
      {list.error !== undefined && list.items.length === 0 && <Problem error={list.error} retry={list.reload} />}
      {list.loading && list.items.length === 0 && <Skeleton lines={6} />}
      {!list.loading && list.error === undefined && list.items.length === 0 && <Empty icon="brand" title="No kits yet" action={writes && <Button onClick={() => go("/brands/new")}>Create a kit</Button>}>
        Name your colours and lock what matters. Every render that names the brand gets the kit as CSS variables and is judged by its locks.</Empty>}
      <div class="grid" aria-busy={list.loading}>
        {list.items.map((k) => (
          <a class="card tile" key={k.id} href={href(`/brands/${k.id}`)}>
            <div class="kit-strip" aria-hidden="true">{Object.values(k.current?.colors?.palette ?? {}).map((c, i) => <i key={i} style={{ background: c }} />)}</div>
            <div class="text"><h2 class="name">{k.name}</h2><p>{of(k)} · {several(k.current?.locks.length ?? 0, "lock")} · {k.publishedVersion ? `version ${k.publishedVersion} published` : "a draft"}</p></div>
          </a>
        ))}
      </div>
      <More list={list} />
      {creating && <Create onClose={() => go("/brands")} />}
    </>
  );
}

function Create({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [colours, setColours] = useState(["#0F172A", "#38BDF8", "#FFFFFF"]);
  const act = useAction();
  const submit = () => {
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
      <Form error={act.error} onSubmit={submit} fix={(ops) => { for (const o of ops) if (o.path === "/name") setName(String(o.value ?? "")); }}>
        <Field label="Name of the brand" path="/name">{(id) => <input {...id} name="name" required maxLength={120} value={name} onInput={(e) => setName(e.currentTarget.value)} />}</Field>
        <div class="fields">{["Ink", "Accent", "Paper"].map((label, i) => <Field label={label} key={label}>{(id) => <input {...id} type="color" class="wide-colour" value={colours[i]!} onInput={(e) => setColours(colours.map((c, k) => (k === i ? e.currentTarget.value.toUpperCase() : c)))} />}</Field>)}</div>
        <p class="hint">It starts with five locks: colours, fonts, the size of the headline, safe edges and contrast. You can change them all.</p>
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Create</Button></div>
      </Form>
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
  const act = useAction(), keeping = useAction();
  const checking = useChecking(shown.value);
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
        {writes && v.status === BrandKitStatus.PUBLISHED && <Sure question="Requests can no longer use this version." onYes={() => void act.run(async () => again(await kits.archiveBrandKitVersion({ kitId: id, version: v.version }), "Archived"))}>Archive</Sure>}
      </Head>
      <div class="row tabs">
        <Segments label="Part" value={tab} onChange={setTab} options={[["look", "Kit"], ["check", "Check a document"], ["edit", "Edit"]]} />
        <select class="narrow" aria-label="Version" value={v.version} onChange={(e) => setVersion(Number(e.currentTarget.value))}>{(versions.items.length ? versions.items : [v]).map((o) => <option key={o.version} value={o.version}>version {o.version}, {named(BrandKitStatus, o.status)}</option>)}</select>
        <Pill>{named(BrandKitStatus, v.status)}</Pill>
      </div>
      <Problem error={act.error} />
      {tab === "look" && <Look v={v} />}
      {tab === "check" && <Check checking={checking} />}
      {tab === "edit" && <Edit key={v.version} v={v} writes={writes} busy={keeping.busy} error={keeping.error} checking={checking} onSave={(kit) => keeping.run(async () => {
        const body = content(kit);
        again(draft ? await kits.updateBrandKitVersion({ kitId: id, version: v.version, content: body }) : await kits.createBrandKitVersion({ kitId: id, content: body }), "Kept");
      })} />}
    </>
  );
}
