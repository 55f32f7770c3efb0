// Signing in and out: with a wrong token, a key, a workspace's JWT; cross-site requests; sessions that expire.
import assert from 'node:assert/strict';
import http from 'node:http';
import { given, phone, run, service } from './lib.mjs';

await run(async (open) => {
  const brief = await open(phone);
  await brief.signIn(given.brief);
  await brief.page.waitForFunction(() => document.querySelector('.picture img')?.naturalWidth > 0);

  // A session switches between test and live: the first switch requires the other token, later ones take one click.
  const both = await open();
  await both.signIn(given.key);
  const mode = () => both.page.$eval('.mode [aria-pressed=true]', (n) => n.textContent);
  await both.page.waitForSelector('[data-test=mode-live]');
  assert.equal(await mode(), 'Test');
  both.expected.push(400, 401);
  await both.page.click('[data-test=mode-live]');
  await both.page.waitForSelector('dialog input[name=token]');
  await both.fill('dialog input[name=token]', given.narrow);
  await both.press('Switch', 'dialog form');
  await both.says(/of the same mode/, 'dialog [role=alert]');
  await both.fill('dialog input[name=token]', given.live);
  const reloaded = both.page.waitForNavigation({ waitUntil: 'load' });
  await both.press('Switch', 'dialog form');
  await reloaded;
  await both.page.waitForSelector('[data-test=mode-live][aria-pressed=true]');
  await both.accessible('live mode');
  await Promise.all([both.page.waitForNavigation({ waitUntil: 'load' }), both.page.click('[data-test=mode-test]')]);
  await both.page.waitForSelector('[data-test=mode-test][aria-pressed=true]');
  const shown = await both.page.evaluate(() => document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.body.innerHTML);
  assert.ok(!shown.includes(given.live) && !shown.includes(given.key), 'the page keeps a token');

  // A session with a live key creates a test key to switch: later switches take one click.
  const creates = await open();
  await creates.signIn(given.maker);
  await creates.page.waitForSelector('[data-test=mode-live][aria-pressed=true]');
  await creates.page.click('[data-test=mode-test]');
  await creates.page.waitForSelector('dialog [data-test=mode-make]');
  await Promise.all([creates.page.waitForNavigation({ waitUntil: 'load' }), creates.page.click('[data-test=mode-make]')]);
  await creates.page.waitForSelector('[data-test=mode-test][aria-pressed=true]');
  await creates.at('/keys');
  await creates.says(/Console, test/, 'tbody');
  await Promise.all([creates.page.waitForNavigation({ waitUntil: 'load' }), creates.page.click('[data-test=mode-live]')]);
  await creates.page.waitForSelector('[data-test=mode-live][aria-pressed=true]');

  const c = await open();
  const { page } = c;
  await page.goto(`${service}/console/keys`, { waitUntil: 'networkidle0' });
  await c.accessible('sign-in');
  await c.shot('sign-in');

  // An empty, an invalid and an overlong token: each error is shown at the field, which keeps the focus.
  await page.focus('#token');
  await page.keyboard.press('Enter');
  await c.says(/Paste an API key/, '.field-error');
  await c.fill('#token', 'svc_test_wrong');
  await page.keyboard.press('Enter');
  await c.says(/Invalid or expired API key/, '.field-error');
  assert.equal(await page.$eval('#token', (n) => n === document.activeElement && n.getAttribute('aria-invalid')), 'true');
  await c.accessible('sign-in, refused');
  c.expected.push(400);
  await page.$eval('#token', (n) => { n.value = 'x'.repeat(4000); n.dispatchEvent(new Event('input', { bubbles: true })); });
  await page.keyboard.press('Enter');
  await c.says(/too long for a session/, '.field-error');

  // The eye shows the token and hides it again.
  await c.fill('#token', 'abc');
  await page.click('[aria-label="Show the token"]');
  assert.equal(await page.$eval('#token', (n) => n.type), 'text');
  await page.click('[aria-label="Hide the token"]');

  // The service is unreachable: the page says so and accepts the token once it is back.
  await page.setOfflineMode(true);
  c.expected.push('ERR_INTERNET_DISCONNECTED');
  await page.keyboard.press('Tab');
  await page.focus('#token');
  await page.keyboard.press('Enter');
  await c.says(/does not respond/, '.field-error');
  await page.setOfflineMode(false);

  // A workspace's JWT: the page shows the person and their rights, and opens the requested view.
  await c.fill('#token', given.ada);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.shell');
  await c.settled();
  assert.equal(new URL(page.url()).pathname, '/console/keys', 'signing in leads to what was asked for');
  await c.says(/ada/, '.who');
  await c.says(/lacks the scope keys:read/, '.empty');
  const kept = await page.evaluate(() => document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.body.innerHTML);
  assert.ok(!kept.includes(given.ada.slice(-40)), 'the page keeps the token');
  const cookie = (await page.cookies()).find((k) => k.name === 'platen_console');
  assert.ok(cookie.httpOnly && cookie.sameSite === 'Strict');
  await c.at('/playground');
  await page.waitForFunction(() => document.querySelector('.picture img')?.naturalWidth === 1200);
  await c.accessible('a view after a JWT');
  await c.at('/health');
  await c.says(/user:ada/);

  // Calls without the session's secret change nothing, even from the console's own origin.
  c.expected.push(403, 404);
  const send = (headers) => page.evaluate(async (h) => (await fetch('/console/api/api/v1/drafts', { method: 'POST', headers: { 'Content-Type': 'application/json', ...h }, body: '{"title":"forged","request":{"html":"x","outputs":[{"preset":"og"}]}}' })).status, headers);
  assert.equal(await send({}), 403);
  assert.equal(await send({ 'X-Platen-Form': 'guess' }), 403);
  await c.at('/drafts');
  assert.equal((await c.text()).includes('forged'), false, 'a forged draft is there');

  // Another site: its forms, images and scripts are sent without the session.
  const evil = http.createServer((q, a) => { a.setHeader('Content-Type', 'text/html'); a.end('<h1>evil</h1>'); });
  await new Promise((done) => evil.listen(0, '127.0.0.1', done));
  const other = await page.browserContext().newPage(); // the same browser, with the same cookies
  await other.goto(`http://localhost:${evil.address().port}/`);
  const tried = await other.evaluate(async (base) => {
    const results = {};
    results.read = await fetch(`${base}/console/session`, { credentials: 'include' }).then((r) => r.text(), () => 'refused');
    results.write = await fetch(`${base}/console/api/api/v1/drafts`, { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'Content-Type': 'text/plain' }, body: '{"title":"forged","request":{"html":"x","outputs":[{"preset":"og"}]}}' }).then((r) => r.type, () => 'refused');
    results.picture = await new Promise((done) => { const i = new Image(); i.onload = () => done('drawn'); i.onerror = () => done('refused'); i.src = `${base}/console/api/api/v1/templates/quote/preview.png`; });
    results.frame = await new Promise((done) => { const f = document.createElement('iframe'); f.onload = () => { try { done(f.contentWindow.document.body ? 'read' : 'empty'); } catch { done('walled'); } }; f.src = `${base}/console/`; document.body.append(f); });
    const form = Object.assign(document.createElement('form'), { method: 'POST', action: `${base}/console/session`, enctype: 'text/plain' });
    document.body.append(form);
    form.submit();
    return results;
  }, service);
  assert.equal(tried.read, 'refused');
  assert.equal(tried.picture, 'refused');
  assert.notEqual(tried.frame, 'read');
  await new Promise((done) => { setTimeout(done, 300); });
  await other.close();
  evil.close();
  await page.bringToFront();
  await page.reload();
  await page.waitForSelector('.shell'); // still signed in as ada
  await c.settled();
  assert.equal((await c.text()).includes('forged'), false, 'another site made a draft');

  // Another sign-in in the same browser: the page that was already open does not act for the new session.
  const second = await page.browserContext().newPage();
  await second.goto(`${service}/console/`);
  await second.waitForSelector('.shell');
  await second.click('[aria-label="Sign out"]');
  await second.waitForSelector('#token');
  await second.type('#token', given.key);
  await second.keyboard.press('Enter');
  await second.waitForSelector('.shell');
  await second.close();
  await page.bringToFront();
  await c.at('/templates');
  await c.says(/signed in again/, '.notice');
  await c.accessible('a former session');
  await c.press('Reload the page');
  await page.waitForFunction(() => !document.querySelector('.notice.bad') && document.querySelectorAll('.tile').length >= 12);

  // A JWT expires while the page is open: the next call leads to the sign-in, which gives the reason.
  await brief.page.waitForFunction((end) => Date.now() > end, { polling: 200 }, given.ends + 1500);
  await brief.visit('/templates');
  await brief.page.waitForSelector('#token');
  await brief.says(/session has ended/, '.problem');
  await brief.accessible('the end of a session, on a phone');
  await brief.narrow('the sign-in');

  // Signing out ends the session.
  await c.press('Sign out');
  await page.waitForSelector('#token');
  await page.reload();
  await page.waitForSelector('#token');
  assert.equal((await page.cookies()).some((k) => k.name === 'platen_console' && k.value), false);
  // A key that lacks a scope: every view that needs it names the scope.
  await page.type('#token', given.narrow);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.shell');
  for (const [view, scope] of [['/keys', 'keys:read'], ['/webhooks', 'webhooks:read'], ['/audit', 'admin:read'], ['/usage', 'usage:read'], ['/approvals', 'approvals:read']]) {
    await c.at(view);
    await c.says(new RegExp(`lacks the scope ${scope}`), '.empty');
  }
  await c.accessible('a lacking scope');
});
