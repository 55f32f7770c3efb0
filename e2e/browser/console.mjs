// Uses the console in a real browser: node console.mjs, with SERVICE (its address) and CASE (JSON: tokens) in the
// environment. CHROMIUM names the browser; SHOTS a folder for screenshots. The first failed assertion ends it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const service = process.env.SERVICE;
const { token, narrow } = JSON.parse(process.env.CASE);
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const page = await browser.newPage();
page.setDefaultTimeout(45000);
const problems = [];
const barriers = []; // all of them are told at the end
let expected = 401; // the status that the browser logs and that is no problem; nor is 429, which the page waits out
page.on('pageerror', (e) => problems.push(String(e)));
await page.evaluateOnNewDocument(() => { window.refused = []; document.addEventListener('securitypolicyviolation', (e) => window.refused.push(`${e.violatedDirective} ${e.sourceFile}:${e.lineNumber}:${e.columnNumber} ${e.sample}`)); });
page.on('console', (m) => { if (m.type() === 'error' && !/Content Security Policy/.test(m.text()) && ![expected, 429].some((status) => m.text().includes(String(status)))) problems.push(m.text()); });

const at = async (where) => { await page.evaluate((p) => { history.pushState(null, '', '/console' + p); dispatchEvent(new PopStateEvent('popstate')); }, where); await settled(); };
const settled = () => page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.skeleton, [aria-busy=true]'), { polling: 100 });
const text = (selector) => page.$eval(selector, (n) => n.innerText);
const press = async (label, within = 'body') => {
  const done = await page.evaluate((l, w) => { const b = [...document.querySelectorAll(`${w} button, ${w} a`)].find((n) => n.innerText.trim() === l && !n.disabled); b?.click(); return Boolean(b); }, label, within);
  assert.ok(done, `no button ${label}`);
};
const shot = async (name, size) => { if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, name + '.png'), ...size }); };
const fill = async (selector, value) => { await page.waitForSelector(selector); await page.click(selector, { clickCount: 3 }); await page.type(selector, value); };

// axe is run through the debugger, which the page's policy does not bind.
async function accessible(where) {
  await page.evaluate(axe + ';0');
  const found = await page.evaluate(async () => (await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })).violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')).join(' | ')}`));
  if (found.length > 0) barriers.push(`${where}: ${found.join('; ')}`);
}

// A receiver for webhooks.
const received = [];
const receiver = http.createServer((q, a) => { let body = ''; q.on('data', (d) => { body += d; }); q.on('end', () => { received.push(body); a.end('thank you'); }); });
await new Promise((done) => receiver.listen(0, '127.0.0.1', done));
const hook = `http://127.0.0.1:${receiver.address().port}/hook`;

