import { useEffect, useState } from "preact/hooks";
import { DeliveryStatus, EventType, type DeliveryAttempt, type Webhook, type WebhookDelivery } from "@sdk/gen/platen/webhooks/v1/webhook_pb.js";
import { platen } from "../api";
import { useAction, useList, useLoaded } from "../data";
import { readJson } from "../exact";
import { named, pretty } from "../format";
import { go, href } from "../router";
import { may } from "../session";
import { Field, Form } from "../fields";
import { Button, Code, Dialog, Empty, Head, Pill, Problem, say, Secret, Segments, Skeleton, Sure, Table, Time } from "../ui";

const dotted: Record<number, string> = { 1: "render.completed", 2: "render.failed", 3: "render.canceled", 4: "approval.requested", 5: "approval.decided", 6: "brand_kit.published", 7: "credits.low", 8: "webhook.disabled" };

export default function Webhooks({ rest }: { rest: string }) {
  if (rest.startsWith("wh_")) return <One id={rest} />;
  const dead = rest === "dead-letters";
  const writes = may("webhooks:write");
  return (
    <>
      <Head title="Webhooks" hint="Your endpoints receive an event when a render ends. Every delivery is signed, retried and logged.">
        {writes && <Button kind="primary" icon="plus" onClick={() => go("/webhooks/new")} data-test="create">Create a webhook</Button>}
      </Head>
      <div class="tabs"><Segments label="Part" value={dead ? "dead" : "all"} onChange={(v) => go(v === "dead" ? "/webhooks/dead-letters" : "/webhooks")} options={[["all", "Webhooks"], ["dead", "Dead letters"]]} /></div>
      {dead ? <DeadLetters /> : <All creating={rest === "new"} />}
    </>
  );
}

function All({ creating }: { creating: boolean }) {
  const list = useList((cursor) => platen.webhooks.listWebhooks({ cursor, limit: 25 }));
  const [made, setMade] = useState<Webhook>();
  return (
    <>
      <Table list={list} label="Webhooks" columns={["Address", "Events", "State", "Created"]} by={(w) => w.id}
        empty={<Empty icon="webhook" title="No webhooks yet" action={may("webhooks:write") && <Button onClick={() => go("/webhooks/new")}>Create a webhook</Button>}>
          Give an https address. It gets a POST with the job when a render has completed or failed, signed with a secret that only you and the service know.</Empty>}
        row={(w) => [
          <a class="main" href={href(`/webhooks/${w.id}`)}>{w.url}</a>,
          <span class="sub">{w.events.map((e) => dotted[e]).join(", ")}</span>,
          <Pill tone={w.enabled ? "good" : ""}>{w.enabled ? "on" : "off"}</Pill>,
          <Time at={w.createdAt} />,
        ]} />
      {creating && <Create onClose={() => go("/webhooks")} onMade={(w) => { setMade(w); list.reload(); }} />}
      {made && <Secret title="Your webhook secret" secret={made.secret ?? ""} onClose={() => { setMade(undefined); go(`/webhooks/${made.id}`); }}>Your program verifies signatures with it. It is shown only once.</Secret>}
    </>
  );
}

function Events({ value, onChange }: { value: EventType[]; onChange: (v: EventType[]) => void }) {
  return (
    <fieldset class="stack tight"><legend>Events</legend>
      {Object.entries(dotted).map(([k, name]) => {
        const event = Number(k) as EventType;
        return <label class="tick" key={k}><input type="checkbox" checked={value.includes(event)} onChange={() => onChange(value.includes(event) ? value.filter((v) => v !== event) : [...value, event])} /><code>{name}</code></label>;
      })}
    </fieldset>
  );
}

function Create({ onClose, onMade }: { onClose: () => void; onMade: (w: Webhook) => void }) {
  const [url, setURL] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<EventType[]>([EventType.RENDER_COMPLETED, EventType.RENDER_FAILED]);
  const act = useAction();
  const submit = () => { void act.run(async () => onMade(await platen.webhooks.createWebhook({ url, events, ...(description ? { description } : {}) }))); };
  return (
    <Dialog title="Create a webhook" onClose={onClose}>
      <Form error={act.error} onSubmit={submit} fix={(ops) => { for (const o of ops) if (o.path === "/url") setURL(String(o.value ?? "")); else if (o.path === "/description") setDescription(String(o.value ?? "")); }}>
        <Field label="Address" hint="https, reachable from the internet." path="/url">{(id) => <input {...id} name="url" type="url" required placeholder="https://example.com/hooks/platen" value={url} onInput={(e) => setURL(e.currentTarget.value)} />}</Field>
        <Field label="Description" path="/description">{(id) => <input {...id} value={description} onInput={(e) => setDescription(e.currentTarget.value)} />}</Field>
        <Events value={events} onChange={setEvents} />
        <Problem error={act.error} />
        <div class="row end"><Button kind="primary" type="submit" busy={act.busy}>Create</Button></div>
      </Form>
    </Dialog>
  );
}

