import type { ComponentChildren, JSX } from "preact";
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import { Code as ConnectCode, ConnectError } from "@connectrpc/connect";
import { PlatenError } from "@sdk/errors.js";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { Faults } from "./fields";
import { ago, date } from "./format";
import { Icon, type IconName } from "./icons";
import type { List } from "./data";
import { imageTurn } from "./pace";
import { href } from "./router";

/** The head of a view. */
export function Head({ title, hint, children }: { title: string; hint?: ComponentChildren; children?: ComponentChildren }) {
  useEffect(() => { document.title = `${title} · Platen`; }, [title]);
  return (
    <header class="head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {hint && <p class="hint">{hint}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </header>
  );
}

type ButtonProps = Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "icon"> & { kind?: "primary" | "quiet" | "danger"; icon?: IconName; busy?: boolean };

export function Button({ kind, icon, busy, children, class: extra, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} class={`button ${kind ?? ""} ${extra ?? ""}`} aria-busy={busy || undefined} disabled={rest.disabled || busy}>
      {busy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A choice of a few. */
export function Segments<T extends string>({ label, value, options, onChange }: { label: string; value: T; options: readonly (readonly [T, string])[]; onChange: (v: T) => void }) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {options.map(([v, text]) => (
        <button type="button" key={v} aria-pressed={v === value} onClick={() => onChange(v)}>{text}</button>
      ))}
    </div>
  );
}

const tones: Record<string, string> = {
  active: "good", completed: "good", delivered: "good", approved: "good", published: "good", ok: "good", used: "good", live: "good", executed: "good", allowed: "good",
  grace: "warn", pending: "warn", queued: "warn", processing: "warn", "in review": "warn", "changes requested": "warn", degraded: "warn", retired: "warn", test: "warn",
  failed: "bad", revoked: "bad", rejected: "bad", "dead letter": "bad", down: "bad", expired: "bad", refused: "bad",
};

export function Pill({ children, tone }: { children: string; tone?: string }) {
  return <span class={`pill ${tone ?? tones[children] ?? ""}`}>{children}</span>;
}

export function Time({ at, none = "never" }: { at: Timestamp | undefined; none?: string }) {
  const when = date(at);
  if (!when) return <span class="soft">{none}</span>;
  return <time dateTime={when.toISOString()} title={when.toLocaleString()}>{ago(when)}</time>;
}

export function Copy({ text, label = "Copy" }: { text: string; label?: string }) {
  const [done, setDone] = useState(false);
  return (
    <Button kind="quiet" icon={done ? "check" : "copy"} aria-label={label} onClick={() => {
      void navigator.clipboard.writeText(text).then(() => { setDone(true); say("Copied"); setTimeout(() => setDone(false), 1500); }, () => say("The browser did not allow copying"));
    }} />
  );
}

export function Code({ children, label }: { children: string; label: string }) {
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={label} role="region"><code>{children}</code></pre>
      <Copy text={children} label={`Copy ${label}`} />
    </div>
  );
}