try {
  await page.setViewport({ width: 1440, height: 900 });

  // What is loaded first, compressed, stays small; the editor comes later.
  const loaded = [];
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  const names = new Map();
  session.on('Network.responseReceived', (e) => names.set(e.requestId, e.response.url));
  session.on('Network.loadingFinished', (e) => loaded.push([names.get(e.requestId), e.encodedDataLength]));
  await page.goto(`${service}/console/`, { waitUntil: 'networkidle0' });
  await accessible('sign-in');
  await shot('sign-in');

  // A wrong token says so; a right one opens the playground. The cookie is out of reach.
  await fill('#token', 'svc_test_wrong');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.problem');
  assert.match(await text('.problem'), /not a good API key/);
  await page.$eval('#token', (n) => { n.value = ''; n.dispatchEvent(new Event('input', { bubbles: true })); });
  await page.type('#token', token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.shell');
  const cookie = (await page.cookies()).find((c) => c.name === 'platen_console');
  assert.ok(cookie.httpOnly && cookie.sameSite === 'Strict' && !cookie.value.includes(token.slice(9, 25)));
  assert.equal(await page.evaluate(() => document.cookie + JSON.stringify(localStorage)).then((s) => s.includes(token)), false, 'the page keeps the token');

  // Playground: a picture, then a change, a remark at its line, boxes, sizes and sharing.
  await page.waitForSelector('.picture img');
  await page.waitForFunction(() => document.querySelector('.picture img').naturalWidth === 1200);
  await page.waitForFunction(() => document.querySelector('.codearea-editor').shadowRoot?.querySelector('.cm-content'));
  const first = loaded.filter(([url]) => url?.includes('/console/') && !url.includes('/api/') && !/editor-|jetbrains/.test(url));
  const bytes = first.reduce((n, [, b]) => n + b, 0);
  assert.ok(bytes > 50_000 && bytes < 200_000, `the first load is ${bytes} bytes: ${JSON.stringify(first)}`);
  const before = await page.$eval('.picture img', (n) => n.src);
  await page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').focus());
  await page.keyboard.down('Control'); await page.keyboard.press('a'); await page.keyboard.up('Control');
  await page.keyboard.sendCharacter('<style>\n  h1 { color: #4338ca; mask-border: none }\n</style>\n<h1 id="headline">Changed</h1>\n');
  await page.waitForFunction((b) => document.querySelector('.picture img')?.src !== b, {}, before);
  await page.waitForSelector('[data-test=remarks]');
  assert.match(await text('[data-test=remarks]'), /html 2[\s\S]*mask-border/);
  assert.ok(await page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelectorAll('.cm-lint-marker').length > 0), 'no mark in the gutter');
  await page.focus('.picture .paper');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  assert.match(await text('.box-facts'), /h1 #headline/);
  await settled();
  assert.deepEqual(await page.evaluate(() => window.refused.filter((r) => r.includes('/console/'))), [], 'the page does what its own policy refuses');
  await accessible('playground');
  await page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').focus());
  await page.keyboard.down('Control'); await page.keyboard.press('End'); await page.keyboard.up('Control');
  await page.keyboard.type('<qr');
  await page.waitForFunction(() => /qr-code/.test(document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-tooltip-autocomplete')?.innerText ?? ''));
  await page.keyboard.press('Escape');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Backspace');
  await press('Share');
  await page.waitForSelector('dialog[open] pre');
  assert.match(await text('dialog pre'), /curl -sS .*facade\/generate/);
  for (const [tab, want] of [['Go', /package main/], ['TypeScript', /new Platen/], ['Signed URL', /\/i\/.*\.png/], ['<meta> tags', /og:image/]]) {
    await press(tab, 'dialog');
    await page.waitForFunction((w) => new RegExp(w).test(document.querySelector('dialog pre')?.innerText ?? ''), {}, want.source);
  }
  await accessible('sharing');
  await page.keyboard.press('Escape');

  // Command palette.
  await page.keyboard.down('Control'); await page.keyboard.press('k'); await page.keyboard.up('Control');
  await page.waitForSelector('.palette[open]');
  await accessible('commands');
  await page.keyboard.type('api key');
  await shot('commands');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.pathname.startsWith('/console/keys'));
  await settled();

  // Keys: create, see once, rotate, see the grace, revoke.
  await at('/keys/new');
  await fill('dialog input[name=name]', 'the website');
  await accessible('creating a key');
  await press('Create', 'dialog');
  await page.waitForSelector('[data-test=secret]');
  assert.match(await text('[data-test=secret]'), /^svc_test_\w{20,}/);
  await press('I have stored it');
  await page.waitForFunction(() => /the website/.test(document.querySelector('tbody')?.innerText ?? ''));
  await page.click('[aria-label="Rotate the website"]');
  await page.waitForSelector('[data-test=secret]');
  await press('I have stored it');
  await page.waitForFunction(() => /grace[\s\S]*2[34] h left/.test(document.querySelector('tbody')?.innerText ?? ''));
  await accessible('keys');
  await shot('keys');

  // Templates: gallery, form, picture, refusal with its fix.
  await at('/templates');
  await page.waitForFunction(() => document.querySelectorAll('.tile').length >= 12);
  await accessible('templates');
  await page.waitForFunction(() => [...document.querySelectorAll('.tile img')].slice(0, 4).every((i) => i.naturalWidth > 0));
  await shot('templates');
  await page.evaluate(() => [...document.querySelectorAll('.tile')].find((n) => /quote/i.test(n.innerText)).click());
  await page.waitForSelector('[data-test=template-picture]');
  const shown = await page.$eval('[data-test=template-picture]', (n) => n.src);
  await fill('[name=author]', 'Ada Lovelace');
  await page.waitForFunction((s) => document.querySelector('[data-test=template-picture]').src !== s, {}, shown);
  await settled();
  await accessible('a template');
  await shot('template');
  expected = 400;
  await page.$eval('[name=author]', (n) => { n.value = 'x'.repeat(400); n.dispatchEvent(new Event('input', { bubbles: true })); });
  await page.waitForSelector('[data-test=fix]');
  await accessible('a refusal');
  await page.click('[data-test=fix]');
  await page.waitForFunction(() => !document.querySelector('[data-test=fix]') && document.querySelector('[name=author]').value.length < 400);
  expected = 401;

  // Brand kits: create, check a document, see what breaks the locks, mend it.
  await at('/brands/new');
  await fill('dialog input[name=name]', 'Acme');
  await press('Create', 'dialog');
  await page.waitForFunction(() => /brands\/kit_/.test(location.pathname));
  await settled();
  await accessible('a kit');
  await press('Check a document');
  await page.waitForSelector('[data-test=check]');
  await page.click('[data-test=check]');
  await page.waitForSelector('.verdict.bad');
  await page.waitForSelector('.mark-box');
  await settled();
  await accessible('a verdict');
  await shot('brand-check');
  await page.click('[data-test=fix-all]');
  await page.waitForFunction(() => document.querySelector('.verdict') && !document.querySelector('[aria-busy=true]') && (document.querySelector('.verdict.good') || document.querySelector('[data-test=fix-all]')));
  if (await page.$('[data-test=fix-all]')) await page.click('[data-test=fix-all]');
  await page.waitForSelector('.verdict.good');
  await at('/brands');
  await accessible('brand kits');

  // Jobs: live progress to the end.
  await at('/jobs');
  await accessible('no jobs');
  await page.click('[data-test=start]');
  await page.waitForSelector('[data-test=job][data-status=completed]');
  assert.match(await text('.events'), /made/);
  assert.equal(await page.$eval('[role=progressbar]', (n) => n.getAttribute('aria-valuenow')), '4');
  await settled();
  await accessible('a job');
  await shot('job');

  // Webhooks: create, test, read what was sent and answered.
  await at('/webhooks/new');
  await fill('dialog input[name=url]', hook);
  await press('Create', 'dialog');
  await page.waitForSelector('[data-test=secret]');
  await press('I have stored it');
  await page.waitForSelector('[data-test=send]');
  await page.click('[data-test=send]');
  await page.waitForSelector('[data-test=delivery] pre');
  assert.match(await text('[data-test=delivery]'), /render\.completed[\s\S]*thank you/);
  assert.equal(received.length, 1);
  await accessible('a delivery');
  await shot('webhook');
  await page.keyboard.press('Escape');
  await settled();
  await accessible('a webhook');

  // The studio draws.
  await at('/studio');
  await accessible('the studio');
  await page.$eval('input[type=range]', (n) => { n.value = 3; n.dispatchEvent(new Event('input', { bubbles: true })); });
  await page.click('[data-test=draw]');
  await page.waitForFunction(() => document.querySelectorAll('.sheet button').length === 3);
  await settled();
  await accessible('a contact sheet');
  await shot('studio');

  // Every other view loads, shows no error and has no barriers, in light, dark and on a phone.
  const views = ['/images', '/signing', '/webhooks', '/webhooks/dead-letters', '/jobs', '/approvals', '/approvals/policies', '/drafts', '/decisions', '/usage', '/audit', '/health'];
  for (const view of views) {
    await at(view);
    assert.equal(await page.$('.problem'), null, `${view}: ${await page.$('.problem') && await text('.problem')}`);
    await accessible(view);
    await shot(view.slice(1).replace('/', '-'));
  }
  await page.click('[aria-label="Dark colours"]');
  for (const view of ['/playground', '/templates', '/keys', '/usage', '/health', '/studio']) {
    await at(view);
    await accessible(`${view} in dark`);
    await shot(`${view.slice(1)}-dark`);
  }
  await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  for (const view of ['/playground', '/templates', '/keys', '/webhooks', '/brands', '/studio', '/usage', '/audit', '/health']) {
    await at(view);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} scrolls sideways on a phone`);
    await accessible(`${view} on a phone`);
    await shot(`${view.slice(1)}-phone`);
  }
  await page.click('[aria-label="Menu"]');
  await page.waitForSelector('.nav-open');
  await accessible('the menu on a phone');
  await page.keyboard.press('Escape');

  // Signing out ends it; a token without a scope is told which.
  await page.setViewport({ width: 1440, height: 900 });
  await page.waitForSelector('[aria-label="Sign out"]'); // the end of the phone loads the page anew
  await page.evaluate(() => document.querySelector('[aria-label="Sign out"]').click());
  await page.waitForSelector('#token');
  await page.type('#token', narrow);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.shell');
  await at('/keys');
  assert.match(await text('.empty'), /lacks keys:read/);

  // Nothing but the page's own files runs.
  const ran = await page.evaluate(() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.head.append(s); return window.ran === 1; });
  assert.equal(ran, false, 'an inline script is refused');
  assert.deepEqual(barriers, []);
  assert.deepEqual(problems, []);
  console.log(`used; the first load is ${bytes} bytes`);
} catch (e) {
  await shot('failed');
  console.error('at', page.url(), problems.join('\n'), barriers.join('\n'));
  throw e;
} finally {
  await browser.close();
  receiver.close();
}