const follow = 1000; // between looks at a delivery that is on its way, in milliseconds

function One({ id }: { id: string }) {
  const hook = useLoaded(() => platen.webhooks.getWebhook({ webhookId: id }), [id]);
  const [status, setStatus] = useState<DeliveryStatus>(0);
  const list = useList((cursor) => platen.webhooks.listDeliveries({ webhookId: id, cursor, limit: 25, ...(status ? { status } : {}) }), [id, status]);
  const [open, setOpen] = useState<WebhookDelivery>();
  const [secret, setSecret] = useState<string>();
  const act = useAction();
  const writes = may("webhooks:write");
  if (hook.error) return <><Head title="Webhook" /><Problem error={hook.error} retry={hook.reload} /></>;
  const w = hook.value;
  if (!w) return <><Head title="Webhook" /><Skeleton /></>;
  // Deliveries in progress are followed until they have a response.
  useEffect(() => {
    if (open?.status !== DeliveryStatus.PENDING) return;
    const timer = setTimeout(async () => {
      const { data } = await platen.webhooks.listDeliveries({ webhookId: id, limit: 25 }).catch(() => ({ data: [] as WebhookDelivery[] }));
      const now = data.find((d) => d.id === open.id);
      if (now) list.put(now, (o) => o.id === now.id);
      setOpen((o) => (o?.id === open.id ? { ...(now ?? o) } : o));
    }, follow);
    return () => clearTimeout(timer);
  }, [open]);
  const send = (call: () => Promise<WebhookDelivery>) => act.run(async () => { const d = await call(); list.put(d, (o) => o.id === d.id); setOpen(d); });
  return (
    <>
      <Head title="Webhook" hint={<code>{w.url}</code>}>
        {writes && <>
          <Button icon="refresh" onClick={() => void act.run(async () => { const r = await platen.webhooks.rotateWebhookSecret({ webhookId: id }); hook.set(r); setSecret(r.secret); })}>Rotate the secret</Button>
          <Button onClick={() => void act.run(async () => { hook.set(await platen.webhooks.updateWebhook({ webhookId: id, change: { enabled: !w.enabled } })); say(w.enabled ? "Turned off" : "Turned on"); })}>{w.enabled ? "Turn off" : "Turn on"}</Button>
          <Sure icon="trash" question="Its deliveries are no longer sent." onYes={() => void act.run(async () => { await platen.webhooks.deleteWebhook({ webhookId: id }); go("/webhooks"); })}>Delete</Sure>
          <Button kind="primary" icon="send" busy={act.busy} data-test="send" onClick={() => void send(() => platen.webhooks.testWebhook({ webhookId: id }))}>Send a test</Button>
        </>}
      </Head>
      <div class="stack">
        <Problem error={act.error} />
        <dl class="facts card pad">
          <div><dt>State</dt><dd><Pill tone={w.enabled ? "good" : ""}>{w.enabled ? "on" : "off"}</Pill></dd></div>
          <div><dt>Events</dt><dd class="mono">{w.events.map((e) => dotted[e]).join(", ")}</dd></div>
          {w.description && <div><dt>Description</dt><dd>{w.description}</dd></div>}
          {w.previousSecretExpiresAt && <div><dt>Former secret</dt><dd>signs too until <Time at={w.previousSecretExpiresAt} /></dd></div>}
        </dl>
        <div class="row"><h2>Deliveries</h2>
          <select class="narrow" aria-label="State" value={status} onChange={(e) => setStatus(Number(e.currentTarget.value))}><option value="0">every state</option>{[1, 2, 3, 4].map((s) => <option key={s} value={s}>{named(DeliveryStatus, s)}</option>)}</select>
          <Button kind="quiet" icon="refresh" onClick={list.reload}>Reload</Button></div>
        <Table list={list} label="Deliveries" columns={["Event", "State", "Attempts", "Response", "Sent", ""]} by={(d) => d.id}
          empty={<Empty icon="send" title="No deliveries yet">Send a test: the response of your endpoint is shown here immediately.</Empty>}
          row={(d) => [
            <><span class="main">{dotted[d.event]}</span>{d.test && <span class="sub">test</span>}</>,
            <Pill>{named(DeliveryStatus, d.status)}</Pill>,
            String(d.attempts.length),
            <Response attempt={d.attempts.at(-1)} />,
            <Time at={d.createdAt} />,
            <div class="row"><Button kind="quiet" icon="eye" onClick={() => setOpen(d)}>View</Button>
              {writes && <Button kind="quiet" icon="refresh" data-test="redeliver" onClick={() => void send(() => platen.webhooks.redeliverDelivery({ webhookId: id, deliveryId: d.id }))}>Redeliver</Button>}</div>,
          ]} />
      </div>
      {open && <Delivery delivery={open} onClose={() => setOpen(undefined)} />}
      {secret && <Secret title="The new secret" secret={secret} onClose={() => setSecret(undefined)}>The previous secret stays valid for the grace period, so that you can switch. This one is shown only once.</Secret>}
    </>
  );
}

