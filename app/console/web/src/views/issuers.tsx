import { useState } from "preact/hooks";
import { JwtAlgorithm, type JwtIssuer } from "@sdk/gen/platen/auth/v1/jwt_issuer_pb.js";
import { platen } from "../api";
import { useAction, useList } from "../data";
import { Field, Form } from "../fields";
import { may } from "../session";
import { Button, Dialog, Empty, Head, Pill, Problem, say, Sure, Table, Time } from "../ui";

export default function Issuers() {
  const list = useList<JwtIssuer>((cursor) => platen.issuers.listJwtIssuers({ cursor, limit: 25 }));
  const [making, setMaking] = useState(false);
  const act = useAction();
  const writes = may("keys:write");
  return (
    <>
      <Head title="Token issuers" hint="Whose tokens sign people in: a JWT of one of these issuers acts with the rights it grants.">
        {writes && <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>Add an issuer</Button>}
      </Head>
      <Problem error={act.error} />
      <Table list={list} label="Token issuers" columns={["Issuer", "Audience", "Rights of a token without scopes", "At most", "Added", ""]} by={(i) => i.id}
        empty={<Empty icon="people" title="No issuers yet">Add the identity provider of your team, and its people sign in here and call the API with their own tokens.</Empty>}
        row={(i) => [
          <><span class="main">{i.issuer}</span><span class="sub">{i.jwksUrl}</span></>,
          <code class="soft">{i.audience}</code>,
          <Scopes list={i.defaultScopes} />, <Scopes list={i.ceiling} />,
          <><Pill>{i.livemode ? "live" : "test"}</Pill> <Time at={i.createdAt} /></>,
          writes && <Sure icon="trash" question="Tokens of this issuer stop working immediately." onYes={() => void act.run(async () => { await platen.issuers.deleteJwtIssuer({ issuerId: i.id }); list.reload(); say("Deleted"); })}>Delete</Sure>,
        ]} />
      {making && <Make onClose={() => setMaking(false)} onMade={() => { setMaking(false); list.reload(); }} />}
    </>
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
        <Field label="Issuer" path="/issuer" hint="The claim iss of its tokens.">{(id) => <input {...id} required maxLength={512} placeholder="https://login.example.com" value={v.issuer} onInput={(e) => setV({ ...v, issuer: e.currentTarget.value })} />}</Field>
        <Field label="Address of its keys" path="/jwks_url">{(id) => <input {...id} required type="url" maxLength={2048} placeholder="https://login.example.com/.well-known/jwks.json" value={v.jwks} onInput={(e) => setV({ ...v, jwks: e.currentTarget.value })} />}</Field>
        <Field label="Scopes of a token that names none" path="/default_scopes" deep hint="With spaces between them.">{(id) => <input {...id} value={v.scopes} onInput={(e) => setV({ ...v, scopes: e.currentTarget.value })} />}</Field>
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Add</Button></div>
      </Form>
    </Dialog>
  );
}
