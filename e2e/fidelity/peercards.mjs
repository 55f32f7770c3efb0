// Writes the cards of the comparison with other engines as HTML files: node peercards.mjs OUTDIR
import fs from 'node:fs'; import path from 'node:path';
import { CONTENT, SIZE } from '../bench/lib/content.mjs';
import { TREE, toHTML } from '../bench/lib/tree.mjs';
const out = process.argv[2];
fs.mkdirSync(out, { recursive: true });
for (const card of ['a', 'b', 'c', 'd']) for (const variant of [0, 1]) {
  const [w, h] = SIZE[card];
  fs.writeFileSync(path.join(out, `${card}${variant}.html`), `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="canvas" content="${w}x${h}"><title>Peers ${card}${variant}</title><style>*{margin:0}body{width:${w}px;height:${h}px}</style></head><body>${toHTML(TREE[card](CONTENT[card](variant)))}</body></html>\n`);
}
