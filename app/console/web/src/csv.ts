/** A table read from a CSV file: the names of its columns, and its rows as texts. */
export interface Sheet { columns: string[]; rows: string[][] }

/**
 * Reads CSV (RFC 4180): values between commas, semicolons or tabs, whichever the first line has most of, in quotation marks
 * where they hold those, quotation marks or line breaks. The first row names the columns. Empty lines are left out.
 */
export function parseCSV(text: string): Sheet {
  const source = text.replace(/^\uFEFF/, "");
  const head = source.slice(0, source.search(/[\r\n]|$/));
  const comma = [",", ";", "\t"].reduce((a, b) => (head.split(b).length > head.split(a).length ? b : a));
  const rows: string[][] = [];
  let row: string[] = [], value = "", quoted = false;
  const end = () => { row.push(value); value = ""; };
  const line = () => { end(); if (row.some((v) => v.trim() !== "")) rows.push(row); row = []; };
  for (let i = 0; i < source.length; i++) {
    const c = source[i]!;
    if (quoted) {
      if (c !== '"') value += c;
      else if (source[i + 1] === '"') { value += '"'; i++; }
      else quoted = false;
    } else if (c === '"' && value === "") quoted = true;
    else if (c === comma) end();
    else if (c === "\n" || c === "\r") { if (c === "\r" && source[i + 1] === "\n") i++; line(); }
    else value += c;
  }
  line();
  const [first = [], ...rest] = rows;
  const columns = first.map((name, i) => name.trim() || `column ${i + 1}`);
  return { columns, rows: rest.map((r) => columns.map((_, i) => r[i] ?? "")) };
}

const table = Array.from({ length: 256 }, (_, n) => { let c = n; for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1; return c >>> 0; });

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const b of bytes) c = table[(c ^ b) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Writes files into a ZIP archive without compressing them: images are compressed already. */
export function zip(files: { name: string; bytes: Uint8Array<ArrayBuffer> }[]): Blob {
  const parts: BlobPart[] = [], directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const f of files) {
    const name = new TextEncoder().encode(f.name), sum = crc32(f.bytes);
    const header = (central: boolean) => {
      const b = new Uint8Array((central ? 46 : 30) + name.length), v = new DataView(b.buffer), o = central ? 2 : 0;
      v.setUint32(0, central ? 0x02014b50 : 0x04034b50, true);
      if (central) v.setUint16(4, 20, true);
      v.setUint16(4 + o, 20, true);
      v.setUint16(6 + o, 0x0800, true); // names are UTF-8
      v.setUint16(12 + o, 33, true); // 1 January 1980
      v.setUint32(14 + o, sum, true);
      v.setUint32(18 + o, f.bytes.length, true);
      v.setUint32(22 + o, f.bytes.length, true);
      v.setUint16(26 + o, name.length, true);
      if (central) v.setUint32(42, at, true);
      b.set(name, central ? 46 : 30);
      return b;
    };
    directory.push(header(true));
    const local = header(false);
    parts.push(local, f.bytes);
    at += local.length + f.bytes.length;
  }
  const length = directory.reduce((n, d) => n + d.length, 0);
  const end = new Uint8Array(22), v = new DataView(end.buffer);
  v.setUint32(0, 0x06054b50, true);
  v.setUint16(8, files.length, true);
  v.setUint16(10, files.length, true);
  v.setUint32(12, length, true);
  v.setUint32(16, at, true);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
