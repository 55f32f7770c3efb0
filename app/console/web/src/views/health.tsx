import { HealthStatus, type Health as HealthMessage } from "@sdk/gen/platen/api/v1/system_pb.js";
import { platen } from "../api";
import { useLoaded } from "../data";
import { count, named, pretty } from "../format";
import { may, session } from "../session";
import { Button, Head, Pill, Problem, Skeleton, Time } from "../ui";

const names: Record<string, string> = { ai_provider: "AI provider" };
const titled = (name: string) => names[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

export default function Health() {
  const admin = may("admin:read");
  const health = useLoaded<HealthMessage>(() => (admin ? platen.system.getDetailedHealth({}) : platen.system.getHealth({})));
  const versions = useLoaded(() => platen.system.getApiVersions({}));
  const workspace = useLoaded(() => platen.workspaces.getWorkspace({}).catch(() => undefined));
  const h = health.value;
  return (
    <>
      <Head title="Health" hint={admin ? "The state of the service's components." : "With the scope admin:read you see every component."}><Button icon="refresh" busy={health.loading} onClick={health.reload}>Check again</Button></Head>
      <div class="stack">
        <Problem error={health.error} retry={health.reload} />
        {!h && health.error === undefined && <Skeleton />}
        {h && <div class="figures" role="list">
          <div class="card" role="listitem"><p class="soft">Service</p><p class="big"><Pill>{named(HealthStatus, h.status)}</Pill></p><p class="soft">version {h.version}, <Time at={h.time} /></p></div>
          {h.checks.map((c) => (
            <div class="card" role="listitem" key={c.name}><p class="soft">{titled(c.name)}</p><p class="big"><Pill>{named(HealthStatus, c.status)}</Pill></p>
              <p class="soft">{c.message ?? (c.latencyMs !== undefined ? `${c.latencyMs.toFixed(1)} ms` : "")}</p>
              {c.facts && Object.keys(c.facts).length > 0 && <details><summary>Details</summary><pre class="facts-pre">{pretty(c.facts)}</pre></details>}</div>
          ))}
        </div>}
        <section class="card pad"><h2>Workspace</h2><dl class="facts">
          <div><dt>Name</dt><dd>{workspace.value?.name ?? "–"}</dd></div><div><dt>Id</dt><dd class="mono">{session.value?.workspace}</dd></div>
          <div><dt>Signed in as</dt><dd class="mono">{session.value?.who}</dd></div><div><dt>Scopes</dt><dd>{count(session.value?.scopes?.length ?? 0)}: <span class="mono soft">{session.value?.scopes?.join(" ")}</span></dd></div>
          <div><dt>API version</dt><dd>{workspace.value?.apiVersion ?? versions.value?.currentVersion}; current {versions.value?.currentVersion}</dd></div>
        </dl></section>
      </div>
    </>
  );
}
