import { effect, signal } from "@preact/signals";

export type Theme = "light" | "dark";

const kept = "platen.theme";
const stored = localStorage.getItem(kept);
const dark = matchMedia("(prefers-color-scheme: dark)");

/** What the person chose; undefined follows the system. */
const chosen = signal<Theme | undefined>(stored === "light" || stored === "dark" ? stored : undefined);
const system = signal<Theme>(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => { system.value = dark.matches ? "dark" : "light"; });

export const theme = (): Theme => chosen.value ?? system.value;

export function turn(): void {
  chosen.value = theme() === "dark" ? "light" : "dark";
  localStorage.setItem(kept, chosen.value);
}

effect(() => { document.documentElement.dataset["theme"] = theme(); });
