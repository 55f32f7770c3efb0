// Failures: what users see when the service rejects, fails, is slow, or is unreachable; and that no input is lost.
import assert from 'node:assert/strict';
import { given, run } from './lib.mjs';

const json = (status, body, headers) => ({ status, contentType: 'application/json', headers: headers ?? {}, body: JSON.stringify(body) });

await run(async (open) => {
  const c = await open();
  const { page } = c;
  await c.signIn(given.token);
  await page.waitForFunction(() => document.querySelector('.picture img')?.naturalWidth > 0);
  // Responds in place of the service for calls whose URL contains the name, for the given number of times.
  let stand = [];
  await page.setRequestInterception(true);
  page.on('request', (q) => {
    const one = stand.find((s) => s.left > 0 && q.url().includes(s.call));
    if (!one) return void q.continue();
    one.left--;
    one.asked = (one.asked ?? 0) + 1;
    return void (one.answer === 'abort' ? q.abort('connectionrefused') : q.respond(one.answer));
  });
  const instead = (call, answer, left = Infinity) => { const s = { call, answer, left }; stand = [s]; return s; };
  c.expected.push(400, 404, 500, 502, 503, 'ERR_CONNECTION_REFUSED', 'ERR_INTERNET_DISCONNECTED');

  // Transient failures: the page retries by itself, says so meanwhile, and shows no error.
  instead('ListApiKeys', json(503, { code: 'unavailable', message: 'starting' }), 2);
  await c.visit('/keys');
  await page.waitForSelector('[data-test=waiting]');
  await c.accessible('asking again');
  await page.waitForSelector('tbody tr');
  await c.gone('[data-test=waiting]');

  // Permanent failure: a heading, an explanation, an action. When the service recovers, so does the view.
  const down = instead('ListWebhooks', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  await c.visit('/webhooks');
  await c.says(/The service does not respond/, '.problem');
  await c.accessible('a service that is down');
  await c.shot('down');
  assert.ok(down.asked >= 3, `asked ${down.asked} times`);
  stand = [];
  await c.says(/No webhooks yet/, '.empty'); // without a click

  // An internal error shows its request id, for operators, and a button that retries.
  const broken = json(500, { code: 'internal', message: 'INTERNAL_ERROR: Something went wrong here.', details: [{ type: 'platen.api.v1.Error', value: given.internal }] });
  instead('GetUsage', broken);
  await c.visit('/usage');
  await c.says(/Internal error[\s\S]*req_01/, '.problem');
  await c.says(/About this error/, '.problem');
  await c.accessible('an internal error');
  await c.shot('internal-error');
  stand = [];
  await c.press('Try again', '.problem');
  await c.says(/Available/, '.figures');

  // Offline: the page says so and keeps the input; back online it continues by itself.
  await c.at('/keys/new');
  await c.fill('dialog input[name=name]', 'made on a train');
  await page.setOfflineMode(true);
  await c.press('Create', 'dialog');
  await c.says(/You are offline/, 'dialog .problem');
  assert.equal(await page.$eval('dialog input[name=name]', (n) => n.value), 'made on a train');
  await c.accessible('offline in a dialog');
  await c.shot('offline');
  await page.setOfflineMode(false);
  await c.press('Create', 'dialog');
  await page.waitForSelector('[data-test=secret]');
  await c.press('I have stored it');
  await c.says(/made on a train/, 'tbody');
  await page.setOfflineMode(true);
  await c.visit('/signing');
  await c.says(/You are offline/, '.problem');
  await page.setOfflineMode(false);
  await c.says(/No signing keys yet/, '.empty'); // by itself

  // A lazily loaded chunk cannot be fetched: the view says so and retries.
  await page.setOfflineMode(true);
  await c.visit('/decisions');
  await c.says(/Try again/, '.problem');
  await c.accessible('a view that was not loaded');
  await page.setOfflineMode(false);
  await c.says(/No entries yet|Entry/, '#view'); // by itself

  // Resources that do not exist, missing permissions, and an unknown address.
  for (const [view, words] of [['/templates/tpl_01jb8z3t5v9k2m4n6p8q0r1s2t', /not found/i], ['/brands/kit_01jb8z3t5v9k2m4n6p8q0r1s2t', /not found/i], ['/webhooks/wh_01jb8z3t5v9k2m4n6p8q0r1s2t', /not found/i], ['/approvals/apr_01jb8z3t5v9k2m4n6p8q0r1s2t', /not found/i], ['/drafts/dft_01jb8z3t5v9k2m4n6p8q0r1s2t', /not found/i]]) {
    await c.visit(view);
    await c.says(words, '.problem');
    await c.accessible(`${view.split('/')[1]} that is not there`);
  }
  await c.at('/nowhere');
  await c.says(/page does not exist/, '.empty');
  await c.accessible('an address of nothing');

  // An overlong name that bypasses the browser's maxlength: the field shows the service's error.
  await c.at('/keys/new');
  await page.$eval('dialog input[name=name]', (n) => { n.removeAttribute('maxlength'); n.value = 'n'.repeat(140); n.dispatchEvent(new Event('input', { bubbles: true })); });
  await c.press('Create', 'dialog');
  await c.says(/100/, 'dialog .field-error');
  assert.equal(await page.$eval('dialog input[name=name]', (n) => n.getAttribute('aria-invalid')), 'true');
  await c.accessible('a name that is too long');
  const offered = await page.$('dialog [data-test=fix-field]');
  if (offered) {
    await offered.evaluate((n) => n.click());
    await page.waitForFunction(() => document.querySelector('dialog input[name=name]').value.length <= 100);
  } else await c.fill('dialog input[name=name]', 'short');
  await c.press('Create', 'dialog');
  await page.waitForSelector('[data-test=secret]');
  await c.press('I have stored it');

  // An image that fails to load is requested again.
  const lost = instead('preview.png', { status: 503, body: '' }, 3);
  await c.at('/templates');
  await page.waitForFunction(() => document.querySelectorAll('.tile img').length >= 12 && [...document.querySelectorAll('.tile img')].slice(0, 4).every((i) => i.naturalWidth > 0));
  assert.equal(lost.asked, 3);

  // A broken event stream: the job is still followed to its end.
  await c.at('/jobs');
  instead('WatchRenderJob', 'abort', 1);
  await page.click('[data-test=start]');
  await page.waitForFunction(() => document.querySelector('[data-test=job][data-status=completed]') || document.querySelector('.problem'));
  if (await page.$('.problem')) await c.press('Try again', '.problem');
  await page.waitForSelector('[data-test=job][data-status=completed]');
});
