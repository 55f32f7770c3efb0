import { useState } from "preact/hooks";
import { OutputFormat } from "@sdk/gen/platen/rendering/v1/request_pb.js";
import type { Image } from "@sdk/gen/platen/rendering/v1/image_pb.js";
import { here, platen, rest } from "../api";
import { useAction, useList, useLoaded } from "../data";
import { readJson } from "../exact";
import { named, pretty, short, size } from "../format";
import { go, href } from "../router";
import { may } from "../session";
import { Button, Code, Dialog, Empty, Head, Img, More, Pill, Problem, say, Skeleton, Sure, Time } from "../ui";

export default function Images({ rest }: { rest: string }) {
  const [format, setFormat] = useState<OutputFormat>(0);
  const list = useList((cursor) => platen.images.listImages({ cursor, limit: 24, ...(format ? { format } : {}) }), [format]);
  const [words, setWords] = useState("");
  const [picked, setPicked] = useState<string[]>([]);
  const act = useAction();
  const found = list.items.filter((i) => `${i.name} ${i.id} ${i.width}×${i.height}`.toLowerCase().includes(words.trim().toLowerCase()));
  const chosen = picked.filter((id) => found.some((i) => i.id === id));
  const remove = () => void act.run(async () => {
    for (const imageId of chosen) await platen.images.deleteImage({ imageId });
    say(`${chosen.length} deleted`);
    setPicked([]);
    list.reload();
  });
  const toggle = (id: string) => setPicked((old) => (old.includes(id) ? old.filter((o) => o !== id) : [...old, id]));
  return (
    <>
      <Head title="Images" hint="Every rendered image, newest first. Their addresses are public and permanent; their receipts prove how they were rendered." />
      <div class="row tabs"><select class="narrow" aria-label="Format" value={format} onChange={(e) => setFormat(Number(e.currentTarget.value))}><option value="0">every format</option>{[1, 2, 3, 4, 5, 8, 9, 10, 6].map((f) => <option key={f} value={f}>{named(OutputFormat, f)}</option>)}</select><input class="narrow" type="search" aria-label="Find in the images shown" placeholder="Find by name or size" value={words} onInput={(e) => setWords(e.currentTarget.value)} /><Button kind="quiet" icon="refresh" onClick={list.reload}>Reload</Button>
        {chosen.length > 0 && <span class="row push"><span role="status">{`${chosen.length} selected`}</span><Button kind="quiet" onClick={() => setPicked([])}>Clear</Button><Sure icon="trash" busy={act.busy} question={`The addresses of ${chosen.length === 1 ? "this image" : `these ${chosen.length} images`} stop working. A note that they were deleted remains.`} onYes={remove}>Delete the selection</Sure></span>}</div>
      <Problem error={act.error} />
      {words && list.items.length > 0 && found.length === 0 && <p class="note" role="status">None of the {list.items.length} images shown matches. Show more, or change the words.</p>}
      {list.error !== undefined && list.items.length === 0 && <Problem error={list.error} retry={list.reload} />}
      {list.loading && list.items.length === 0 && <Skeleton lines={8} />}
      {!list.loading && list.error === undefined && list.items.length === 0 && <Empty icon="image" title="No images yet" action={<Button onClick={() => go("/playground")}>Open the playground</Button>}>Everything that is rendered is stored here: from the playground, by your programs, or through a signed address.</Empty>}
      <div class="grid" aria-busy={list.loading}>
        {found.map((i) => (
          <div class="tile-box" key={i.id}>
            {may("images:write") && <input class="pick" type="checkbox" aria-label={`Select ${i.name}`} checked={picked.includes(i.id)} onChange={() => toggle(i.id)} />}
            <a class={`card tile ${picked.includes(i.id) ? "picked" : ""}`} href={href(`/images/${i.id}`)}>
              <div class="paper"><Img src={here(i.url)} alt={`${i.name}, ${i.width} by ${i.height}`} /></div>
              <div class="text"><h2 class="name">{i.name}</h2><p>{named(OutputFormat, i.format)} · {i.width}×{i.height} · {size(i.bytes)} · <Time at={i.createdAt} /></p></div>
            </a>
          </div>
        ))}
      </div>
      <More list={list} />
      {rest && <One id={rest} onGone={list.reload} />}
    </>
  );
}

function One({ id, onGone }: { id: string; onGone: () => void }) {
  const image = useLoaded<Image>(() => platen.images.getImage({ imageId: id }), [id]);
  const [receipt, setReceipt] = useState<string>();
  const act = useAction();
  const i = image.value;
  return (
    <Dialog title={i?.name ?? "Image"} onClose={() => go("/images")} wide>
      <Problem error={image.error} retry={image.reload} />
      {!i && image.error === undefined && <Skeleton />}
      {i && (
        <div class="stack">
          <div class="paper"><img src={here(i.url)} alt={`${i.name}, ${i.width} by ${i.height}`} /></div>
          <dl class="facts">
            <div><dt>Id</dt><dd class="mono">{i.id}</dd></div>
            <div><dt>File</dt><dd>{i.mimeType}, {i.width}×{i.height}, {size(i.bytes)} {i.watermarked && <Pill tone="warn">watermarked</Pill>}</dd></div>
            <div><dt>SHA-256</dt><dd class="mono">{i.sha256}</dd></div>
            <div><dt>Made by</dt><dd>{i.engine?.version}, seed {i.seed}, {i.jobId ? <a href={href(`/jobs/${i.jobId}`)}>{short(i.jobId)}</a> : short(i.renderId ?? "")}</dd></div>
            <div><dt>Created</dt><dd><Time at={i.createdAt} /></dd></div>
          </dl>
          <Problem error={act.error} />
          {receipt && <Code label="receipt">{receipt}</Code>}
          <div class="row end">
            <Button busy={act.busy} onClick={() => void act.run(async () => { setReceipt(pretty(readJson(await rest(`/api/v1/images/${id}/receipt`)))); })}>Show the receipt</Button>
            <a class="button" href={here(i.url)} download>Download</a>
            {may("images:write") && <Sure icon="trash" question="Its address stops working. A note that it was deleted remains." onYes={() => void act.run(async () => { await platen.images.deleteImage({ imageId: id }); say("Deleted"); onGone(); go("/images"); })}>Delete</Sure>}
          </div>
        </div>
      )}
    </Dialog>
  );
}
