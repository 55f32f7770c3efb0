import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { writeJson } from "./exact";

/** The name of an enum's value in lower case, without its enum: `grace`, `render.completed`. */
export function named(kind: Record<number, string>, value: number | undefined): string {
  return (kind[value ?? 0] ?? "").toLowerCase().replaceAll("_", " ");
}

export const date = (t: Timestamp | undefined): Date | undefined => (t ? timestampDate(t) : undefined);

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60]];

/** How long ago, or in how long. */
export function ago(when: Date): string {
  const seconds = (when.getTime() - Date.now()) / 1000;
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) < 10 ? "just now" : relative.format(Math.trunc(seconds), "second");
}

const numbers = new Intl.NumberFormat("en");
export const count = (n: number | bigint): string => numbers.format(n);

/** A number of things: `1 warning`, `2 warnings`. */
export const several = (n: number | bigint, thing: string): string => `${count(n)} ${thing}${Number(n) === 1 ? "" : "s"}`;

export function size(bytes: number | bigint): string {
  const n = Number(bytes);
  if (n < 1000) return `${n} B`;
  if (n < 1e6) return `${(n / 1000).toFixed(n < 1e4 ? 1 : 0)} kB`;
  return `${(n / 1e6).toFixed(1)} MB`;
}

/** An id short enough for a table: its kind and its end. */
export function short(id: string): string {
  const cut = id.indexOf("_");
  return id.length > 20 ? `${id.slice(0, cut + 1)}…${id.slice(-6)}` : id;
}

/** Who did something, short enough for a line: `ada`, `key …gq7n`. */
export function person(actor: string): string {
  const id = actor.replace(/^(?:user|key|session):/, "");
  return id.startsWith("key_") ? `key …${id.slice(-6)}` : id;
}

/** JSON for people; 64-bit integers as numbers. */
export const pretty = (v: unknown): string => writeJson(v, 2);