function Response({ attempt }: { attempt: DeliveryAttempt | undefined }) {
  if (!attempt) return <span class="soft">–</span>;
  return <span class="mono">{attempt.responseStatus ?? attempt.error ?? "no response"}</span>;
}

function body(text: string): string {
  try { return pretty(readJson(text)); } catch { return text; }
}

function Delivery({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  return (
    <Dialog title={`${dotted[delivery.event]}: ${named(DeliveryStatus, delivery.status)}`} onClose={onClose} wide>
      <div class="stack" data-test="delivery">
        {delivery.status === DeliveryStatus.PENDING && <p class="row soft" role="status"><span class="spinner" aria-hidden="true" /> On its way</p>}
        {delivery.status !== DeliveryStatus.PENDING && delivery.nextAttemptAt && <p>The next attempt comes <Time at={delivery.nextAttemptAt} />.</p>}
        {delivery.attempts.slice().reverse().map((a) => (
          <details key={a.number} open={a.number === delivery.attempts.length}>
            <summary>Attempt {a.number}: {a.responseStatus ?? a.error ?? "no response"}, {a.durationMs} ms</summary>
            <div class="stack">
              <h3>Sent <span class="soft"><Time at={a.sentAt} /></span></h3>
              <Code label="request">{`POST ${delivery.url}\n${Object.entries(a.requestHeaders).sort().map(([k, v]) => `${k}: ${v}`).join("\n")}\n\n${body(a.requestBody)}`}</Code>
              {a.responseBody !== undefined && <h3>Response {a.responseStatus}</h3>}
              {a.error && <p class="problem">{a.error}</p>}
              {a.responseBody !== undefined && <Code label="response">{a.responseBody || "(empty)"}</Code>}
            </div>
          </details>
        ))}
      </div>
    </Dialog>
  );
}

function DeadLetters() {
  const list = useList((cursor) => platen.webhooks.listDeadLetters({ cursor, limit: 25 }));
  const act = useAction();
  return (
    <>
      <Problem error={act.error} />
      <Table list={list} label="Dead letters" columns={["Event", "Address", "Attempts", "Last response", "Kept until", ""]} by={(d) => d.eventId + d.webhookId}
        empty={<Empty icon="check" title="No dead letters">Deliveries whose attempts all failed are kept here for 14 days, so that you can replay them when your endpoint works again.</Empty>}
        row={(d) => [
          <><span class="main">{dotted[d.event]}</span><code class="sub">{d.eventId}</code></>, <a href={href(`/webhooks/${d.webhookId}`)}>{d.url}</a>, String(d.attempts),
          <span class="mono">{d.lastStatus ?? d.lastError ?? "no response"}</span>, <Time at={d.expiresAt} />,
          may("webhooks:write") && <div class="row"><Button icon="refresh" busy={act.busy} onClick={() => void act.run(async () => { const r = await platen.webhooks.retryDeadLetter({ eventId: d.eventId }); say(`Replayed: ${named(DeliveryStatus, r.status)}`); list.reload(); })}>Replay</Button></div>,
        ]} />
    </>
  );
}
