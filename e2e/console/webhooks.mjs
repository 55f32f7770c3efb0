// Webhooks: creation with an error at its field, a test, requests and responses, redelivery, the rotation of the
// secret, dead letters and their replay.
import assert from 'node:assert/strict';
import http from 'node:http';
import { given, run } from './lib.mjs';

await run(async (open) => {
  const c = await open();
  const { page } = c;
  // A receiver that responds with the status set by the test.
  const received = [];
  let status = 200;
  const receiver = http.createServer((q, a) => { let body = ''; q.on('data', (d) => { body += d; }); q.on('end', () => { received.push({ body, headers: q.headers }); a.statusCode = status; a.end(status === 200 ? 'thank you' : 'not today'); }); });
  await new Promise((done) => receiver.listen(0, '127.0.0.1', done));
  try {
    await c.signIn(given.token);
    await c.at('/webhooks');
    await c.accessible('webhooks');

    // A URL that is not public https: the error is shown at the field; the dialog stays open with the input.
    c.expected.push(400);
    await c.press('Create a webhook');
    await c.fill('dialog input[name=url]', 'http://example.com/hook');
    await c.press('Create', 'dialog');
    await c.says(/public https/, 'dialog .field-error');
    assert.equal(await page.$eval('dialog input[name=url]', (n) => n === document.activeElement && n.getAttribute('aria-invalid')), 'true');
    await c.accessible('a fault at the address');
    await c.shot('webhook-fault');
    await c.fill('dialog input[name=url]', `http://127.0.0.1:${receiver.address().port}/hook`);
    await c.press('Create', 'dialog');
    await page.waitForSelector('[data-test=secret]');
    const secret = await c.text('[data-test=secret]');
    assert.match(secret, /^whsec_/);
    await c.accessible('a secret that is shown once');
    await c.press('I have stored it');
    await page.waitForFunction(() => /webhooks\/wh_/.test(location.pathname));
    await c.says(/No deliveries yet/, '.empty');
    await c.accessible('a webhook without deliveries');

    // A test delivery: the body and headers sent, and the response received.
    await page.click('[data-test=send]');
    await page.waitForSelector('[data-test=delivery] pre');
    await c.says(/POST http.*[\s\S]*X-Service-Signature: [\s\S]*"event": "render\.completed"[\s\S]*"test": true/, '[data-test=delivery]');
    await c.says(/thank you/, '[data-test=delivery]');
    assert.equal(received.length, 1);
    await c.accessible('a delivery');
    await c.shot('webhook');
    await page.keyboard.press('Escape');
    await c.gone('dialog');
    assert.equal(await c.rows(), 1);

    // A receiver that fails: the failure is shown with its response; redelivering sends the same bytes again.
    status = 500;
    await page.click('[data-test=send]');
    await c.says(/500/, '[data-test=delivery]');
    await c.says(/not today/, '[data-test=delivery]');
    await page.keyboard.press('Escape');
    await c.gone('dialog');
    await c.accessible('deliveries');
    status = 200;
    const bytes = received.at(-1).body;
    await page.evaluate(() => [...document.querySelectorAll('tbody tr')].find((r) => /500/.test(r.innerText)).querySelector('[data-test=redeliver]').click());
    await page.waitForSelector('[data-test=delivery]');
    for (let i = 0; received.length < 3 && i < 100; i++) await new Promise((done) => { setTimeout(done, 100); });
    assert.equal(received.length, 3);
    assert.equal(received.at(-1).body, bytes, 'redelivered other bytes');
    await c.says(/delivered/, 'dialog h2');
    await c.says(/Attempt 2: 200/, '[data-test=delivery]');
    await c.accessible('a redelivery');
    await page.keyboard.press('Escape');
    await c.gone('dialog');
    await c.choose('select[aria-label=State]', '2');
    await c.says(/delivered/, 'tbody');
    await c.choose('select[aria-label=State]', '0');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);

    // Rotation shows the new secret once, and until when the previous one signs too.
    await c.press('Rotate the secret');
    await page.waitForSelector('[data-test=secret]');
    assert.notEqual(await c.text('[data-test=secret]'), secret);
    await c.press('I have stored it');
    await c.says(/Former secret[\s\S]*until/);
    await c.press('Turn off');
    await c.says(/off/, '.facts .pill');
    await c.press('Turn on');
    await c.says(/on/, '.facts .pill');

    // Dead letters: replayed when the receiver has recovered.
    await c.at('/webhooks/dead-letters');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
    await c.says(/render\.completed[\s\S]*503[\s\S]*in \d+ days/, 'tbody');
    await c.accessible('dead letters');
    await c.shot('dead-letters');
    await c.press('Replay');
    await c.says(/Replayed/, '.toast');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await page.evaluate(() => document.querySelector('tbody a').click());
    await page.waitForFunction(() => /webhooks\/wh_/.test(location.pathname));
    for (let i = 0; i < 60 && !/delivered/.test(await c.text('tbody').catch(() => '')); i++) { await c.press('Reload'); await c.settled(); }
    await c.says(/delivered/, 'tbody');
    await page.evaluate(() => [...document.querySelectorAll('tbody tr')].find((r) => /delivered/.test(r.innerText)).querySelector('button').click());
    await c.says(/Attempt 6: 200/, '[data-test=delivery]');
    await c.says(/well again/, '[data-test=delivery]');
    await page.keyboard.press('Escape');

    // Deleting.
    await c.press('Delete');
    await c.accessible('asking before deleting');
    await c.press('Delete', 'dialog');
    await page.waitForFunction(() => location.pathname === '/console/webhooks');
  } finally {
    receiver.close();
  }
});
