import { useState } from "preact/hooks";
import { KeyMode, KeyStatus, type ApiKey } from "@sdk/gen/platen/auth/v1/api_key_pb.js";
import { platen } from "../api";
import { useAction, useList } from "../data";
import { date, named, short } from "../format";
import { go } from "../router";
import { may, session } from "../session";
import { Field, Form } from "../fields";
import { Button, Dialog, Empty, Head, Pill, Problem, say, Secret, Segments, Sure, Table, Time } from "../ui";

const areas = ["render", "sign", "ai", "images", "brands", "brand_kits", "templates", "assets", "fonts", "drafts", "approvals", "licenses", "webhooks", "usage", "keys"];

export default function Keys({ rest }: { rest: string }) {
  const list = useList((cursor) => platen.keys.listApiKeys({ cursor, limit: 25 }));
  const [made, setMade] = useState<{ key: ApiKey; what: string }>();
  const act = useAction();
  const mode = session.value?.live ? "live" : "test";
  const rotate = (key: ApiKey) => act.run(async () => {
    const fresh = await platen.keys.rotateApiKey({ keyId: key.id });
    setMade({ key: fresh, what: "Replace the old key with this one: the old key is valid for another 24 hours." });
    list.reload();
  });
  const revoke = (key: ApiKey) => act.run(async () => {
    list.put(await platen.keys.revokeApiKey({ keyId: key.id }), (k) => k.id === key.id);
    say("Revoked");
  });
  const writes = may("keys:write");
  return (
    <>
      <Head title="API keys" hint={`Secrets with which programs call the API. Requests with test keys are free and add a watermark; requests with live keys cost credits. The keys of ${mode} mode are listed.`}>
        {writes && <Button kind="primary" icon="plus" onClick={() => go("/keys/new")} data-test="create">Create a key</Button>}
      </Head>
      {!writes && <p class="note">Read only: your token lacks the scope keys:write.</p>}
      <Problem error={act.error} />
      <div class="row tabs"><Button kind="quiet" icon="refresh" onClick={list.reload}>Reload</Button></div>
      <Table list={list} label="API keys" columns={["Key", "Mode", "Scopes", "State", "Last use", "Created", ""]} by={(k) => k.id}
        empty={<Empty icon="key" title="No keys yet">A key is a secret with a set of scopes. Create one for each program, so that you can revoke each separately.</Empty>}
        row={(k) => [
          <><span class="main">{k.name || short(k.id)}</span><code class="sub">{k.prefix}…{k.lastFour}</code></>,
          <Pill>{named(KeyMode, k.mode)}</Pill>,
          <span class="sub" title={k.scopes.join("\n")}>{k.brandId ? `${short(k.brandId)} · ` : ""}{k.scopes.length > 3 ? `${k.scopes.length} scopes` : k.scopes.join(", ")}</span>,
          k.status === KeyStatus.GRACE ? <Grace key_={k} /> : <Pill>{named(KeyStatus, k.status)}</Pill>,
          <><Time at={k.lastUsedAt} />{k.lastUsedIp && <span class="sub mono"> {k.lastUsedIp}</span>}</>,
          <Time at={k.createdAt} />,
          writes && k.status !== KeyStatus.REVOKED && (
            <div class="row">
              {k.status === KeyStatus.ACTIVE && <Button kind="quiet" icon="refresh" busy={act.busy} onClick={() => void rotate(k)} data-test="rotate" aria-label={`Rotate ${k.name || short(k.id)}`}>Rotate</Button>}
              <Sure icon="trash" question={`${k.name || k.id} stops working immediately, for every program that uses it.`} onYes={() => void revoke(k)}>Revoke</Sure>
            </div>
          ),
        ]} />
      {rest === "new" && <Create onClose={() => go("/keys")} onMade={(key) => { go("/keys"); setMade({ key, what: `Store it now: it is shown only once.${named(KeyMode, key.mode) === mode ? "" : ` It is listed in ${named(KeyMode, key.mode)} mode.`}` }); list.reload(); }} />}
      {made && <Secret title="Your key" secret={made.key.secret ?? ""} onClose={() => setMade(undefined)}>{made.what}</Secret>}
    </>
  );
}

function Grace({ key_ }: { key_: ApiKey }) {
  const end = date(key_.expiresAt);
  const left = end ? Math.max(0, (end.getTime() - Date.now()) / 3600e3) : 0;
  return (
    <div class="stack tight" title={end?.toLocaleString()}>
      <span><Pill>grace</Pill> <span class="sub">{left >= 1 ? `${Math.floor(left)} h left` : `${Math.floor(left * 60)} min left`}</span></span>
      <div class="bar" role="progressbar" aria-label="Grace left" aria-valuemin={0} aria-valuemax={24} aria-valuenow={Math.round(left)}><span style={{ width: `${(left / 24) * 100}%` }} /></div>
    </div>
  );
}

function Create({ onClose, onMade }: { onClose: () => void; onMade: (k: ApiKey) => void }) {
  const [name, setName] = useState("");
  const [mode, setMode] = useState<"test" | "live">(session.value?.live ? "live" : "test");
  const [reach, setReach] = useState<"usual" | "chosen">("usual");
  const [levels, setLevels] = useState<Record<string, "" | "read" | "write">>({ render: "write" });
  const act = useAction();
  const submit = () => {
    const scopes = reach === "usual" ? [] : Object.entries(levels).filter(([, l]) => l).map(([a, l]) => `${a}:${l}`);
    void act.run(async () => onMade(await platen.keys.createApiKey({ name, mode: mode === "live" ? KeyMode.LIVE : KeyMode.TEST, scopes })));
  };
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form error={act.error} onSubmit={submit} fix={(ops) => { for (const o of ops) if (o.path === "/name") setName(String(o.value ?? "")); }}>
        <Field label="Name" hint="The name of the program that uses it." path="/name">{(id) => <input {...id} name="name" required maxLength={100} value={name} onInput={(e) => setName(e.currentTarget.value)} />}</Field>
        <div class="field"><span class="label">Mode</span><Segments label="Mode" value={mode} onChange={setMode} options={[["test", "Test: free, watermarked"], ["live", "Live: charges credits"]]} /></div>
        <div class="field"><span class="label">Scopes</span><Segments label="Scopes" value={reach} onChange={setReach} options={[["usual", "Everything but keys and admin"], ["chosen", "Choose"]]} /></div>
        {reach === "chosen" && <div class="fields">{areas.map((a) => (
          <Field label={a} key={a}>{(id) => <select {...id} value={levels[a] ?? ""} onChange={(e) => setLevels({ ...levels, [a]: e.currentTarget.value as "read" })}><option value="">none</option><option value="read">read</option><option value="write">write</option></select>}</Field>
        ))}</div>}
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Create</Button></div>
      </Form>
    </Dialog>
  );
}
