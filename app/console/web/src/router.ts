import { signal } from "@preact/signals";

const base = "/console";

/** The path below /console, such as `/jobs/job_…`. */
export const path = signal(read());

function read(): string {
  return location.pathname.slice(base.length) || "/";
}

/** The address of a path, for links. */
export const href = (to: string): string => base + to;

export function go(to: string): void {
  history.pushState(null, "", base + to);
  path.value = read();
  scrollTo(0, 0);
}

addEventListener("popstate", () => { path.value = read(); });

// Links of the console change the view, not the page.
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || !link.getAttribute("href")?.startsWith(base + "/")) return;
  event.preventDefault();
  go(link.pathname.slice(base.length) + link.search);
});
