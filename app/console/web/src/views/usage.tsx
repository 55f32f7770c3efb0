import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { LedgerEntryKind, type UsageDay } from "@sdk/gen/platen/credits/v1/usage_pb.js";
import { platen } from "../api";
import { useList, useLoaded } from "../data";
import { count, named, short } from "../format";
import { Button, Empty, Head, Pill, Problem, Segments, Skeleton, Table, Time } from "../ui";

const span = 30; // days shown
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
      <Head title="Usage & credits" hint="What credits were spent on. Test keys cost nothing."><Button icon="refresh" onClick={() => { balance.reload(); days.reload(); ledger.reload(); }}>Reload</Button></Head>
      <div class="stack">
        <Problem error={balance.error} retry={balance.reload} />
        {b ? <dl class="figures">{([["Available", b.available], ["Held by running jobs", b.held], ["Spent", b.spent], ["Granted", b.granted]] as const).map(([n, v]) => <div class="card" key={n}><dt>{n}</dt><dd>{count(v)}</dd></div>)}</dl> : balance.error === undefined && <Skeleton lines={2} />}
        <section class="card pad stack" aria-label="By day">
          <div class="row"><h2>The last {span} days</h2><Segments label="Measure" value={what} onChange={setWhat} options={[["credits", "Credits"], ["operations", "Operations"]]} /></div>
          <Problem error={days.error} retry={days.reload} />
          {days.value ? <Chart rows={days.value} what={what} /> : days.error === undefined && <Skeleton lines={5} />}
        </section>
        <h2>Ledger</h2>
        <Table list={ledger} label="Ledger" columns={["Entry", "Amount", "About", "When"]} by={(e) => e.id}
          empty={<Empty icon="usage" title="No ledger entries yet">Grants, holds and charges are listed here, newest first.</Empty>}
          row={(e) => [<Pill tone="plain">{named(LedgerEntryKind, e.kind)}</Pill>, <span class="mono">{count(e.amount)}</span>, <code class="sub">{short(e.subject)}</code>, <Time at={e.createdAt} />]} />
      </div>
    </>
  );
}

/** Bars by day, stacked by category, with the same numbers as a table for who does not see them. */
function Chart({ rows, what }: { rows: UsageDay[]; what: "credits" | "operations" }) {
  const { labels, kinds, sums, top } = useMemo(() => {
    const labels = Array.from({ length: span }, (_, i) => new Date(Date.now() - (span - 1 - i) * 864e5).toISOString().slice(0, 10));
    const kinds = [...new Set(rows.map((r) => r.category))].sort();
    const sums = labels.map((day) => kinds.map((k) => rows.filter((r) => r.day === day && r.category === k).reduce((n, r) => n + Number(r[what]), 0)));
    return { labels, kinds, sums, top: Math.max(1, ...sums.map((s) => s.reduce((a, x) => a + x, 0))) };
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
  const h = 190, step = (w - axis) / span, every = Math.ceil(64 / step);
  return (
    <figure class="chart" ref={ref}>
      <svg viewBox={`0 0 ${w} ${h + 22}`} height={h + 22} role="img" aria-label={`${count(total)} ${what} in ${span} days; the table below has the numbers`}>
        {[0, 0.5, 1].map((f) => <g key={f}><line x1="0" x2={w} y1={h - f * (h - 14)} y2={h - f * (h - 14)} class="rule" /><text x={w} y={h - f * (h - 14) - 4} text-anchor="end">{count(Math.round(top * f))}</text></g>)}
        {sums.map((s, i) => {
          let y = h;
          return s.map((n, k) => { const tall = (n / top) * (h - 14); y -= tall; return n > 0 && <rect key={`${i}-${k}`} x={i * step + step * 0.16} y={y} width={step * 0.68} height={tall} rx="2" class={`kind-${k % 5}`}><title>{`${labels[i]}: ${count(n)} ${kinds[k]}`}</title></rect>; });
        })}
        {labels.map((d, i) => i % every === 1 && i * step + 36 < w && <text key={d} x={i * step} y={h + 17}>{d.slice(5)}</text>)}
      </svg>
      <figcaption class="row">{kinds.map((k, i) => <span class="swatch" key={k}><i class={`kind-${i % 5}`} />{k}</span>)}</figcaption>
      <details><summary>As a table</summary><div class="scroll" role="region" aria-label="Numbers by day" tabIndex={0}><table><thead><tr><th scope="col">Day</th>{kinds.map((k) => <th scope="col" key={k}>{k}</th>)}</tr></thead><tbody>{labels.map((d, i) => sums[i]!.some((n) => n > 0) && <tr key={d}><td>{d}</td>{sums[i]!.map((n, k) => <td key={k} data-label={kinds[k]}>{count(n)}</td>)}</tr>)}</tbody></table></div></details>
    </figure>
  );
}
