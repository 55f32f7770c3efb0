import { useRef, useState } from "preact/hooks";
import { farewell, signIn } from "./session";
import { Button } from "./ui";
import { Icon } from "./icons";
import { Mark } from "./shell";

export function SignIn() {
  const [token, setToken] = useState("");
  const [shown, show] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (token.trim() === "") return setProblem("Paste an API key or a token first.");
    setBusy(true);
    const why = await signIn(token.trim());
    if (why === undefined) return; // the page has changed
    setProblem(why);
    setBusy(false);
    field.current?.focus();
  };
  return (
    <main class="signin">
      <section class="signin-form">
        <p class="mark"><Mark /> Platen</p>
        <h1>Sign in to the console</h1>
        <p class="hint">With an API key, or a JWT of an issuer that your workspace trusts. It goes into a sealed cookie; this page does not keep it.</p>
        {farewell.value && <p class="problem" role="alert"><Icon name="warning" /><span>{farewell.value}</span></p>}
        <form onSubmit={submit}>
          <div class="field">
            <label for="token">API key or token</label>
            <div class="joined">
              <input id="token" ref={field} aria-invalid={problem !== "" || undefined} aria-describedby={problem ? "token-problem" : undefined} name="token" type={shown ? "text" : "password"} autocomplete="current-password" spellcheck={false} autofocus placeholder="svc_test_…"
                value={token} onInput={(e) => setToken(e.currentTarget.value)} />
              <Button kind="quiet" icon="eye" aria-label={shown ? "Hide the token" : "Show the token"} aria-pressed={shown} onClick={() => show(!shown)} />
            </div>
            {problem && <div class="field-error" id="token-problem" role="alert"><p><Icon name="warning" /><span>{problem}</span></p></div>}
          </div>
          <Button kind="primary" type="submit" busy={busy}>Sign in</Button>
        </form>
        <dl class="facts">
          <div><dt>Your own installation?</dt><dd><code>platen console</code> prints an address that signs you in.</dd></div>
          <div><dt>No key yet?</dt><dd>The first start of the service prints two. Later: <code>platen keys create --mode test</code></dd></div>
          <div><dt>Test or live?</dt><dd>Test keys are free and add a watermark. Live keys cost credits.</dd></div>
        </dl>
      </section>
      <aside class="signin-art" aria-hidden="true"><span /><span /><span /><span /><span /></aside>
    </main>
  );
}
