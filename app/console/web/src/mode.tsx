import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { KeyMode } from "@sdk/gen/platen/auth/v1/api_key_pb.js";
import { platen } from "./api";
import { useAction } from "./data";
import { Field, Form } from "./fields";
import { may, session, switchMode } from "./session";
import { Button, Dialog, Problem } from "./ui";

/** Why the dialog for a token of the other mode is open: "" for the first time, undefined when it is closed. */
const asking = signal<string | undefined>(undefined);

/** The switch between live and test. A session that holds one token asks for the other. */
export function Mode() {
  const live = session.value?.live ?? false;
  const choose = async (wanted: boolean) => {
    if (wanted !== live) asking.value = session.value?.both ? await switchMode() : "";
  };
  return (
    <div class="segments mode" role="group" aria-label="Mode" title={session.value?.workspace}>
      <button type="button" data-test="mode-test" aria-pressed={!live} onClick={() => void choose(false)}>Test</button>
      <button type="button" data-test="mode-live" aria-pressed={live} onClick={() => void choose(true)}>Live</button>
    </div>
  );
}

/** Asks for a token of the other mode, and offers to make one. */
export function OtherMode() {
  return asking.value === undefined ? null : <Ask live={!session.value?.live} />;
}

function Ask({ live }: { live: boolean }) {
  const [token, setToken] = useState("");
  const [why, setWhy] = useState(asking.value ?? "");
  const act = useAction();
  const mode = live ? "live" : "test";
  const enter = (text: string) => act.run(async () => { setWhy((await switchMode(text.trim())) ?? ""); });
  const make = () => act.run(async () => {
    const key = await platen.keys.createApiKey({ name: `Console, ${mode}`, mode: live ? KeyMode.LIVE : KeyMode.TEST });
    setWhy((await switchMode(key.secret ?? "")) ?? "");
  });
  return (
    <Dialog title={`Switch to ${mode}`} onClose={() => { asking.value = undefined; }}>
      <Form error={act.error} onSubmit={() => void enter(token)}>
        <p class="hint">{live ? "In live mode images have no watermark and cost credits." : "In test mode everything is free; images have a watermark."} Your sign-in stays, so that you can switch back.</p>
        {!live && may("keys:write") && <div class="row"><Button kind="primary" busy={act.busy} onClick={() => void make()} data-test="mode-make">Create a test key and switch</Button></div>}
        <Field label={`API key or token for ${mode} mode`} hint="Of the same workspace." path="/token">
          {(id) => <input {...id} name="token" type="password" autocomplete="off" spellcheck={false} required placeholder={`svc_${mode}_…`} value={token} onInput={(e) => setToken(e.currentTarget.value)} />}
        </Field>
        {why && <p class="problem" role="alert">{why}</p>}
        <Problem error={act.error} />
        <div class="row end"><Button kind={live || !may("keys:write") ? "primary" : undefined} type="submit" busy={act.busy}>Switch</Button></div>
      </Form>
    </Dialog>
  );
}
