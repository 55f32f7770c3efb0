import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { LedgerEntryKind, type UsageDay } from "@sdk/gen/platen/credits/v1/usage_pb.js";
import { platen } from "../api";
import { useList, useLoaded } from "../data";
import { count, named, short } from "../format";
import { Button, Empty, Head, Pill, Problem, Segments, Skeleton, Table, Time } from "../ui";

const span = 30; // days shown
const basis = 14; // full days whose average is projected
const axis = 30; // the room of the numbers at the right of the chart, in pixels

export default function Usage() {
  const balance = useLoaded(() => platen.usage.getUsage({}));
  const days = useLoaded(async () => {
    const all: UsageDay[] = [];
    let cursor: string | undefined;
    for (let i = 0; i < 8; i++) { // at most 400 rows
      const { data, page } = await platen.usage.listUsageDays({ limit: 50, ...(cursor ? { cursor } : {}) });
      all.push(...data);
      if (!page?.hasMore) break;
      cursor = page.nextCursor;
    }
    return all;
  });
  const ledger = useList((cursor) => platen.usage.listLedgerEntries({ cursor, limit: 25 }));
  const [what, setWhat] = useState<"credits" | "operations">("credits");
  const b = balance.value;
  return (
    <>
      <Head title="Usage & credits" hint="How many credits were spent, and on what. Requests with test keys are free."><Button icon="refresh" onClick={() => { balance.reload(); days.reload(); ledger.reload(); }}>Reload</Button></Head>
      <div class="stack">
        <Problem error={balance.error} retry={balance.reload} />
        {b ? <dl class="figures">{([["Available", b.available], ["Held by running jobs", b.held], ["Spent", b.spent], ["Granted", b.granted]] as const).map(([n, v]) => <div class="card" key={n}><dt>{n}</dt><dd>{count(v)}</dd></div>)}</dl> : balance.error === undefined && <Skeleton lines={2} />}
        <section class="card pad stack" aria-label="By day">
          <div class="row"><h2>The last {span} days</h2><Segments label="Measure" value={what} onChange={setWhat} options={[["credits", "Credits"], ["operations", "Operations"]]} /></div>
          <Problem error={days.error} retry={days.reload} />
          {days.value ? <><Chart rows={days.value} what={what} /><Projection rows={days.value} what={what} available={b ? Number(b.available) : undefined} /></> : days.error === undefined && <Skeleton lines={5} />}
        </section>
        <h2>Ledger</h2>
        <Table list={ledger} label="Ledger" columns={["Entry", "Amount", "About", "When"]} by={(e) => e.id}
          empty={<Empty icon="usage" title="No ledger entries yet">Grants, holds and charges are listed here, newest first.</Empty>}
          row={(e) => [<Pill tone="plain">{named(LedgerEntryKind, e.kind)}</Pill>, <span class="mono">{count(e.amount)}</span>, <code class="sub">{short(e.subject)}</code>, <Time at={e.createdAt} />]} />
      </div>
    </>
  );
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The use of this month (UTC) so far, the average of the last full days, and the total at that rate by the month's last day. */
function project(rows: UsageDay[], what: "credits" | "operations") {
  const today = day(Date.now()), month = today.slice(0, 7), earliest = day(Date.now() - basis * 864e5);
  const sum = (of: (d: string) => boolean) => rows.reduce((n, r) => n + (of(r.day) ? Number(r[what]) : 0), 0);
  const [y, m] = month.split("-").map(Number) as [number, number];
  const last = new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10);
  const rest = Number(last.slice(8)) - Number(today.slice(8));
  const daily = sum((d) => d >= earliest && d < today) / basis;
  const sofar = sum((d) => d.startsWith(month));
  return { sofar, daily, rest, last, total: sofar + Math.round(daily * rest) };
}

/** The use to expect by the end of the month, and how long the credits last. */
function Projection({ rows, what, available }: { rows: UsageDay[]; what: "credits" | "operations"; available: number | undefined }) {
  const p = project(rows, what);
  if (p.daily === 0) return null;
  const days = available === undefined ? Infinity : Math.floor(available / p.daily);
  return (
    <p data-test="projection">{`This month so far: ${count(p.sofar)} ${what}. At the average of the last ${basis} days, ${count(Math.round(p.daily * 10) / 10)} a day, it will be about `}
      <strong>{count(p.total)}</strong>{` by ${p.last}.`}
      {what === "credits" && days < 3650 && ` The available credits last until about ${day(Date.now() + days * 864e5)}.`}</p>
  );
}

