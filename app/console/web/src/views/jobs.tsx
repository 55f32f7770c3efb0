import { useEffect, useState } from "preact/hooks";
import { RenderStatus } from "@sdk/gen/platen/rendering/v1/render_pb.js";
import { toJob, type Job } from "@sdk/jobs.js";
import { OutputFormat, Operation } from "@sdk/gen/platen/rendering/v1/request_pb.js";
import { here, platen } from "../api";
import { useAction, useList } from "../data";
import { named, several, short, size } from "../format";
import { begin, message } from "../request";
import { go, href } from "../router";
import { may, session } from "../session";
import { Button, Empty, Head, Img, Pill, Problem, Skeleton, Table, Time } from "../ui";

const ended = (s: RenderStatus) => s === RenderStatus.COMPLETED || s === RenderStatus.FAILED || s === RenderStatus.CANCELED;

export default function Jobs({ rest }: { rest: string }) {
  return rest ? <One id={rest} /> : <All />;
}

function Progress({ job }: { job: Pick<Job, "status" | "progress"> }) {
  const { completed = 0, total = 1 } = job.progress ?? {};
  return (
    <div class="row" style={{ flexWrap: "nowrap" }}>
      <div class="bar" role="progressbar" aria-label="Images rendered" aria-valuemin={0} aria-valuemax={total} aria-valuenow={completed}><span style={{ width: `${(completed / Math.max(1, total)) * 100}%` }} /></div>
      <span class="sub">{completed}/{total}</span>
    </div>
  );
}

function All() {
  const [status, setStatus] = useState<RenderStatus>(0);
  const list = useList((cursor) => platen.rendering.listRenderJobs({ cursor, limit: 25, ...(status ? { status } : {}) }), [status]);
  const act = useAction();
  const start = () => act.run(async () => { const job = await platen.start(message({ ...begin(), sizes: ["og", "instagram_post", "instagram_story", "youtube_thumb"] }, Operation.RENDER)); go(`/jobs/${job.id}`); });
  const starter = may("render:write") && <Button kind="primary" icon="play" busy={act.busy} onClick={() => void start()} data-test="start">Queue the request of the playground</Button>;
  return (
    <>
      <Head title="Jobs" hint={`Queued renders, newest first.${session.value?.live ? " This is live data." : " This is test data."}`}>{starter}</Head>
      <Problem error={act.error} />
      <div class="row tabs">
        <select class="narrow" aria-label="State" value={status} onChange={(e) => setStatus(Number(e.currentTarget.value))}><option value="0">every state</option>{[1, 2, 3, 4, 5].map((s) => <option key={s} value={s}>{named(RenderStatus, s)}</option>)}</select>
        <Button kind="quiet" icon="refresh" onClick={list.reload}>Reload</Button>
      </div>
      <Table list={list} label="Jobs" columns={["Job", "State", "Progress", "Credits", "Created"]} by={(j) => j.id}
        empty={<Empty icon="job" title="No jobs yet" action={starter}>Send a request with <code>"operation": "render"</code>: the response is a job, which you follow here, by polling, by a stream of events or by webhooks.</Empty>}
        row={(j) => [
          <><a class="main mono" href={href(`/jobs/${j.id}`)}>{short(j.id)}</a><span class="sub">{Object.entries(j.metadata).map(([k, v]) => `${k}: ${v}`).join(", ")}</span></>,
          <Pill>{named(RenderStatus, j.status)}</Pill>, <Progress job={j} />, String(j.usage?.creditsCharged ?? 0), <Time at={j.createdAt} />,
        ]} />
    </>
  );
}

function One({ id }: { id: string }) {
  const [job, setJob] = useState<Job>();
  const [events, setEvents] = useState<string[]>([]);
  const [error, setError] = useState<unknown>();
  const [again, setAgain] = useState(0);
  const act = useAction();
  useEffect(() => {
    const stop = new AbortController();
    setError(undefined);
    setEvents([]);
    void (async () => {
      try {
        for await (const event of platen.watch(id, { signal: stop.signal })) {
          if (event.job) setJob(event.job);
          setEvents((e) => [...e, event.output ? `made ${event.output.name}` : named(RenderStatus, event.job?.status)]);
        }
      } catch (e) {
        if (!stop.signal.aborted) setError(e);
      }
    })();
    return () => stop.abort();
  }, [id, again]);
  return (
    <>
      <Head title="Job" hint={<code>{id}</code>}>
        {job && !ended(job.status) && may("render:write") && <Button kind="danger" busy={act.busy} onClick={() => void act.run(async () => setJob(toJob(await platen.rendering.cancelRenderJob({ jobId: id }))))}>Cancel</Button>}
      </Head>
      <div class="stack">
        <Problem error={error} retry={() => setAgain(again + 1)} />
        <Problem error={act.error} />
        {!job && error === undefined && <Skeleton />}
        {job && (
          <>
            <div class="card pad stack" data-test="job" data-status={named(RenderStatus, job.status)}>
              <div class="row"><Pill>{named(RenderStatus, job.status)}</Pill><Progress job={job} /></div>
              <ol class="events row" aria-live="polite" aria-label="What happened">{events.map((e, i) => <li key={i} class="pill">{e}</li>)}</ol>
              <dl class="facts">
                <div><dt>Engine</dt><dd>{job.engine?.name} {job.engine?.version}, seed {job.seed}</dd></div>
                <div><dt>Credits</dt><dd>{job.usage?.creditsCharged ?? 0} charged, {job.usage?.creditsReserved ?? 0} reserved</dd></div>
                <div><dt>Created</dt><dd><Time at={job.createdAt} /></dd></div>
                <div><dt>Attempts</dt><dd>{job.attempts}</dd></div>
                {job.decisionId && <div><dt>Decision</dt><dd><a href={href(`/decisions/${job.decisionId}`)}>{short(job.decisionId)}</a></dd></div>}
              </dl>
              {job.error && <div class="problem"><div><strong>{job.error.code}</strong><p>{job.error.message}</p></div></div>}
              {job.warnings.length > 0 && <details><summary>{several(job.warnings.length, "warning")}</summary><ul>{job.warnings.map((w, i) => <li key={i}><code>{w.path}</code> {w.message}</li>)}</ul></details>}
            </div>
            <div class="grid">
              {job.outputs.map((o) => (
                <a class="card tile" key={o.name} href={here(o.url)} target="_blank" rel="noreferrer">
                  <div class="paper">{o.pdfId ? <span>PDF, {several(o.pages ?? 0, "page")}</span> : <Img src={here(o.url)} alt={`The image ${o.name}`} />}</div>
                  <div class="text"><h2 class="name">{o.name}</h2><p>{named(OutputFormat, o.format)} · {o.width}×{o.height} · {size(o.bytes)}</p></div>
                </a>
              ))}
            </div>
          </>
        )}
      </div>
    </>
  );
}
