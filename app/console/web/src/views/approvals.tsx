import { useState } from "preact/hooks";
import { ApprovalStatus, type Approval } from "@sdk/gen/platen/approvals/v1/approval_pb.js";
import { ApprovalAction } from "@sdk/gen/platen/approvals/v1/policy_pb.js";
import { approvals, policies } from "../api";
import { useAction, useList, useLoaded } from "../data";
import { named, person, pretty, short } from "../format";
import { go, href } from "../router";
import { may, session } from "../session";
import { Field, Form } from "../fields";
import { Button, Code, Dialog, Empty, Head, Img, Pill, Problem, say, Segments, Skeleton, Sure, Table, Time } from "../ui";

const actions: Record<number, string> = { 1: "render", 2: "sign", 3: "ai.generate", 4: "template.publish", 5: "brand_kit.publish", 6: "lock.override" };

export default function Approvals({ rest }: { rest: string }) {
  if (rest.startsWith("apr_")) return <One id={rest} />;
  const rules = rest === "policies";
  return (
    <>
      <Head title="Approvals" hint="Requests pending approval, and the policies that require it." />
      <div class="tabs"><Segments label="Part" value={rules ? "policies" : "all"} onChange={(v) => go(v === "policies" ? "/approvals/policies" : "/approvals")} options={[["all", "Requests"], ["policies", "Policies"]]} /></div>
      {rules ? <Policies /> : <All />}
    </>
  );
}

