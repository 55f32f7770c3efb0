import { useState } from "preact/hooks";
import { SigningKeyStatus, type SigningKey } from "@sdk/gen/platen/signing/v1/signing_pb.js";
import { platen } from "../api";
import { useAction, useList } from "../data";
import { named } from "../format";
import { may } from "../session";
import { Button, Empty, Head, Pill, Problem, say, Secret, Sure, Table, Time } from "../ui";

export default function Signing() {
  const list = useList((cursor) => platen.signingKeys.listSigningKeys({ cursor, limit: 25 }));
  const [made, setMade] = useState<SigningKey>();
  const act = useAction();
  const writes = may("keys:write");
  const show = (make: () => Promise<SigningKey>) => act.run(async () => { setMade(await make()); list.reload(); });
  const put = (change: () => Promise<SigningKey>, word: string) => act.run(async () => { const k = await change(); list.put(k, (o) => o.id === k.id); say(word); });
  return (
    <>
      <Head title="Signing keys" hint="Keys that sign image URLs, so that pages can use images without a token. Several can be valid at the same time.">
        {writes && <Button kind="primary" icon="plus" busy={act.busy} onClick={() => void show(() => platen.signingKeys.createSigningKey({}))}>Create a signing key</Button>}
      </Head>
      {!writes && <p class="note">Read only: your token lacks the scope keys:write.</p>}
      <Problem error={act.error} />
      <Table list={list} label="Signing keys" columns={["Key", "State", "Created", "Retired or revoked", ""]} by={(k) => k.id}
        empty={<Empty icon="sign" title="No signing keys yet">The service creates one when the first address is signed. Create one here to sign addresses offline, with a client and its secret.</Empty>}
        row={(k) => [
          <><span class="main mono">{k.kid}</span><span class="sub">{k.livemode ? "live" : "test"}</span></>,
          <Pill>{named(SigningKeyStatus, k.status)}</Pill>,
          <Time at={k.createdAt} />,
          <Time at={k.revokedAt ?? k.retiredAt} none="–" />,
          writes && k.status !== SigningKeyStatus.REVOKED && (
            <div class="row">
              {k.status === SigningKeyStatus.ACTIVE && <Button kind="quiet" icon="refresh" onClick={() => void show(() => platen.signingKeys.rotateSigningKey({ signingKeyId: k.id }))}>Rotate</Button>}
              {k.status === SigningKeyStatus.ACTIVE && <Sure question="It can no longer sign; URLs it has signed stay valid." onYes={() => void put(() => platen.signingKeys.retireSigningKey({ signingKeyId: k.id }), "Retired")}>Retire</Sure>}
              <Sure icon="trash" question="Every URL it has signed stops working." onYes={() => void put(() => platen.signingKeys.revokeSigningKey({ signingKeyId: k.id }), "Revoked")}>Revoke</Sure>
            </div>
          ),
        ]} />
      {made && <Secret title="Your signing secret" secret={made.secret ?? ""} onClose={() => setMade(undefined)}>Store it on your servers: it is shown only once.</Secret>}
    </>
  );
}
