import { useState } from "preact/hooks";
import type { Decision } from "@sdk/gen/platen/approvals/v1/decision_pb.js";
import { decisions } from "../api";
import { useAction, useList, useLoaded } from "../data";
import { person, pretty, short } from "../format";
import { go, href } from "../router";
import { Button, Code, Dialog, Empty, Head, Pill, Problem, Skeleton, Table, Time } from "../ui";

export default function Decisions({ rest }: { rest: string }) {
  const [action, setAction] = useState("");
  const list = useList((cursor) => decisions.listDecisions({ cursor, limit: 25, ...(action ? { action } : {}) }), [action]);
  const [proof, setProof] = useState<string>();
  const act = useAction();
  return (
    <>
      <Head title="Decisions" hint="Every render, approval, override and rejection has an entry: which kit and engine, and why. Each holds the hash of the previous one.">
        <Button icon="approve" busy={act.busy} onClick={() => void act.run(async () => { const v = await decisions.verifyDecisions({}); setProof(v.intact ? `All ${v.entries} entries are as they were written.` : v.problem ?? "The chain is broken."); })}>Verify the chain</Button>
      </Head>
      <Problem error={act.error} />
      {proof && <p class="note" role="status">{proof}</p>}
      <div class="row tabs"><select class="narrow" aria-label="Action" value={action} onChange={(e) => setAction(e.currentTarget.value)}><option value="">every action</option>{["render", "sign", "ai.generate", "approval", "lock.override"].map((a) => <option key={a}>{a}</option>)}</select><Button kind="quiet" icon="refresh" onClick={list.reload}>Reload</Button></div>
      <Table list={list} label="Decisions" columns={["Entry", "Action", "Outcome", "About", "By", "When"]} by={(d) => d.id}
        empty={<Empty icon="log" title="No entries yet">The first render adds the first entry.</Empty>}
        row={(d) => [<a class="main" href={href(`/decisions/${d.id}`)}>{String(d.number)}</a>, d.action, <Pill>{d.outcome}</Pill>, <code class="sub">{short(d.subject)}</code>, <span class="sub" title={d.actor}>{person(d.actor)}</span>, <Time at={d.createdAt} />]} />
      {rest && <One id={rest} />}
    </>
  );
}

function One({ id }: { id: string }) {
  const d = useLoaded<Decision>(() => decisions.getDecision({ decisionId: id }), [id]);
  return (
    <Dialog title="Decision" onClose={() => go("/decisions")} wide>
      <Problem error={d.error} retry={d.reload} />
      {!d.value && d.error === undefined && <Skeleton />}
      {d.value && <div class="stack">
        <dl class="facts"><div><dt>Action</dt><dd>{d.value.action} <Pill>{d.value.outcome}</Pill></dd></div><div><dt>About</dt><dd class="mono">{d.value.subject}</dd></div><div><dt>By</dt><dd>{d.value.actor}</dd></div><div><dt>Hash</dt><dd class="mono">{d.value.hash}</dd></div></dl>
        <Code label="facts">{pretty(d.value.facts ?? {})}</Code>
      </div>}
    </Dialog>
  );
}
