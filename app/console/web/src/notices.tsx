import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";
import { waits } from "./pace";
import { stale } from "./session";
import { Button } from "./ui";

/** What the page itself has to say: what it waits for, and that it is of a former session. */
export function Notices() {
  const last = waits.value.at(-1);
  return (
    <div class="notices">
      {stale.value && (
        <div class="notice bad" role="alert"><Icon name="warning" /><span>Someone has signed in again in this browser; this page belongs to the previous session. Nothing was done.</span><Button onClick={() => location.reload()}>Reload the page</Button></div>
      )}
      <div role="status">
        {last && <div class="notice" data-test="waiting"><Icon name="job" /><span>{last.why === "limit"
          ? "The workspace's rate limit is reached. The request is sent again automatically."
          : "The service responded with an error. The page retries automatically."}</span><Countdown until={last.until} /></div>}
      </div>
    </div>
  );
}

/** The seconds that are left; they are for the eyes, and would be read aloud each second otherwise. */
function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return <b class="mono" aria-hidden="true">{Math.max(1, Math.ceil((until - now) / 1000))} s</b>;
}
