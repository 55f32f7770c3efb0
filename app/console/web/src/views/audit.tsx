import { useState } from "preact/hooks";
import { audit } from "../api";
import { useAction, useList } from "../data";
import { person, pretty, short } from "../format";
import { Button, Code, Dialog, Empty, Head, Problem, Table, Time } from "../ui";
import type { AuditEntry } from "@sdk/gen/platen/api/v1/audit_pb.js";

export default function Audit() {
  const [subject, setSubject] = useState("");
  const [asked, ask] = useState("");
  const list = useList((cursor) => audit.listAuditEntries({ cursor, limit: 25, ...(asked ? { subject: asked } : {}) }), [asked]);
  const [open, setOpen] = useState<AuditEntry>();
  const [proof, setProof] = useState<string>();
  const act = useAction();
  return (
    <>
      <Head title="Audit" hint="Who changed what, when and from where. Entries are chained: none can be changed or removed without detection.">
        <Button icon="approve" busy={act.busy} onClick={() => void act.run(async () => { const v = await audit.verifyAudit({}); setProof(v.intact ? `All ${v.entries} entries are as they were written.` : v.problem ?? "The chain is broken."); })}>Verify the chain</Button>
      </Head>
      <Problem error={act.error} />
      {proof && <p class="note" role="status">{proof}</p>}
      <form class="row tabs" onSubmit={(e) => { e.preventDefault(); ask(subject.trim()); }}><input class="narrow" aria-label="About" placeholder="key_…, wh_…, tpl_…" value={subject} onInput={(e) => setSubject(e.currentTarget.value)} /><Button type="submit" icon="search">Find</Button></form>
      <Table list={list} label="Audit entries" columns={["Entry", "Action", "About", "By", "From", "When", ""]} by={(a) => a.id}
        empty={<Empty icon="audit" title="No changes yet">Created keys, changed webhooks, published kits: every change is listed here.</Empty>}
        row={(a) => [String(a.number), <span class="main">{a.action}</span>, <code class="sub">{short(a.subject)}</code>, <span class="sub" title={a.actor}>{person(a.actor)}</span>, <code class="sub">{a.ip}</code>, <Time at={a.createdAt} />, <div class="row"><Button kind="quiet" icon="eye" onClick={() => setOpen(a)}>View</Button></div>]} />
      {open && <Dialog title={open.action} onClose={() => setOpen(undefined)} wide><div class="stack">
        <dl class="facts"><div><dt>By</dt><dd>{open.actor}</dd></div><div><dt>Request</dt><dd class="mono">{open.requestId}</dd></div><div><dt>Hash</dt><dd class="mono">{open.hash}</dd></div></dl>
        {open.before && <Code label="before">{pretty(open.before)}</Code>}
        {open.after && <Code label="after">{pretty(open.after)}</Code>}
      </div></Dialog>}
    </>
  );
}
