import type { BrandKitVersion } from "@sdk/gen/platen/brands/v1/brand_kit_pb.js";
import { LockMode, LockSeverity, type KitLock } from "@sdk/gen/platen/brands/v1/kit_pb.js";
import { Pill, Time } from "../../ui";

/** A version of a kit, to read. */
export function Look({ v }: { v: BrandKitVersion }) {
  return (
    <div class="two">
      <div class="stack">
        <section class="card pad"><h2>Colours</h2>
          <ul class="swatches">{Object.entries(v.colors?.palette ?? {}).map(([n, c]) => <li class="swatch" key={n}><i style={{ background: c }} />{n} <code class="soft">{c}</code></li>)}</ul>
          <dl class="facts" style={{ marginTop: "16px" }}>{Object.entries(v.colors?.roles ?? {}).map(([role, c]) => <div key={role}><dt>{role}</dt><dd>{c} <code class="soft">var(--brand-{role})</code></dd></div>)}</dl>
        </section>
        <section class="card pad"><h2>Type</h2>
          <dl class="facts">{Object.entries(v.typography?.roles ?? {}).map(([role, f]) => <div key={role}><dt>{role}</dt><dd>{f.family} {f.weight ?? ""}</dd></div>)}
            {v.typography?.fonts.map((f) => <div key={f.family}><dt>{f.family}</dt><dd class="soft">then {f.fallback.join(", ") || "the usual fallbacks"}</dd></div>)}</dl>
        </section>
        <section class="card pad"><h2>Layout</h2><dl class="facts"><div><dt>Safe area</dt><dd>{v.layout?.safeArea ?? "none"}</dd></div><div><dt>Corners</dt><dd>{v.layout?.cornerRadius.join(", ") || "any"}</dd></div><div><dt>Logos</dt><dd>{v.logos.map((l) => l.name).join(", ") || "none"}</dd></div></dl></section>
      </div>
      <section class="card pad"><h2>Locks</h2>
        {v.locks.length === 0 && <p class="hint">Nothing is locked: documents may use any style.</p>}
        <ul class="lock-list">{v.locks.map((l, i) => <li key={i}><span class="lock-icon" aria-hidden="true">●</span><div><strong>{l.property ?? l.target}</strong>{l.selector && <> of <code>{l.selector}</code></>} <Pill tone={l.severity === LockSeverity.WARN ? "warn" : "plain"}>{l.severity === LockSeverity.WARN ? "warns" : "refuses"}</Pill><p class="soft">{said(l)}</p></div></li>)}</ul>
        <p class="hint">Created <Time at={v.createdAt} />{v.publishedAt && <>, published <Time at={v.publishedAt} /></>}.</p>
      </section>
    </div>
  );
}

const plain = (x: unknown): string => (Array.isArray(x) ? x.map(plain).join(", ") : typeof x === "object" && x !== null && "kind" in x ? plain(toPlain(x as never)) : String(x));
const toPlain = (v: { kind: { case?: string; value?: unknown } }): unknown =>
  v.kind.case === "listValue" ? (v.kind.value as { values: never[] }).values.map(toPlain) : v.kind.value;

function said(l: KitLock): string {
  const value = plain(l.value), min = l.min ? plain(l.min) : "", max = l.max ? plain(l.max) : "";
  switch (l.mode) {
    case LockMode.EXACT: return `must be ${value}`;
    case LockMode.ALLOW: return `one of ${value}`;
    case LockMode.RANGE: return `from ${min} to ${max}`;
    case LockMode.MIN: return `at least ${l.value ? value : min}`;
    case LockMode.MAX: return `at most ${l.value ? value : max}`;
    default: return l.value ? `never ${value}` : "may not be set";
  }
}