/** What there is to do where there is nothing yet. */
export function Empty({ icon, title, children, action }: { icon: IconName; title: string; children: ComponentChildren; action?: ComponentChildren }) {
  return (
    <div class="empty">
      <span class="empty-icon"><Icon name={icon} /></span>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** The heading and the sentence that describe a failed action. */
function told(error: unknown): { title: string; text: string } {
  if (unreachable(error)) return { title: navigator.onLine ? "The service does not respond" : "You are offline", text: "Nothing you typed is lost. The page retries automatically, and immediately when you press the button." };
  if (error instanceof PlatenError) return { title: words(error.code), text: error.message.replace(/^[A-Z_]+: /, "") };
  if (error instanceof ConnectError) return { title: "The service failed", text: error.rawMessage };
  return { title: "The action failed", text: error instanceof Error ? error.message : String(error) };
}

const words = (code: string) => code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");

const unreachable = (error: unknown) =>
  (error instanceof ConnectError && error.code === ConnectCode.Unavailable) ||
  (error instanceof PlatenError && (error.code === "CONNECTION_LOST" || (error.code === "HTTP_ERROR" && error.status >= 502)));

/** How long a view that could not be loaded waits before it asks again, in milliseconds. */
const again = 5000;

/**
 * What went wrong, with the details that no field of the form around shows. onFix is offered when a detail carries
 * a patch; retry is also done by itself while the service cannot be reached.
 */
export function Problem({ error, onFix, retry }: { error: unknown; onFix?: (error: PlatenError) => void; retry?: () => void }) {
  const around = useContext(Faults);
  const lost = retry !== undefined && unreachable(error);
  useEffect(() => {
    if (!lost) return;
    const timer = setTimeout(retry, again);
    addEventListener("online", retry);
    return () => { clearTimeout(timer); removeEventListener("online", retry); };
  }, [error]);
  if (error === undefined || error === null) return null;
  const ours = error instanceof PlatenError ? error : undefined;
  const fixable = ours?.details.some((d) => d.fixPatch.length > 0);
  const { title, text } = told(error);
  const one = ours?.details.length === 1 && text.includes(ours.details[0]!.message); // the sentence tells its only detail
  const details = one || ours?.approval ? [] : (ours?.details ?? []).filter((d) => !around?.shown.has(d));
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{title}</strong>
        <p>{text}{one && ours.details[0]!.path && <> <code class="soft">{ours.details[0]!.path}</code></>}</p>
        {details.length > 0 && <ul>{details.map((d) => <li key={d.path + d.message}>{d.path && <code>{d.path}</code>} {d.message}</li>)}</ul>}
        {ours?.approval && <p class="row"><a href={href(`/approvals/${ours.approval.approvalId}`)}>Open the request</a> <a href={new URL(ours.approval.reviewUrl).pathname} target="_blank" rel="noreferrer">Open the review page</a></p>}
        <div class="row">
          {fixable && onFix && ours && <Button icon="wand" onClick={() => onFix(ours)} data-test="fix">Apply the fix</Button>}
          {retry && <Button icon="refresh" onClick={retry}>Try again</Button>}
          {ours?.docUrl && <a class="small" href={here(ours.docUrl)} target="_blank" rel="noreferrer">About this error</a>}
          {ours?.requestId && <span class="soft mono small">{ours.requestId}</span>}
        </div>
      </div>
    </div>
  );
}

/** The path and fragment of an address of the service's own pages. */
const here = (address: string) => { const u = new URL(address, location.origin); return u.pathname + u.hash; };

/** How often, and after how many milliseconds, loading an image is retried. */
const tries = 4, pause = 1500;

/** An image of the service, loaded within its limits; loading it is retried after a failure. */
export function Img({ src, alt, width, height, test }: { src: string; alt: string; width?: number; height?: number; test?: string }) {
  const [turn, setTurn] = useState(0);
  const [waiting, setWaiting] = useState(false);
  const [admitted, setAdmitted] = useState("");
  useEffect(() => { setTurn(0); setWaiting(false); }, [src]);
  useEffect(() => {
    const leaving = new AbortController();
    imageTurn(leaving.signal).then(() => setAdmitted(`${turn} ${src}`), () => {});
    return () => leaving.abort();
  }, [src, turn]);
  useEffect(() => {
    if (!waiting || turn >= tries) return;
    const timer = setTimeout(() => { setWaiting(false); setTurn(turn + 1); }, pause * (turn + 1));
    return () => clearTimeout(timer);
  }, [waiting]);
  if (waiting) return turn < tries ? <span class="spinner soft" aria-hidden="true" /> : <span class="soft">The image could not be loaded</span>;
  return <img key={turn} src={admitted === `${turn} ${src}` ? src : undefined} alt={alt} width={width} height={height} loading="lazy" data-test={test} onError={() => setWaiting(true)} />;
}

export function Skeleton({ lines = 4 }: { lines?: number }) {
  return <div class="skeleton" role="status" aria-label="Loading">{Array.from({ length: lines }, (_, i) => <span key={i} />)}</div>;
}

/** A list in a table, with its loading, empty and error states and its next page. */
export function Table<T>({ list, label, columns, row, empty, by }: {
  list: List<T>; label: string; columns: string[]; row: (item: T) => ComponentChildren[]; empty: ComponentChildren; by: (item: T) => string;
}) {
  if (list.error && list.items.length === 0) return <Problem error={list.error} retry={list.reload} />;
  if (list.loading && list.items.length === 0) return <div class="card pad"><Skeleton /></div>;
  if (list.items.length === 0) return <>{empty}</>;
  return (
    <>
      <div class="card scroll" role="region" aria-label={label} aria-busy={list.loading} tabIndex={0}>
        <table>
          <thead><tr>{columns.map((c) => <th scope="col" key={c}>{c || <span class="hidden">Actions</span>}</th>)}</tr></thead>
          <tbody>{list.items.map((item) => <tr key={by(item)}>{row(item).map((cell, i) => <td key={i} data-label={columns[i]}>{cell}</td>)}</tr>)}</tbody>
        </table>
      </div>
      <More list={list} />
    </>
  );
}

export function More<T>({ list }: { list: List<T> }) {
  return (
    <div class="more">
      {list.error !== undefined && <Problem error={list.error} />}
      {list.more && <Button busy={list.loading} onClick={list.more}>Show more</Button>}
    </div>
  );
}

let origin: HTMLElement | undefined;

/** A modal dialog. It begins in its first field and, when it is gone, gives the focus back to what opened it. */
export function Dialog({ title, onClose, children, wide }: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    origin ??= before;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("form input, form select, form textarea")?.focus();
    return () => {
      // One dialog may follow another: the last gives the focus back to where the first was opened.
      queueMicrotask(() => {
        if (document.querySelector("dialog[open]")) return;
        const back = [before, origin].find((n) => n?.isConnected && n !== document.body);
        origin = undefined;
        if (document.activeElement === document.body || document.activeElement === null) (back ?? document.querySelector<HTMLElement>("#view h1"))?.focus();
      });
    };
  }, []);
  return (
    <dialog ref={ref} class={wide ? "wide" : ""} aria-labelledby={id} onClose={onClose} onClick={(e) => { if (e.target === ref.current) ref.current?.close(); }}>
      <div class="dialog">
        <header><h2 id={id}>{title}</h2><Button kind="quiet" icon="close" aria-label="Close" onClick={() => ref.current?.close()} /></header>
        {children}
      </div>
    </dialog>
  );
}

