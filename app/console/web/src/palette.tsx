import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { go } from "./router";
import { places } from "./places";
import { Icon, type IconName } from "./icons";
import { signOut } from "./session";
import { turn } from "./theme";

/** Whether the command palette is open. */
export const palette = signal(false);

interface Command { name: string; group: string; icon: IconName; words: string; run: () => void }

const commands: Command[] = [
  ...places.map((p): Command => ({ name: p.name, group: p.group, icon: p.icon, words: p.words, run: () => go(p.path) })),
  { name: "Create an API key", group: "Do", icon: "plus", words: "new secret token", run: () => go("/keys/new") },
  { name: "Create a webhook", group: "Do", icon: "plus", words: "new endpoint url", run: () => go("/webhooks/new") },
  { name: "Create a template", group: "Do", icon: "plus", words: "new", run: () => go("/playground?save=template") },
  { name: "Replay dead letters", group: "Do", icon: "refresh", words: "dlq queue webhooks retry", run: () => go("/webhooks/dead-letters") },
  { name: "Toggle light and dark theme", group: "Do", icon: "moon", words: "theme colours", run: turn },
  { name: "Open the API reference", group: "Do", icon: "log", words: "docs openapi", run: () => void open("/docs/", "_blank", "noreferrer") },
  { name: "Sign out", group: "Do", icon: "out", words: "leave log out", run: () => void signOut() },
];

// Ids go where they belong: job_… opens the job.
const homes: [RegExp, string][] = [[/^job_\w+$/, "/jobs/"], [/^img_\w+$/, "/images/"], [/^tpl_\w+$/, "/templates/"], [/^kit_\w+$/, "/brands/"], [/^wh_\w+$/, "/webhooks/"], [/^apr_\w+$/, "/approvals/"], [/^dft_\w+$/, "/drafts/"]];

addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    palette.value = !palette.value;
  }
});

export function Palette() {
  return palette.value ? <Open /> : null;
}

function Open() {
  const ref = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  useLayoutEffect(() => { ref.current?.showModal(); }, []);
  const q = query.trim().toLowerCase();
  const home = homes.find(([form]) => form.test(q));
  const found = home
    ? [{ name: `Open ${q}`, group: "Go", icon: "search" as IconName, words: "", run: () => go(home[1] + q) }]
    : commands.filter((c) => q.split(" ").every((w) => `${c.name} ${c.group} ${c.words}`.toLowerCase().includes(w)))
      .sort((a, b) => Number(b.name.toLowerCase().startsWith(q)) - Number(a.name.toLowerCase().startsWith(q)));
  const run = (c: Command | undefined) => { if (c) { ref.current?.close(); c.run(); } };
  const key = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((a) => (a + step + found.length) % Math.max(1, found.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(found[at]);
    }
  };
  useEffect(() => { document.getElementById(`command-${at}`)?.scrollIntoView({ block: "nearest" }); }, [at]);
  return (
    <dialog ref={ref} class="palette" aria-label="Commands" onClose={() => { palette.value = false; }} onClick={(e) => { if (e.target === ref.current) ref.current?.close(); }}>
      <div class="find"><Icon name="search" />
        <input role="combobox" aria-expanded="true" aria-controls="commands" aria-activedescendant={found.length ? `command-${at}` : undefined} aria-label="Go to or do" placeholder="Go to a view, run a command, or paste an id" autofocus
          value={query} onInput={(e) => { setQuery(e.currentTarget.value); setAt(0); }} onKeyDown={key} />
      </div>
      <ul id="commands" role="listbox" aria-label="Commands">
        {found.map((c, i) => (
          <li key={c.name} id={`command-${i}`} role="option" aria-selected={i === at} onMouseMove={() => setAt(i)} onClick={() => run(c)}><Icon name={c.icon} /><span>{c.name}</span><small>{c.group}</small></li>
        ))}
      </ul>
      {found.length === 0 && <p class="none">No match.</p>}
    </dialog>
  );
}
