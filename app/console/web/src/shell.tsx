import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { person } from "./format";
import { Code, ConnectError } from "@connectrpc/connect";
import { go, href, path } from "./router";
import { may, session, signOut } from "./session";
import { places, type Place } from "./places";
import { Icon } from "./icons";
import { Button, Empty, Problem, Skeleton } from "./ui";
import { Palette, palette } from "./palette";
import { Notices } from "./notices";
import { Mode, OtherMode } from "./mode";
import { theme, turn } from "./theme";

export function Mark() {
  return <svg class="logo" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="8" class="logo-ground" /><rect x="7" y="9" width="18" height="11" rx="2" fill="#fff" /><rect x="10" y="22.5" width="12" height="2.5" rx="1.25" fill="#fff" opacity=".75" /></svg>;
}

const groups = ["Make", "Deliver", "Govern", "Workspace"] as const;

function Nav({ at, onGo }: { at: Place | undefined; onGo: () => void }) {
  return (
    <div>
      {groups.map((group) => (
        <div class="nav-group" key={group}>
          <p id={`nav-${group}`}>{group}</p>
          <ul aria-labelledby={`nav-${group}`}>
            {places.filter((p) => p.group === group).map((p) => (
              <li key={p.path}><a href={href(p.path)} aria-current={p === at ? "page" : undefined} onClick={onGo}><Icon name={p.icon} />{p.name}</a></li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

export function Shell() {
  const [open, setOpen] = useState(false);
  const now = path.value.split("?")[0]!;
  const at = places.find((p) => now === p.path || now.startsWith(p.path + "/"));
  const rest = at ? now.slice(at.path.length + 1) : "";
  useEffect(() => { if (path.value === "/") { history.replaceState(null, "", href("/playground")); path.value = "/playground"; } }, [now]);
  useEffect(() => {
    if (!open) return;
    document.querySelector<HTMLElement>(".side a[aria-current], .side a")?.focus();
    const away = (e: KeyboardEvent) => { if (e.key === "Escape") { setOpen(false); document.getElementById("menu")?.focus(); } };
    addEventListener("keydown", away);
    return () => removeEventListener("keydown", away);
  }, [open]);
  return (
    <div class={`shell ${open ? "nav-open" : ""}`}>
      <a class="skip" href="#view">Skip to the content</a>
      <nav class="side" aria-label="Console">
        <a class="mark" href={href("/playground")}><Mark /> Platen</a>
        <Nav at={at} onGo={() => setOpen(false)} />
        <div class="side-foot">
          <a href="/docs/" target="_blank" rel="noreferrer">API reference</a>
        </div>
      </nav>
      <button class="shade" type="button" aria-label="Close the menu" tabIndex={open ? 0 : -1} onClick={() => setOpen(false)} />
      <div class="stage">
        <header class="top">
          <Button kind="quiet" icon="menu" class="menu-button" id="menu" aria-label="Menu" aria-expanded={open} onClick={() => setOpen(!open)} />
          <button type="button" class="find" onClick={() => { palette.value = true; }} aria-keyshortcuts="Control+K">
            <Icon name="search" /><span>Go to or do…</span><kbd>Ctrl K</kbd>
          </button>
          <div class="me">
            <Mode />
            <span class="who" title={session.value?.who}>{person(session.value?.who ?? "")}</span>
            <Button kind="quiet" icon={theme() === "dark" ? "sun" : "moon"} aria-label={theme() === "dark" ? "Light colours" : "Dark colours"} onClick={turn} />
            <Button kind="quiet" icon="out" aria-label="Sign out" onClick={() => void signOut()} />
          </div>
        </header>
        <Notices />
        <main id="view" tabIndex={-1}>{at ? <View key={at.path} place={at} rest={rest} /> : now !== "/" && now !== "" && <Lost />}</main>
      </div>
      <OtherMode />
      <Palette />
    </div>
  );
}

// Whether a view has been shown: the first one is where the page begins, later ones are gone to.
let moved = false;

const loaded = new Map<Place, FunctionComponent<{ rest: string }>>();

function View({ place, rest }: { place: Place; rest: string }) {
  const [view, setView] = useState(() => loaded.get(place));
  const [error, setError] = useState<unknown>();
  const load = async (again = false) => {
    setError(undefined);
    try {
      const m = await place.load();
      loaded.set(place, m.default);
      setView(() => m.default);
    } catch (e) {
      // The service may have been updated, and its files have other names now.
      if (again && (await fetch(href("/"), { method: "HEAD" }).then((a) => a.ok, () => false))) location.reload();
      else setError(new ConnectError("A part of the page did not come.", Code.Unavailable, undefined, undefined, e));
    }
  };
  useEffect(() => {
    if (!view) {
      void load();
    }
  }, []);
  useEffect(() => {
    if (!view) return;
    if (moved && !document.querySelector("dialog[open]")) document.querySelector<HTMLElement>("#view h1")?.focus();
    moved = true;
  }, [rest, view]);
  if (place.scope && !may(place.scope)) {
    return (
      <>
        <h1>{place.name}</h1>
        <Empty icon="lock" title={`Your token lacks the scope ${place.scope}`}>
          Sign in with a token that has the scope <code>{place.scope}</code>. <code>platen keys create --mode live --scopes {place.scope}</code> makes one.
        </Empty>
      </>
    );
  }
  if (error) return <><h1>{place.name}</h1><Problem error={error} retry={() => void load(true)} /></>;
  if (!view) return <><h1>{place.name}</h1><Skeleton lines={6} /></>;
  const Loaded = view;
  return <Loaded rest={rest} />;
}

function Lost() {
  return <><h1>Not found</h1><Empty icon="search" title="This page does not exist" action={<Button onClick={() => go("/playground")}>Open the playground</Button>}>Press Ctrl K to search.</Empty></>;
}