/** A button that asks once more. */
export function Sure({ children, question, onYes, busy, icon }: { children: string; question: string; onYes: () => void; busy?: boolean; icon?: IconName }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={icon} busy={busy} onClick={() => setAsked(true)}>{children}</Button>
      {asked && (
        <Dialog title={children} onClose={() => setAsked(false)}>
          <p>{question}</p>
          <div class="row end"><Button onClick={() => setAsked(false)}>Cancel</Button><Button kind="danger" onClick={() => { setAsked(false); onYes(); }}>{children}</Button></div>
        </Dialog>
      )}
    </>
  );
}

/** A secret that is shown once. */
export function Secret({ title, secret, children, onClose }: { title: string; secret: string; children: ComponentChildren; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div class="secret"><code data-test="secret">{secret}</code><Copy text={secret} label="Copy the secret" /></div>
      <div class="row end"><Button kind="primary" onClick={onClose}>I have stored it</Button></div>
    </Dialog>
  );
}

const said = signal("");
let quiet: ReturnType<typeof setTimeout>;

/** Says something short at the foot of the page, and to screen readers. */
export function say(text: string): void {
  said.value = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { said.value = ""; }, 3500);
}

export function Toast() {
  return <div class="toast" role="status" aria-live="polite">{said.value && <span>{said.value}</span>}</div>;
}
