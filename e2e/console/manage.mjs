// A populated workspace: lists longer than a page, keys with their grace period and last use, signing keys, charts of
// usage, the audit log, decisions, health.
import assert from 'node:assert/strict';
import { given, run } from './lib.mjs';

await run(async (open) => {
  const c = await open();
  const { page } = c;
  await c.signIn(given.token);
  const more = async (count) => { const n = await count(); await c.press('Show more'); await page.waitForFunction((q, b) => document.querySelectorAll(q).length > b, { polling: 60 }, count.of, n); await c.settled(); return [n, await count()]; };
  const rows = Object.assign(() => c.rows(), { of: 'tbody tr' });
  const tiles = Object.assign(() => page.$$eval('.tile', (n) => n.length), { of: '.tile' });

  // With a live key nothing is rendered automatically: images require the button.
  await c.says(/A live key: every new image costs credits/);
  await c.says(/Press Render, or Ctrl Enter/, '.empty');
  await c.accessible('the playground of a live key');

  // Lists: the first page, then the rest, each item once.
  for (const [view, count, first] of [['/keys', rows, 25], ['/webhooks', rows, 25], ['/images', tiles, 24], ['/audit', rows, 25], ['/decisions', rows, 25]]) {
    await c.at(view);
    await page.waitForFunction((q, n) => document.querySelectorAll(q).length === n, { polling: 60 }, count.of, first);
    await c.accessible(`${view} with a page`);
    const [n, all] = await more(count);
    assert.equal(n, first);
    assert.ok(all > first);
    const shown = await page.$$eval(count.of, (nodes) => nodes.map((node) => node.querySelector('a')?.href ?? node.href ?? node.innerText));
    assert.equal(new Set(shown).size, shown.length, `${view} shows something twice`);
  }
  // The audit log loads to its end, and filters by subject.
  await c.at('/audit');
  let seen = await c.rows();
  while (await page.$('.more .button')) [, seen] = await more(rows);
  assert.ok(seen > 50, `the audit log ends after ${seen}`);
  await c.press('Verify the chain');
  await c.says(/All \d+ entries are as they were written/, '.note');
  await page.evaluate(() => document.querySelector('tbody .button').click());
  await page.waitForSelector('dialog[open] .facts');
  await c.accessible('an audit entry');
  await page.keyboard.press('Escape');
  await c.gone('dialog');

  // Keys: created with chosen scopes, shown once, used, rotated with a grace period, revoked.
  await c.at('/keys');
  await c.press('Create a key');
  await c.fill('dialog input[name=name]', 'the website');
  await c.press('Choose', 'dialog');
  await c.accessible('creating a key');
  await c.press('Create', 'dialog');
  await page.waitForSelector('[data-test=secret]');
  const secret = await c.text('[data-test=secret]');
  assert.match(secret, /^svc_live_\w{20,}/);
  await c.press('I have stored it');
  await c.says(/the website/, 'tbody');
  assert.ok(!(await c.text('body')).includes(secret), 'the secret is shown for ever');
  await c.says(/never/, 'tbody tr');
  const used = await page.evaluate(async (key) => (await fetch('/api/v1/facade/render-jobs', { headers: { Authorization: `Bearer ${key}` } })).status, secret);
  assert.equal(used, 200);
  for (let i = 0; i < 100 && !/the website[\s\S]*127\.0\.0\.1/.test(await c.text('tbody tr')); i++) { await c.press('Reload'); await c.settled(); }
  await c.says(/the website[\s\S]*render:write[\s\S]*(just now|ago)[\s\S]*127\.0\.0\.1/, 'tbody tr');
  await page.click('[aria-label="Rotate the website"]');
  await page.waitForSelector('[data-test=secret]');
  await c.press('I have stored it');
  await c.says(/grace[\s\S]*2[34] h left/, 'tbody');
  assert.ok(await page.$eval('[aria-label="Grace left"]', (n) => Number(n.getAttribute('aria-valuenow'))) >= 23);
  await c.settled();
  await c.accessible('a key in its grace');
  await c.shot('keys-used');
  await page.evaluate(() => [...document.querySelectorAll('tbody tr')].find((r) => /grace/.test(r.innerText)).querySelector('.row .button').click());
  await c.says(/stops working immediately/, 'dialog');
  await c.press('Revoke', 'dialog');
  await page.waitForFunction(() => [...document.querySelectorAll('tbody tr')].some((r) => /the website[\s\S]*revoked/.test(r.innerText)));
  c.expected.push(403);
  assert.equal(await page.evaluate(async (key) => (await fetch('/api/v1/facade/render-jobs', { headers: { Authorization: `Bearer ${key}` } })).status, secret), 401);

  // A test key, created in a live session: it is listed in test mode, and its requests are free.
  const available = () => page.evaluate(async () => (await (await fetch('/api/v1/usage', { headers: { Authorization: `Bearer ${window.token}` } })).json()).available);
  await page.evaluate((token) => { window.token = token; }, given.token);
  await page.click('[data-test=create]');
  await c.fill('dialog input[name=name]', 'the preview branch');
  await c.press('Test: free, watermarked', 'dialog');
  await c.press('Create', 'dialog');
  await page.waitForSelector('[data-test=secret]');
  const testKey = await c.text('[data-test=secret]');
  assert.match(testKey, /^svc_test_\w{20,}/);
  await c.says(/It is listed in test mode/, 'dialog');
  await c.press('I have stored it');
  await c.settled();
  assert.ok(!/the preview branch/.test(await c.text('tbody')), 'a test key is listed in live mode');
  const before = await available();
  const drawn = await page.evaluate(async (key) => {
    const response = await fetch('/api/v1/facade/generate', { method: 'POST', headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ html: '<h1>Draft</h1>' }) });
    return { status: response.status, body: await response.json() };
  }, testKey);
  assert.equal(drawn.status, 200);
  assert.equal(drawn.body.livemode, false);
  assert.equal(await available(), before, 'a test key was charged');

  // Signing keys: created, rotated, retired, revoked.
  await c.at('/signing');
  assert.equal(await c.rows(), 1);
  await c.press('Create a signing key');
  await page.waitForSelector('[data-test=secret]');
  assert.match(await c.text('[data-test=secret]'), /^ssk_/);
  await c.press('I have stored it');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
  await c.press('Rotate', 'tbody tr');
  await page.waitForSelector('[data-test=secret]');
  await c.press('I have stored it');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 3);
  await c.says(/retired/, 'tbody');
  await c.press('Retire', 'tbody tr');
  await c.accessible('asking before retiring');
  await c.press('Retire', 'dialog');
  await c.gone('dialog');
  await c.settled();
  await c.press('Revoke', 'tbody tr');
  await c.press('Revoke', 'dialog');
  await c.says(/revoked/, 'tbody');
  await c.settled();
  await c.accessible('signing keys');

  // Token issuers: the people whose tokens were used, with what they used.
  await c.at('/issuers');
  await c.says(/ada\s+\d{4}-\d\d-\d\d\s+[\d,]+\s+\d+\s+ai, preview, render/, '[aria-label=People] tbody');
  await c.accessible('people');

  // Usage: the balance, a bar chart of the month, the same as a table, the ledger page by page.
  await c.at('/usage');
  await c.says(/Available\s+9,9\d\d/, '.figures');
  await page.waitForSelector('.chart rect');
  assert.ok(await page.$$eval('.chart rect', (n) => n.length) > 20, 'a month has bars');
  const tall = await page.$$eval('.chart rect', (all) => all.map((r) => Number(r.getAttribute('height'))));
  assert.ok(Math.max(...tall) > 60 && tall.every((h) => h > 0));
  await c.says(/preview/, '.chart figcaption');
  await c.accessible('usage');
  await c.shot('usage-live');
  // The month is projected from the last days; the bars of the days ahead end the chart, except on a month's last day.
  await c.says(/This month so far: [\d,]+ credits\. At the average of the last 14 days, [\d,.]+ a day, it will be about [\d,]+ by \d{4}-\d\d-\d\d\. The available credits last until about \d{4}/, '[data-test=projection]');
  const now = new Date(), rest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate() - now.getUTCDate();
  assert.ok(Math.abs(await page.$$eval('.chart rect.ahead', (n) => n.length) - rest) <= 1, 'the days to the end of the month are projected');
  await c.press('Operations');
  await page.waitForSelector('.chart rect');
  await c.says(/\d operations\./, '[data-test=projection]');
  await c.press('As a table');
  await page.waitForSelector('.chart table');
  await c.accessible('usage as a table');
  assert.equal(await page.$$eval('[aria-label=Ledger] tbody tr', (n) => n.length), 25);
  await c.press('Show more');
  await page.waitForFunction(() => document.querySelectorAll('[aria-label=Ledger] tbody tr').length > 25);

  // Health, and one decision.
  await c.at('/health');
  await c.says(/Service\s+ok/);
  await c.says(/database/i);
  await c.press('Details').catch(() => {});
  await c.accessible('health');
  await c.at('/decisions');
  await c.press('Verify the chain');
  await c.says(/All \d+ entries/, '.note');
  await c.choose('select[aria-label=Action]', 'lock.override');
  await c.says(/No entries/, '.empty');
});
