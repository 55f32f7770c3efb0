// Platen over HTTP: the whole service with its database, one POST per image.
import { spawn } from 'node:child_process'; import fs from 'node:fs'; import os from 'node:os'; import path from 'node:path';
import { TREE, toHTML } from '../lib/tree.mjs'; import { SIZE } from '../lib/content.mjs'; import { ROOT } from '../lib/assets.mjs';
const BIN = process.env.PLATEN_BIN || path.join(ROOT, '../../.cache/bin/platen');
const FORMAT = { png: { format: 'png' }, jpeg: { format: 'jpeg', quality: 85 }, webpq80: { format: 'webp', quality: 80 }, webp: { format: 'webp', lossless: true } };
export default async function ({ card }) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-bench-')); fs.chmodSync(dir, 0o755);
  const p = spawn(BIN, ['serve'], { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, PLATEN_ADDR: '127.0.0.1:0', PLATEN_DATA_DIR: dir, PLATEN_RATE_PREVIEW: '100000/100000' } });
  let text = ''; const [url, key] = await new Promise((resolve, reject) => {
    p.stdout.on('data', (d) => { text += d; const u = text.match(/serves (http:\/\/\S+)/), k = text.match(/svc_live_\w+/); if (u && k) resolve([u[1], k[0]]); });
    p.on('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const [width, height] = SIZE[card]; const head = `<!doctype html><meta charset="utf-8"><style>*{margin:0}body{width:${width}px;height:${height}px}</style>`;
  return { formats: Object.keys(FORMAT),
    close: async () => { p.removeAllListeners('exit'); p.kill('SIGTERM'); await new Promise((r) => p.on('exit', r)); fs.rmSync(dir, { recursive: true, force: true }); },
    render: async (c, format) => {
      const f = FORMAT[format]; const mime = 'image/' + f.format;
      const r = await fetch(url + '/api/v1/facade/generate', { method: 'POST', headers: { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json', Accept: mime },
        body: JSON.stringify({ operation: 'preview', html: head + toHTML(TREE[card](c)), outputs: [{ width, height, ...f }] }) });
      const body = Buffer.from(await r.arrayBuffer()); if (!r.ok) throw new Error(`${r.status} ${body}`); return body;
    } };
}
