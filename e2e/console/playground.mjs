// The playground: initial load, a live preview, warnings, boxes, completion, sizes side by side,
// every form of sharing, the command palette.
import assert from 'node:assert/strict';
import { given, run } from './lib.mjs';

await run(async (open) => {
  const c = await open();
  const { page } = c;
  const loaded = [];
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  const names = new Map();
  session.on('Network.responseReceived', (e) => names.set(e.requestId, e.response.url));
  session.on('Network.loadingFinished', (e) => loaded.push([names.get(e.requestId), e.encodedDataLength]));
  await c.signIn(given.token);
  const code = (find) => page.evaluate((f) => document.querySelector('.codearea-editor').shadowRoot.querySelector(f)?.innerText, find);
  const write = async (text) => {
    await page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').focus());
    await page.keyboard.down('Control'); await page.keyboard.press('a'); await page.keyboard.up('Control');
    await page.keyboard.sendCharacter(text);
  };
  const picture = () => page.$eval('.picture img', (n) => n.src);
  const changes = (before) => page.waitForFunction((b) => { const i = document.querySelector('.picture img'); return i && i.src !== b && i.complete && i.naturalWidth > 0; }, { polling: 60 }, before);

  // The compressed initial load stays small; the editor is loaded later.
  await page.waitForFunction(() => document.querySelector('.picture img')?.naturalWidth === 1200);
  await page.waitForFunction(() => document.querySelector('.codearea-editor').shadowRoot?.querySelector('.cm-content'));
  const first = loaded.filter(([url]) => url?.includes('/console/') && !url.includes('/api/') && !/editor-|jetbrains/.test(url));
  const bytes = first.reduce((n, [, b]) => n + b, 0);
  assert.ok(bytes > 50_000 && bytes < 200_000, `the first load is ${bytes} bytes: ${JSON.stringify(first)}`);

  // A change renders again; a warning is shown at its line; the arrow keys step through the boxes.
  let before = await picture();
  await write('<style>\n  h1 { color: #4338ca; colr: red }\n</style>\n<h1 id="headline">Changed</h1>\n');
  await changes(before);
  await c.says(/html 2[\s\S]*colr/, '[data-test=remarks]');
  assert.ok(await page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelectorAll('.cm-lint-marker').length > 0), 'no mark in the gutter');
  await page.focus('.picture .paper');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await c.says(/h1 #headline.*\d+×\d+/, '.box-facts');
  assert.ok(await page.$('.picture .box'), 'no box over the picture');
  await c.says(/Inter Bold/);
  await c.settled();
  await c.accessible('playground');
  await page.click('[data-test=remarks] button');
  await c.focuses(/Document: html/);

  // Completion: the service's elements, properties, and names from a malformed document.
  for (const [typed, want] of [['<qr', /qr-code/], ['<style>p { -svc', /-svc-text-fit/], ['{{ title | up', /upcase/]]) {
    await write(' ');
    await page.keyboard.type(typed);
    await page.waitForFunction((w) => new RegExp(w).test(document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-tooltip-autocomplete')?.innerText ?? ''), { polling: 60 }, want.source)
      .catch(async () => assert.fail(`${typed} completes to ${await code('.cm-tooltip-autocomplete')}`));
    await page.keyboard.press('Escape');
  }

  // Four sizes side by side, each a real image of its size.
  before = await picture();
  await write('<style>\n  body { margin: 0; background: linear-gradient(135deg, #0f172a, #6366f1); color: #fff; font-family: Inter }\n  main { box-sizing: border-box; height: 100vh; padding: 8%; display: flex; align-items: center }\n  h1 { font-size: 9vw; margin: 0 }\n</style>\n<main><h1 id="headline">One card, four sizes</h1></main>\n');
  await changes(before);
  await page.click('.menu > summary');
  await c.accessible('the sizes');
  for (const name of ['Twitter', 'Instagram post', 'Instagram story']) await page.evaluate((n) => [...document.querySelectorAll('.menu label')].find((l) => l.innerText.trim().startsWith(n)).click(), name);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelectorAll('.picture img').length === 4 && [...document.querySelectorAll('.picture img')].every((i) => i.complete && i.naturalWidth > 0));
  assert.deepEqual(await page.$$eval('.picture img', (all) => all.map((i) => `${i.naturalWidth}×${i.naturalHeight}`)), ['1200×630', '1200×600', '1080×1080', '1080×1920']);
  assert.equal(await page.$eval('.menu', (n) => n.open), false, 'Escape closes the sizes');
  await c.settled();
  await c.accessible('four sizes');
  await c.shot('playground-sizes');

  // Sharing: every form, and each shared result works.
  await c.press('Share');
  await page.waitForSelector('dialog[open] pre');
  const forms = { curl: /curl -sS .*facade\/generate/, Go: /package main/, TypeScript: /new Platen/, 'Signed URL': /\/i\/.*\.png/, '<meta> tags': /og:image/ };
  for (const [tab, want] of Object.entries(forms)) {
    await c.press(tab, 'dialog');
    await c.says(want, 'dialog pre');
    if (tab === 'Signed URL') {
      const url = (await c.text('dialog pre')).trim();
      const answer = await fetch(url);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'image/png');
    }
  }
  await c.accessible('sharing');
  await c.shot('share');
  await page.keyboard.press('Escape');
  await c.gone('dialog');

  // A document tree, a malformed tree, a template.
  await c.press('Tree');
  await page.waitForFunction(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').innerText.trim().startsWith('{'), { polling: 60 });
  await c.says(/1200×630/, '.picture figcaption');
  await c.settled();
  await write('{ "tag": "h1", ');
  await c.says(/tree 1[\s\S]*not JSON/, '[data-test=remarks]');
  await c.press('Template');
  await page.waitForFunction(() => document.querySelectorAll('select[aria-label=Template] option').length >= 12);
  await page.select('select[aria-label=Template]', 'quote');
  await c.settled();
  await page.waitForFunction(() => !document.querySelector('.problem') && document.querySelector('.picture img')?.complete);

  // Saving makes a template.
  await c.press('HTML');
  await c.settled();
  await c.press('Save as template');
  await c.fill('dialog input', 'Four sizes');
  await c.accessible('saving a template');
  await c.press('Save and publish', 'dialog');
  await page.waitForFunction(() => /\/templates\/tpl_/.test(location.pathname));
  await c.says(/Four sizes/, 'h1');

  // The command palette, by keyboard: matches, arrow keys, search by id, no match.
  await page.keyboard.down('Control'); await page.keyboard.press('k'); await page.keyboard.up('Control');
  await page.waitForSelector('.palette[open]');
  await c.accessible('commands');
  await page.keyboard.type('zzzz');
  await c.says(/No match/, '.palette');
  await c.fill('.palette input', 'web');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.$eval('.palette input', (n) => document.getElementById(n.getAttribute('aria-activedescendant')).getAttribute('aria-selected')), 'true');
  await page.keyboard.press('ArrowUp');
  await c.shot('commands');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.pathname === '/console/webhooks');
  await c.settled();
  await page.keyboard.down('Control'); await page.keyboard.press('k'); await page.keyboard.up('Control');
  await page.waitForSelector('.palette[open]');
  await page.keyboard.type('job_01jb8z3t5v9k2m4n6p8q0r1s2t');
  c.expected.push(404);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.pathname === '/console/jobs/job_01jb8z3t5v9k2m4n6p8q0r1s2t');
  await c.says(/not found/i, '.problem');
  await c.accessible('a job that is not there');

  // The content security policy blocks all scripts but the page's own files.
  const ran = await page.evaluate(() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.head.append(s); return window.ran === 1; });
  assert.equal(ran, false, 'an inline script is refused');
  await page.evaluate(() => { window.refused = []; });
  assert.equal((await page.cookies()).find((k) => k.name === 'platen_console').httpOnly, true);
  console.log(`the first load is ${bytes} bytes`);
});
