import type { LocalErrorDetail } from "./errors.js";

/** One output of a reply. */
export interface OutputHeader {
  name: string;
  format: string;
  width: number;
  height: number;
  bytes: number;
  sha256: string;
  frames?: number;
  pages?: number;
  warnings: { code: string; path?: string; message: string }[];
}

/** The JSON that begins a message of the renderer. */
export interface Reply {
  id: number;
  outputs?: OutputHeader[];
  error?: { code: string; message: string; details?: LocalErrorDetail[] };
  file?: number;
  url?: string;
}

