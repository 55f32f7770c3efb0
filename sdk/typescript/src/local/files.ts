import { open, realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";

/** The largest file that a document may use. */
export const maxFile = 11 * 1024 * 1024;

/** How long one download may take, in milliseconds. */
const downloadTime = 10_000;

/** Returns the bytes of an address that a document names; undefined when there are none. */
export type FileSource = (url: string, signal: AbortSignal) => Promise<Uint8Array | undefined> | Uint8Array | undefined;

/** What files a document may use besides data: URLs. */
export interface FileOptions {
  /** A folder that addresses without a scheme are below, or a function that is called with each address. */
  files?: string | FileSource;
  /** Downloads http and https addresses; `true` for the global fetch. The default is not to. */
  fetch?: boolean | typeof globalThis.fetch;
}

/** One source of these options; undefined when they allow nothing. */
export function fileSource({ files, fetch }: FileOptions): FileSource | undefined {
  if (files === undefined && !fetch) return undefined;
  const download = typeof fetch === "function" ? fetch : globalThis.fetch;
  return async (url, signal) => {
    if (typeof files === "function") {
      const found = await files(url, signal);
      if (found !== undefined) return found;
    }
    if (/^https?:/i.test(url)) return fetch ? await downloaded(download, url, signal) : undefined;
    return typeof files === "string" ? await below(files, url) : undefined;
  };
}

async function downloaded(fetch: typeof globalThis.fetch, url: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(downloadTime)]) });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, size);
    size += value.length;
    if (size > maxFile) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
}

/** Reads a file below a folder; links out of it are not followed. */
async function below(folder: string, url: string): Promise<Uint8Array | undefined> {
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return undefined;
  const root = await realpath(folder);
  const file = await found(root, url);
  if (!file?.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
  const handle = await open(file);
  try {
    const info = await handle.stat();
    return info.isFile() && info.size <= maxFile ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}

/**
 * The path of the file that an address names below a folder. What follows ? and # is no part of a path, and a space may be written %20;
 * a file with such a name as written takes precedence, as in the command line.
 */
async function found(root: string, url: string): Promise<string | undefined> {
  for (const written of [url.replace(/\?.*$/s, ""), url.replace(/[?#].*$/s, "")]) {
    for (const name of [written, decoded(written)]) {
      const file = name === undefined ? undefined : await realpath(resolve(root, `.${sep}${name}`)).catch(() => undefined);
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

/** An address without its percent escapes; undefined when they are none. */
function decoded(url: string): string | undefined {
  try {
    return decodeURIComponent(url);
  } catch {
    return undefined;
  }
}
