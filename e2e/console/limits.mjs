// Limits: a user clicks faster than the rate limit allows. Nothing is lost, the page says what it waits for, and
// the user need not click again.
import assert from 'node:assert/strict';
import { given, run } from './lib.mjs';

await run(async (open) => {
  const c = await open();
  const { page } = c;
  await c.signIn(given.token);
  c.expected.push(429); // other programs of the workspace use the same limit
  let calls = 0, refused = 0;
  page.on('response', (a) => { if (a.url().includes('/platen.')) calls++; if (a.status() === 429) refused++; });

  // Fast navigation between views: the last one is displayed, and requests of abandoned views are not waited for.
  for (let i = 0; i < 3; i++) {
    for (const view of ['/audit', '/health', '/keys', '/usage', '/webhooks', '/templates', '/jobs']) {
      await c.visit(view);
      await new Promise((done) => { setTimeout(done, 60); });
    }
  }
  await c.settled();
  assert.equal(await page.$('.problem'), null);
  await c.says(/No jobs yet/, '.empty');

  // The audit log has the tightest limit. Ten quick clicks are one or two calls; the page says that it waits.
  await c.at('/audit');
  await page.waitForFunction(() => document.querySelector('tbody tr, .empty'));
  const before = calls;
  await page.evaluate(() => { const b = [...document.querySelectorAll('button')].find((n) => /Verify/.test(n.innerText)); for (let i = 0; i < 10; i++) b.click(); });
  await page.waitForSelector('[data-test=waiting]');
  await c.says(/limit is reached[\s\S]*\d+ s/, '[data-test=waiting]');
  await c.accessible('waiting for the limit');
  await c.shot('limit');
  await c.says(/entries are as they were written/, '.note');
  assert.ok(calls - before <= 3, `${calls - before} calls for ten clicks`);
  assert.equal(refused, 0, 'the page asks only when it is admitted');

  // Another program exhausts the limit: the page retries after Retry-After.
  const drain = await page.evaluate(async (token) => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetch('/api/v1/audit', { headers: { Authorization: `Bearer ${token}` } })));
    return answers.map((a) => a.status);
  }, given.token);
  assert.ok(drain.includes(429), `other programs get ${drain}`);
  await c.visit('/health');
  await page.waitForSelector('[data-test=waiting]');
  await c.says(/Service\s+ok/);
  await c.gone('[data-test=waiting]');
  assert.equal(await page.$('.problem'), null);

  // Typing fast in the playground renders the final state, even when requests in between were rejected.
  await c.at('/playground');
  await page.waitForFunction(() => document.querySelector('.codearea-editor')?.shadowRoot?.querySelector('.cm-content') && document.querySelector('.picture img')?.naturalWidth > 0);
  for (let i = 0; i < 12; i++) {
    await page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').focus());
    await page.keyboard.down('Control'); await page.keyboard.press('a'); await page.keyboard.up('Control');
    await page.keyboard.sendCharacter(`<h1 id="n${i}">Version ${i}</h1>`);
    await page.click('[data-test=render]').catch(() => {});
  }
  await page.waitForFunction(() => document.querySelector('.picture img') && !document.querySelector('[aria-busy=true]'));
  await page.focus('.picture .paper');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await c.says(/h1 #n11/, '.box-facts');
  assert.equal(await page.$('.problem'), null);

  // Creating several keys in a row: each is created once.
  for (let i = 0; i < 6; i++) {
    await c.at('/keys/new');
    await c.fill('dialog input[name=name]', `fast ${i}`);
    await c.press('Create', 'dialog');
    await page.waitForSelector('[data-test=secret]');
    await c.press('I have stored it');
    await c.gone('dialog');
  }
  await c.settled();
  const names = await page.$$eval('tbody td .main', (all) => all.map((n) => n.innerText).filter((n) => n.startsWith('fast')));
  assert.deepEqual(names, ['fast 5', 'fast 4', 'fast 3', 'fast 2', 'fast 1', 'fast 0']);
  console.log(`${calls} calls, ${refused} refused`);
});