/** Bars by day, stacked by category, with the same numbers as a table for who does not see them. */
function Chart({ rows, what }: { rows: UsageDay[]; what: "credits" | "operations" }) {
  const { labels, kinds, sums, top, ahead, daily } = useMemo(() => {
    const p = project(rows, what);
    const ahead = p.daily > 0 ? Array.from({ length: p.rest }, (_, i) => day(Date.now() + (i + 1) * 864e5)) : [];
    const labels = Array.from({ length: span }, (_, i) => day(Date.now() - (span - 1 - i) * 864e5));
    const kinds = [...new Set(rows.map((r) => r.category))].sort();
    const sums = labels.map((day) => kinds.map((k) => rows.filter((r) => r.day === day && r.category === k).reduce((n, r) => n + Number(r[what]), 0)));
    return { labels, kinds, sums, ahead, daily: p.daily, top: Math.max(1, p.daily, ...sums.map((s) => s.reduce((a, x) => a + x, 0))) };
  }, [rows, what]);
  const ref = useRef<HTMLElement>(null);
  const [w, setW] = useState(720);
  const total = sums.flat().reduce((a, x) => a + x, 0);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const watch = new ResizeObserver(() => setW(Math.max(240, box.clientWidth)));
    watch.observe(box);
    return () => watch.disconnect();
  }, [total === 0]);
  if (total === 0) return <Empty icon="usage" title="No usage in this period">Live renders, previews, signed images and AI images appear here by day and kind. Test keys cost nothing.</Empty>;
  const h = 190, step = (w - axis) / (span + ahead.length), every = Math.ceil(64 / step);
  return (
    <figure class="chart" ref={ref}>
      <svg viewBox={`0 0 ${w} ${h + 22}`} height={h + 22} role="img" aria-label={`${count(total)} ${what} in ${span} days; the table below has the numbers`}>
        {[0, 0.5, 1].map((f) => <g key={f}><line x1="0" x2={w} y1={h - f * (h - 14)} y2={h - f * (h - 14)} class="rule" /><text x={w} y={h - f * (h - 14) - 4} text-anchor="end">{count(Math.round(top * f))}</text></g>)}
        {sums.map((s, i) => {
          let y = h;
          return s.map((n, k) => { const tall = (n / top) * (h - 14); y -= tall; return n > 0 && <rect key={`${i}-${k}`} x={i * step + step * 0.16} y={y} width={step * 0.68} height={tall} rx="2" class={`kind-${k % 5}`}><title>{`${labels[i]}: ${count(n)} ${kinds[k]}`}</title></rect>; });
        })}
        {ahead.map((d, i) => <rect key={d} class="ahead" x={(span + i) * step + step * 0.16} y={h - (daily / top) * (h - 14)} width={step * 0.68} height={(daily / top) * (h - 14)} rx="2"><title>{`${d}: about ${count(Math.round(daily))}, projected`}</title></rect>)}
        {[...labels, ...ahead].map((d, i) => i % every === 1 && i * step + 36 < w && <text key={d} x={i * step} y={h + 17}>{d.slice(5)}</text>)}
      </svg>
      <figcaption class="row">{kinds.map((k, i) => <span class="swatch" key={k}><i class={`kind-${i % 5}`} />{k}</span>)}{ahead.length > 0 && <span class="swatch"><i class="ahead" />projected</span>}</figcaption>
      <details><summary>As a table</summary><div class="scroll" role="region" aria-label="Numbers by day" tabIndex={0}><table><thead><tr><th scope="col">Day</th>{kinds.map((k) => <th scope="col" key={k}>{k}</th>)}</tr></thead><tbody>{labels.map((d, i) => sums[i]!.some((n) => n > 0) && <tr key={d}><td>{d}</td>{sums[i]!.map((n, k) => <td key={k} data-label={kinds[k]}>{count(n)}</td>)}</tr>)}</tbody></table></div></details>
    </figure>
  );
}
