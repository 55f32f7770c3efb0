import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import { PlatenError } from "@sdk/errors.js";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { ago, date } from "./format";
import { Icon, type IconName } from "./icons";
import type { List } from "./data";

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

/** A label with its control; the control gets its id and the hint as description. */
export function Field({ label, hint, children }: { label: string; hint?: ComponentChildren; children: (id: { id: string; "aria-describedby"?: string }) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(hint ? { "aria-describedby": id + "h" } : {}) })}
      {hint && <p class="hint" id={id + "h"}>{hint}</p>}
    </div>
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

/** What went wrong, with its details; onFix is offered when a detail carries a patch. */
export function Problem({ error, onFix, retry }: { error: unknown; onFix?: (error: PlatenError) => void; retry?: () => void }) {
  if (error === undefined || error === null) return null;
  const ours = error instanceof PlatenError ? error : undefined;
  const fixable = ours?.details.some((d) => d.fixPatch.length > 0);
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{ours ? words(ours.code) : "The call failed"}</strong>
        <p>{ours ? ours.message.replace(/^[A-Z_]+: /, "") : error instanceof Error ? error.message : String(error)}</p>
        {ours && ours.details.length > 0 && (
          <ul>{ours.details.map((d) => <li key={d.path + d.message}>{d.path && <code>{d.path}</code>} {d.message}</li>)}</ul>
        )}
        {ours?.approval && <p><a href={new URL(ours.approval.reviewUrl).pathname} target="_blank" rel="noreferrer">Open the review page</a></p>}
        <div class="row">
          {fixable && onFix && ours && <Button icon="wand" onClick={() => onFix(ours)} data-test="fix">Apply the fix</Button>}
          {retry && <Button icon="refresh" onClick={retry}>Try again</Button>}
          {ours?.requestId && <span class="soft mono">{ours.requestId}</span>}
        </div>
      </div>
    </div>
  );
}

const words = (code: string) => code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");

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
      <div class="card scroll" role="region" aria-label={label} tabIndex={0}>
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

/** A modal dialog. */
export function Dialog({ title, onClose, children, wide }: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
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
          <div class="row end"><Button onClick={() => setAsked(false)}>Keep it</Button><Button kind="danger" onClick={() => { setAsked(false); onYes(); }}>{children}</Button></div>
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
