// Platen's native engine as a child process: one JSON line in, one length-prefixed file out.
import { spawn } from 'node:child_process'; import path from 'node:path';
import { TREE, toHTML } from '../lib/tree.mjs'; import { SIZE } from '../lib/content.mjs'; import { ROOT } from '../lib/assets.mjs';
const BIN = process.env.PLATEN_BIN || path.join(ROOT, '../../.cache/bin/platen');
const FORMAT = { png: { format: 'png' }, pngbest: { format: 'png', effort: 'best' }, raw: { format: 'raw' }, webp: { format: 'webp', lossless: true }, webpq80: { format: 'webp', quality: 80 }, jpeg: { format: 'jpeg', quality: 85 } };
export default async function ({ card }) {
  const p = spawn(BIN, ['render', '--pipe'], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, GOMAXPROCS: process.env.GOMAXPROCS || '1' } });
  const waiting = []; let buf = Buffer.alloc(0);
  p.stdout.on('data', (d) => {
    buf = buf.length ? Buffer.concat([buf, d]) : d;
    while (buf.length >= 5) {
      const n = buf.readUInt32BE(1); if (buf.length < 5 + n) break;
      const body = buf.subarray(5, 5 + n), bad = buf[0] !== 0, w = waiting.shift(); buf = buf.subarray(5 + n);
      if (bad) w.reject(new Error(body.toString())); else w.resolve(Buffer.from(body));
    }
  });
  const [width, height] = SIZE[card]; const head = `<!doctype html><meta charset="utf-8"><style>*{margin:0}body{width:${width}px;height:${height}px}</style>`;
  return { formats: Object.keys(FORMAT), close: async () => { p.stdin.end(); await new Promise((r) => p.on('exit', r)); },
    render: (c, format) => new Promise((resolve, reject) => { waiting.push({ resolve, reject }); p.stdin.write(JSON.stringify({ html: head + toHTML(TREE[card](c)), width, height, ...FORMAT[format] }) + '\n'); }) };
}