function All() {
  const [status, setStatus] = useState<ApprovalStatus>(0);
  const list = useList((cursor) => approvals.listApprovals({ cursor, limit: 25, ...(status ? { status } : {}) }), [status]);
  return (
    <>
      <div class="row tabs"><select class="narrow" aria-label="State" value={status} onChange={(e) => setStatus(Number(e.currentTarget.value))}><option value="0">every state</option>{[1, 2, 3, 4, 5].map((s) => <option key={s} value={s}>{named(ApprovalStatus, s)}</option>)}</select><Button kind="quiet" icon="refresh" onClick={list.reload}>Reload</Button></div>
      <Table list={list} label="Approvals" columns={["Request", "State", "Approvals", "Requested by", "Requested", "Expires"]} by={(a) => a.id}
        empty={<Empty icon="approve" title="No pending requests" action={<Button onClick={() => go("/approvals/policies")}>View the policies</Button>}>A policy can require a person's approval of live renders, signed URLs or publishing. Such requests are listed here.</Empty>}
        row={(a) => [
          <><a class="main" href={href(`/approvals/${a.id}`)}>{actions[a.action]}</a><code class="sub">{short(a.id)}</code></>,
          <Pill>{named(ApprovalStatus, a.status)}</Pill>, `${a.approvalsReceived} of ${a.requiredApprovals}`, <span class="sub" title={a.requestedBy}>{person(a.requestedBy)}</span>, <Time at={a.createdAt} />, <Time at={a.expiresAt} />,
        ]} />
    </>
  );
}

/** How many images of a request are shown. */
const most = 4;

/** The addresses of the images of a request, if it is about images. */
function proofs(a: Approval): string[] {
  const request = (a.request ?? {}) as { outputs?: unknown[]; items?: unknown[] };
  const n = a.action === ApprovalAction.RENDER ? (request.outputs?.length ?? 1) : a.action === ApprovalAction.SIGN ? (request.items?.length ?? 1) : 0;
  return Array.from({ length: Math.min(n, most) }, (_, i) => `/console/proof/${a.id}/${i}.png`);
}

function One({ id }: { id: string }) {
  const loaded = useLoaded<Approval>(() => approvals.getApproval({ approvalId: id }), [id]);
  const [comment, setComment] = useState("");
  const [lacks, setLacks] = useState(false);
  const [anyway, setAnyway] = useState(false); // an approval does not say whether its policy lets the requester decide
  const act = useAction();
  const a = loaded.value;
  const own = a !== undefined && person(a.requestedBy) === person(session.value?.who ?? "");
  const decide = (call: typeof approvals.approveApproval | typeof approvals.rejectApproval, word: string) =>
    act.run(async () => { loaded.set(await call({ approvalId: id, note: { ...(comment ? { comment } : {}) } })); say(word); });
  const reject = () => {
    setLacks(comment.trim() === "");
    if (comment.trim() === "") document.querySelector<HTMLElement>("#why")?.focus();
    else void decide(approvals.rejectApproval, "Rejected");
  };
  return (
    <>
      <Head title="Approval" hint={<code>{id}</code>}>{a && <><Button icon="refresh" busy={loaded.loading} onClick={loaded.reload}>Reload</Button><a class="button" href={new URL(a.reviewUrl).pathname} target="_blank" rel="noreferrer">Open the review page</a></>}</Head>
      <Problem error={loaded.error} retry={loaded.reload} />
      {!a && loaded.error === undefined && <Skeleton />}
      {a && (
        <div class="two">
          <section class="stack" aria-label="Decision">
            <div class="card pad"><dl class="facts">
              <div><dt>Action</dt><dd>{actions[a.action]} <Pill>{named(ApprovalStatus, a.status)}</Pill></dd></div>
              <div><dt>Requested by</dt><dd title={a.requestedBy}>{person(a.requestedBy)}, <Time at={a.createdAt} /></dd></div>
              <div><dt>Approvers</dt><dd>{a.requiredApprovers.join(", ")}; {a.approvalsReceived} of {a.requiredApprovals}</dd></div>
              <div><dt>Expires</dt><dd><Time at={a.expiresAt} /></dd></div>
            </dl></div>
            {a.reviews.map((r, i) => <div class="card pad said" key={i}><p class="row"><strong title={r.reviewer}>{person(r.reviewer)}</strong> <Pill tone={r.verdict === 1 ? "good" : "bad"}>{r.verdict === 1 ? "approved" : "rejected"}</Pill> <span class="soft"><Time at={r.createdAt} /></span></p>{r.comment && <p>{r.comment}</p>}</div>)}
            {a.status === ApprovalStatus.PENDING && own && !anyway && may("approvals:decide") && <p class="note row">This is your own request: another person decides, unless the policy lets you. <Button onClick={() => setAnyway(true)}>Decide anyway</Button></p>}
            {a.status === ApprovalStatus.PENDING && own && !may("approvals:decide") && <p class="note">This is your own request: another person decides. Send the request again once it is approved.</p>}
            {a.status === ApprovalStatus.PENDING && (!own || anyway) && may("approvals:decide") && (
              <div class="card pad form">
                <div class="field"><label for="why">Reason</label>
                  <textarea id="why" value={comment} aria-describedby={lacks ? "why-lacks" : "why-hint"} aria-invalid={lacks || undefined} onInput={(e) => { setComment(e.currentTarget.value); setLacks(false); }} />
                  {lacks ? <div class="field-error" id="why-lacks" role="alert"><p>Give a reason, so that the requester can fix it.</p></div> : <p class="hint" id="why-hint">The requester sees it. A rejection needs one.</p>}
                </div>
                <Problem error={act.error} />
                <div class="row"><Button kind="primary" icon="check" busy={act.busy} onClick={() => void decide(approvals.approveApproval, "Approved")}>Approve</Button><Button icon="close" busy={act.busy} onClick={reject}>Reject</Button></div>
              </div>
            )}
          </section>
          <section class="stack" aria-label="Images and request">
            {proofs(a).map((src, i) => <div class="paper framed-picture" key={src}><Img src={src} alt={`Image ${i + 1} of the request`} test="proof" /></div>)}
            <Code label="request">{pretty(a.request ?? {})}</Code>
          </section>
        </div>
      )}
    </>
  );
}

function Policies() {
  const list = useList((cursor) => policies.listApprovalPolicies({ cursor, limit: 25 }));
  const [open, setOpen] = useState(false);
  const act = useAction();
  const writes = may("approvals:write");
  return (
    <>
      {writes && <div class="row tabs"><Button icon="plus" onClick={() => setOpen(true)}>Add a policy</Button></div>}
      <Problem error={act.error} />
      <Table list={list} label="Policies" columns={["What", "When", "Needs", "By", ""]} by={(p) => p.id}
        empty={<Empty icon="approve" title="No policies">Nothing needs an approval now. Add a policy to make live renders, signing or publishing wait for an approval.</Empty>}
        row={(p) => [
          <span class="main">{actions[p.action]}</span>,
          <span class="sub">{[p.when?.livemode === true ? "live" : p.when?.livemode === false ? "test" : "", p.when?.format ?? "", p.when?.brandId ? short(p.when.brandId) : ""].filter(Boolean).join(", ") || "always"}</span>,
          `${p.requiredApprovals}${p.preventSelfReview ? ", not one's own" : ""}`, <span class="sub">{p.approvers.join(", ")}</span>,
          writes && <div class="row"><Sure icon="trash" question="These requests no longer need an approval." onYes={() => void act.run(async () => { await policies.deleteApprovalPolicy({ policyId: p.id }); list.reload(); })}>Delete</Sure></div>,
        ]} />
      {open && <AddPolicy onClose={() => setOpen(false)} onDone={() => { setOpen(false); list.reload(); }} />}
    </>
  );
}

function AddPolicy({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [action, setAction] = useState<ApprovalAction>(1);
  const [mode, setMode] = useState<"any" | "live" | "test">(session.value?.live ? "live" : "test");
  const [required, setRequired] = useState("1");
  const [approvers, setApprovers] = useState("");
  const [hours, setHours] = useState("168");
  const [own, setOwn] = useState(false);
  const act = useAction();
  const submit = () => {
    const listed = approvers.split(/[\s,]+/).filter(Boolean);
    void act.run(async () => {
      await policies.createApprovalPolicy({ action, requiredApprovals: Number(required), expiresAfterHours: Number(hours), preventSelfReview: !own, when: mode === "any" ? {} : { livemode: mode === "live" }, ...(listed.length > 0 ? { approvers: listed } : {}) });
      onDone();
    });
  };
  return (
    <Dialog title="Add a policy" onClose={onClose}>
      <Form error={act.error} onSubmit={submit} fix={(ops) => { for (const o of ops) if (o.path === "/required_approvals") setRequired(String(o.value ?? 1)); else if (o.path === "/expires_after_hours") setHours(String(o.value ?? 168)); }}>
        <Field label="What must be approved" path="/action">{(id) => <select {...id} value={action} onChange={(e) => setAction(Number(e.currentTarget.value))}>{Object.entries(actions).map(([k, n]) => <option key={k} value={k}>{n}</option>)}</select>}</Field>
        <div class="field"><span class="label">When</span><Segments label="When" value={mode} onChange={setMode} options={[["live", "Live"], ["test", "Test"], ["any", "Both"]]} /></div>
        <Field label="Approvers" path="/approvers" deep hint={<>Who may decide: <code>user:ada</code>, or <code>scope:approvals:decide</code> for everyone who has it. Empty means the latter.</>}>{(id) => <input {...id} name="approvers" spellcheck={false} placeholder="scope:approvals:decide" value={approvers} onInput={(e) => setApprovers(e.currentTarget.value)} />}</Field>
        <div class="fields">
          <Field label="How many approvals" path="/required_approvals">{(id) => <input {...id} name="required" type="number" value={required} onInput={(e) => setRequired(e.currentTarget.value)} />}</Field>
          <Field label="Valid for, in hours" path="/expires_after_hours">{(id) => <input {...id} name="hours" type="number" value={hours} onInput={(e) => setHours(e.currentTarget.value)} />}</Field>
        </div>
        <label class="tick"><input type="checkbox" checked={own} onChange={(e) => setOwn(e.currentTarget.checked)} />The requester may approve, too</label>
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Add</Button></div>
      </Form>
    </Dialog>
  );
}
