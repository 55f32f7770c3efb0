import { useEffect, useState } from "preact/hooks";
import { DraftStatus, type Draft } from "@sdk/gen/platen/approvals/v1/draft_pb.js";
import type { Render } from "@sdk/gen/platen/rendering/v1/render_pb.js";
import { drafts, here, platen } from "../api";
import { useAction, useList, useLoaded } from "../data";
import { named, person, pretty, short } from "../format";
import { begin, keep, message, unpack, written } from "../request";
import { go, href } from "../router";
import { may, session } from "../session";
import { Field, Form } from "../fields";
import { Button, Code, Dialog, Empty, Head, Pill, Problem, say, Skeleton, Sure, Table, Time } from "../ui";

export default function Drafts({ rest }: { rest: string }) {
  return rest.startsWith("dft_") ? <One id={rest} /> : <All creating={rest === "new"} />;
}

function All({ creating }: { creating: boolean }) {
  const [status, setStatus] = useState<DraftStatus>(0);
  const list = useList((cursor) => drafts.listDrafts({ cursor, limit: 25, ...(status ? { status } : {}) }), [status]);
  const create = may("drafts:write") && <Button kind="primary" icon="plus" onClick={() => go("/drafts/new")}>Create a draft from the playground</Button>;
  return (
    <>
      <Head title="Drafts" hint="Requests that people review before they are rendered.">{create}</Head>
      <div class="row tabs"><select class="narrow" aria-label="State" value={status} onChange={(e) => setStatus(Number(e.currentTarget.value))}><option value="0">every state</option>{[1, 2, 3, 4, 5, 6].map((s) => <option key={s} value={s}>{named(DraftStatus, s)}</option>)}</select><Button kind="quiet" icon="refresh" onClick={list.reload}>Reload</Button></div>
      <Table list={list} label="Drafts" columns={["Draft", "State", "Author", "Revision", "Changed"]} by={(d) => d.id}
        empty={<Empty icon="draft" title="No drafts" action={create}>A draft is a render request with a title. It goes to review, gets comments and approval, and publishing renders it.</Empty>}
        row={(d) => [<a class="main" href={href(`/drafts/${d.id}`)}>{d.title}</a>, <Pill>{named(DraftStatus, d.status)}</Pill>, <span class="sub" title={d.author}>{person(d.author)}</span>, String(d.revision), <Time at={d.updatedAt} />]} />
      {creating && <Create />}
    </>
  );
}

function Create() {
  const [title, setTitle] = useState("");
  const act = useAction();
  const submit = () => { void act.run(async () => { const d = await drafts.createDraft({ title, request: message(begin()) }); go(`/drafts/${d.id}`); }); };
  return (
    <Dialog title="New draft" onClose={() => go("/drafts")}>
      <Form error={act.error} onSubmit={submit} fix={(ops) => { for (const o of ops) if (o.path === "/title") setTitle(String(o.value ?? "")); }}>
        <Field label="Title" path="/title">{(id) => <input {...id} required maxLength={200} value={title} onInput={(e) => setTitle(e.currentTarget.value)} />}</Field>
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Create</Button></div>
      </Form>
    </Dialog>
  );
}

