import { useState } from "preact/hooks";
import { JwtAlgorithm, type JwtIssuer } from "@sdk/gen/platen/auth/v1/jwt_issuer_pb.js";
import { platen } from "../api";
import { useAction, useList, useLoaded } from "../data";
import { Field, Form } from "../fields";
import { count, person } from "../format";
import { may } from "../session";
import { Button, Dialog, Empty, Head, Pill, Problem, say, Sure, Table, Time } from "../ui";

export default function Issuers() {
  const list = useList<JwtIssuer>((cursor) => platen.issuers.listJwtIssuers({ cursor, limit: 25 }));
  const [making, setMaking] = useState(false);
  const act = useAction();
  const writes = may("keys:write");
  return (
    <>
      <Head title="Token issuers" hint="Identity providers whose JWTs are accepted for sign-in and for API requests.">
        {writes && <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>Add an issuer</Button>}
      </Head>
      <Problem error={act.error} />
      <Table list={list} label="Token issuers" columns={["Issuer", "Audience", "Default scopes", "Maximum scopes", "Added", ""]} by={(i) => i.id}
        empty={<Empty icon="people" title="No issuers yet">Add the identity provider of your team, so that its members can sign in here and call the API with their own tokens.</Empty>}
        row={(i) => [
          <><span class="main">{i.issuer}</span><span class="sub">{i.jwksUrl}</span></>,
          <code class="soft">{i.audience}</code>,
          <Scopes list={i.defaultScopes} />, <Scopes list={i.ceiling} />,
          <><Pill>{i.livemode ? "live" : "test"}</Pill> <Time at={i.createdAt} /></>,
          writes && <Sure icon="trash" question="Tokens of this issuer stop working immediately." onYes={() => void act.run(async () => { await platen.issuers.deleteJwtIssuer({ issuerId: i.id }); list.reload(); say("Deleted"); })}>Delete</Sure>,
        ]} />
      {may("usage:read") && <People />}
      {making && <Make onClose={() => setMaking(false)} onMade={() => { setMaking(false); list.reload(); }} />}
    </>
  );
}

/** The people whose tokens made charged requests, from the usage by day. Their rights are those of each token, within its issuer's. */
function People() {
  const seen = useLoaded(async () => {
    const all = new Map<string, { name: string; last: string; credits: number; operations: number; kinds: Set<string> }>();
    let cursor: string | undefined;
    for (let i = 0; i < 8; i++) { // at most 400 rows
      const { data, page } = await platen.usage.listUsageDays({ limit: 50, ...(cursor ? { cursor } : {}) });
      for (const d of data.filter((d) => d.actor.startsWith("user:"))) {
        const p = all.get(d.actor) ?? { name: person(d.actor), last: "", credits: 0, operations: 0, kinds: new Set<string>() };
        all.set(d.actor, { ...p, last: d.day > p.last ? d.day : p.last, credits: p.credits + Number(d.credits), operations: p.operations + Number(d.operations), kinds: p.kinds.add(d.category) });
      }
      if (!page?.hasMore) break;
      cursor = page.nextCursor;
    }
    return [...all.values()].sort((a, b) => (a.last < b.last ? 1 : -1));
  });
  return (
    <section class="stack" aria-label="People">
      <h2>People</h2>
      <p class="hint">People whose tokens made charged requests recently. Scopes are not stored per person: each token carries its own, limited to the maximum of its issuer.</p>
      <Problem error={seen.error} retry={seen.reload} />
      {seen.value && (seen.value.length === 0 ? <Empty icon="people" title="No people yet">Requests with a token of a person appear here by the claim sub, from the first charged request.</Empty>
        : <div class="card scroll" role="region" aria-label="People by use" tabIndex={0}><table><thead><tr><th scope="col">Person</th><th scope="col">Last active</th><th scope="col">Credits</th><th scope="col">Operations</th><th scope="col">Kinds</th></tr></thead>
          <tbody>{seen.value.map((p) => <tr key={p.name}><td data-label="Person"><span class="main">{p.name}</span></td><td data-label="Last active">{p.last}</td><td data-label="Credits">{count(p.credits)}</td><td data-label="Operations">{count(p.operations)}</td><td data-label="Kinds"><span class="sub">{[...p.kinds].sort().join(", ")}</span></td></tr>)}</tbody></table></div>)}
    </section>
  );
}

function Scopes({ list }: { list: string[] }) {
  if (list.length === 0) return <span class="soft">–</span>;
  return <span class="small">{list.slice(0, 4).join(", ")}{list.length > 4 && ` and ${list.length - 4} more`}</span>;
}

function Make({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const [v, setV] = useState({ issuer: "", jwks: "", scopes: "render:read images:read" });
  const act = useAction();
  const submit = () => void act.run(async () => {
    await platen.issuers.createJwtIssuer({ issuer: v.issuer, jwksUrl: v.jwks, defaultScopes: v.scopes.split(/[\s,]+/).filter(Boolean), algorithms: [JwtAlgorithm.RS256] });
    say("Added");
    onMade();
  });
  return (
    <Dialog title="Add an issuer" onClose={onClose}>
      <Form error={act.error} onSubmit={submit}>
        <Field label="Issuer" path="/issuer" hint="The value of the claim iss in its tokens.">{(id) => <input {...id} required maxLength={512} placeholder="https://login.example.com" value={v.issuer} onInput={(e) => setV({ ...v, issuer: e.currentTarget.value })} />}</Field>
        <Field label="JWKS URL" path="/jwks_url">{(id) => <input {...id} required type="url" maxLength={2048} placeholder="https://login.example.com/.well-known/jwks.json" value={v.jwks} onInput={(e) => setV({ ...v, jwks: e.currentTarget.value })} />}</Field>
        <Field label="Default scopes" path="/default_scopes" deep hint="For tokens without scopes; separated by spaces.">{(id) => <input {...id} value={v.scopes} onInput={(e) => setV({ ...v, scopes: e.currentTarget.value })} />}</Field>
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Add</Button></div>
      </Form>
    </Dialog>
  );
}
