// Writes the boxes Chromium computes for HTML files, one JSON file beside each:
//
//   node boxes.mjs [--chromium PATH] [--puppeteer DIR] [--size 800x600] [--scale 1] [--font FAMILY=FILE[,WEIGHT[,STYLE]]]... [--force] FILE|DIR...
//
// --font makes a face available to every document, --family names the initial
// family (for documents that bring no font of their own). The JSON is
// {"width", "height", "boxes": [[path, x, y, w, h], …]} with the border box of
// every element that has one, in document order, in CSS px. A path names the tags
// and the index among siblings from the root down; transforms are ignored.
import { readFileSync, writeFileSync, readdirSync, statSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const opt = { chromium: '/usr/bin/chromium', puppeteer: process.cwd(), size: '800x600', scale: 1, fonts: [], family: '', force: false, paths: [] };
for (let i = 2; i < process.argv.length; i++) {
  const a = process.argv[i];
  if (a === '--chromium') opt.chromium = process.argv[++i];
  else if (a === '--puppeteer') opt.puppeteer = process.argv[++i];
  else if (a === '--size') opt.size = process.argv[++i];
  else if (a === '--scale') opt.scale = +process.argv[++i];
  else if (a === '--family') opt.family = process.argv[++i];
  else if (a === '--font') opt.fonts.push(process.argv[++i]);
  else if (a === '--force') opt.force = true;
  else opt.paths.push(a);
}
const [width, height] = opt.size.split('x').map(Number);
const files = opt.paths.flatMap((p) => statSync(p).isDirectory()
  ? readdirSync(p, { recursive: true }).filter((f) => f.endsWith('.html')).map((f) => join(p, f)) : [p]).sort();

let sheet = '';
for (const f of opt.fonts) {
  const [family, rest] = f.split('=');
  const [file, weight = '400', style = 'normal'] = rest.split(',');
  sheet += `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};src:url(data:font/ttf;base64,${readFileSync(file).toString('base64')})}\n`;
}
if (opt.family) sheet += `:where(:root){font-family:${opt.family}}\n`;

const require = createRequire(join(resolve(opt.puppeteer), 'x.js'));
const { default: puppeteer } = await import(pathToFileURL(require.resolve('puppeteer-core')).href);
const launch = () => puppeteer.launch({
  protocolTimeout: 30_000,
  executablePath: opt.chromium, headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--font-render-hinting=none', '--disable-lcd-text'],
});
const open = async () => {
  const page = await browser.newPage();
  await page.setViewport({ width, height, deviceScaleFactor: opt.scale });
  return page;
};
let browser = await launch();
let page = await open();
const boxesOf = async (html) => {
  await page.setContent(html, { waitUntil: 'load' });
  return page.evaluate(async () => {
    await document.fonts.ready;
    for (const e of document.querySelectorAll('*')) {
      // Boxes are measured without transforms; a transformed element stays a containing block.
      const s = getComputedStyle(e);
      if (s.transform !== 'none') e.style.setProperty('transform', 'translate(0)', 'important');
      for (const p of ['translate', 'rotate', 'scale']) if (s[p] !== 'none') e.style.setProperty(p, p === 'scale' ? '1' : p === 'rotate' ? '0deg' : '0px', 'important');
    }
    const skip = new Set(['HEAD', 'STYLE', 'SCRIPT', 'TITLE', 'META', 'LINK', 'TEMPLATE', 'BASE']);
    const list = [];
    const walk = (e, path) => {
      if (e.getClientRects().length > 0) {
        const r = e.getBoundingClientRect();
        list.push([path, ...[r.x + scrollX, r.y + scrollY, r.width, r.height].map((v) => Math.round(v * 1e4) / 1e4)]);
      }
      if (e.namespaceURI === 'http://www.w3.org/2000/svg' || e.tagName === 'SELECT') return; // options have no boxes of their own in the engine
      let i = 0;
      for (const c of e.children) if (!skip.has(c.tagName)) walk(c, `${path}/${c.tagName.toLowerCase()}${i++}`);
    };
    walk(document.documentElement, 'html');
    return list;
  });
};
let done = 0;
for (const file of files) {
  const out = file.replace(/\.html$/, '.json');
  if (!opt.force && existsSync(out) && statSync(out).mtimeMs > statSync(file).mtimeMs) continue;
  let html = readFileSync(file, 'utf8');
  if (!/^\s*<!doctype/i.test(html)) html = '<!doctype html>' + html;
  if (sheet) html = html.replace(/^(\s*<!doctype[^>]*>)/i, `$1<style>${sheet}</style>`);
  let boxes;
  try {
    boxes = await boxesOf(html);
  } catch (err) { // a document that the browser does not finish
    console.log(`${file}: ${err.message.split('\n')[0]}`);
    browser.process()?.kill('SIGKILL');
    browser = await launch();
    page = await open();
    continue;
  }
  writeFileSync(out, `{"width":${width},"height":${height},"boxes":[\n${boxes.map((b) => JSON.stringify(b)).join(',\n')}\n]}\n`);
  done++;
}
await browser.close();
console.log(`${done} of ${files.length} files measured`);