function One({ id }: { id: string }) {
  const loaded = useLoaded<Draft>(() => drafts.getDraft({ draftId: id }), [id]);
  const [comment, setComment] = useState("");
  const act = useAction(), look = useAction();
  const [seen, setSeen] = useState<Render>();
  const d = loaded.value;
  useEffect(() => setSeen(undefined), [d?.revision]);
  const move = (call: () => Promise<Draft>, word: string) => act.run(async () => { loaded.set(await call()); setComment(""); say(word); });
  const note = { ...(comment ? { comment } : {}) };
  const s = d?.status;
  const writes = may("drafts:write");
  return (
    <>
      <Head title={d?.title ?? "Draft"} hint={<code>{id}</code>}>
        {d && writes && <>
          {s === DraftStatus.DRAFT && <Button kind="primary" icon="send" busy={act.busy} onClick={() => void move(() => drafts.submitDraft({ draftId: id, note }), "Sent to review")}>Send to review</Button>}
          {s === DraftStatus.IN_REVIEW && may("approvals:decide") && <><Button onClick={() => void move(() => drafts.requestDraftChanges({ draftId: id, note }), "Changes requested")}>Request changes</Button><Button kind="primary" icon="check" onClick={() => void move(() => drafts.approveDraft({ draftId: id, note }), "Approved")}>Approve</Button></>}
          {s === DraftStatus.APPROVED && <Button kind="primary" icon="play" busy={act.busy} onClick={() => void move(() => drafts.publishDraft({ draftId: id }), "Published")}>Publish</Button>}
          {s !== DraftStatus.ARCHIVED && <Sure icon="trash" question="It stays readable and can no longer be changed." onYes={() => void move(() => drafts.archiveDraft({ draftId: id }), "Archived")}>Archive</Sure>}
        </>}
      </Head>
      <Problem error={loaded.error} retry={loaded.reload} />
      <Problem error={act.error} />
      {s === DraftStatus.CHANGES_REQUESTED && <p class="note">Changes were requested. Open it in the playground, edit it, and update the draft here; then request another review.</p>}
      {!d && loaded.error === undefined && <Skeleton />}
      {d && (
        <div class="two">
          <section class="stack">
            <div class="card pad"><dl class="facts"><div><dt>State</dt><dd><Pill>{named(DraftStatus, d.status)}</Pill></dd></div><div><dt>Author</dt><dd title={d.author}>{person(d.author)}</dd></div><div><dt>Revision</dt><dd>{d.revision}</dd></div></dl></div>
            {d.comments.map((c, i) => <div class="card pad said" key={i}><p class="row"><strong title={c.author}>{person(c.author)}</strong> {c.status ? <Pill>{named(DraftStatus, c.status)}</Pill> : null} <span class="soft"><Time at={c.createdAt} /></span></p><p>{c.text}</p></div>)}
            {writes && <div class="card pad form"><Field label="Comment">{(f) => <textarea {...f} value={comment} onInput={(e) => setComment(e.currentTarget.value)} />}</Field>
              <div class="row"><Button disabled={!comment} busy={act.busy} onClick={() => void move(() => drafts.commentDraft({ draftId: id, note: { comment } }), "Said")}>Comment</Button></div></div>}
          </section>
          <section class="stack">
            {!d.render && d.request && (seen
              ? seen.outputs.map((o) => <div class="paper framed-picture" key={o.name}><img src={here(o.url)} width={o.width} height={o.height} alt={`Preview of the draft: ${o.name}`} /></div>)
              : <div class="row"><Button icon="eye" busy={look.busy} onClick={() => void look.run(async () => setSeen(await platen.preview({ ...d.request! })))}>Render preview</Button><span class="hint">{session.value?.live ? "A preview charges a credit for each new image." : "Previews are free."}</span></div>)}
            <Problem error={look.error} />
            {d.render?.outputs.map((o) => <figure key={o.name}><div class="paper framed-picture"><img src={here(o.url)} alt={`The image ${o.name}`} /></div><figcaption class="soft">{o.name}, {short(d.render!.id)}</figcaption></figure>)}
            {d.request && writes && (s === DraftStatus.DRAFT || s === DraftStatus.CHANGES_REQUESTED) && (
              <div class="row">
                <Button icon="play" onClick={() => { keep(unpack(written(d.request!))); go("/playground"); }}>Open in the playground</Button>
                <Button icon="refresh" busy={act.busy} onClick={() => void move(() => drafts.updateDraft({ draftId: id, change: { request: message(begin()) } }), "Changed")}>Use the request of the playground</Button>
              </div>)}
            {d.request && <Code label="request">{pretty(written(d.request))}</Code>}
          </section>
        </div>
      )}
    </>
  );
}
