// Brand kits: a form for colours, fonts, measures and locks, next to an image that marks which locks a document
// violates, with fixes; versions, publishing, archiving.
import assert from 'node:assert/strict';
import { given, run } from './lib.mjs';

await run(async (open) => {
  const c = await open();
  const { page } = c;
  await c.signIn(given.token);
  await c.at('/brands');
  await c.says(/No kits yet/, '.empty');
  await c.accessible('no kits');
  await c.press('Create a kit');
  await c.fill('dialog input[name=name]', 'Acme');
  await c.accessible('creating a kit');
  await c.press('Create', 'dialog');
  await page.waitForFunction(() => /brands\/kit_/.test(location.pathname));
  await c.settled();
  await c.says(/must be|one of|at least/, '.lock-list');
  await c.accessible('a kit');
  await c.shot('kit');

  // Editing: the document next to the form is checked immediately, its violations are marked on the image.
  await c.press('Edit');
  await page.waitForSelector('.verdict.bad');
  await c.settled();
  assert.equal(await page.$$eval('[data-test=violation]', (n) => n.length), 3);
  assert.equal(await page.$$eval('.mark-box', (n) => n.length), 3);
  assert.ok(await page.$eval('.marked img', (i) => i.naturalWidth === 1200));
  await c.accessible('editing a kit');
  await c.shot('kit-edit');

  // A violation links to its lock; the lock is changed in its form; saving the draft checks again.
  await c.press('headline', '[data-test=violation]');
  await page.waitForFunction(() => document.activeElement?.closest('[data-lock=headline]'));
  const lock = (id) => `[data-lock="${id}"]`;
  const field = async (id, label) => '#' + CSS(await page.evaluate((l, f) => [...document.querySelectorAll(`${l} label`)].find((n) => n.innerText === f).htmlFor, lock(id), label));
  const CSS = (id) => id.replace(/([^\w-])/g, '\\$1');
  await c.fill(await field('headline', 'At most'), '140px');
  await c.says(/Unsaved changes/, '.sticky-foot');
  await c.press('Save the draft');
  await page.waitForFunction(() => document.querySelectorAll('[data-test=violation]').length === 2);
  await c.settled();
  assert.equal((await c.text('.sticky-foot')).includes('Unsaved changes'), false);

  // Invalid values: each error is shown at its field, with the change that fixes it.
  c.expected.push(400);
  await c.fill(await field('headline', 'At least'), '200px'); // above the maximum
  await c.press('Add a lock');
  await page.waitForFunction(() => document.querySelectorAll('.lock').length === 6);
  await page.evaluate((l) => { const s = document.querySelector(`${l} select`); s.value = 'other'; s.dispatchEvent(new Event('change', { bubbles: true })); }, lock('lock-6'));
  await c.fill(await field('lock-6', 'Property'), 'colr');
  await c.fill('[aria-label="Colour of sky"]', '#zzz');
  await c.press('Save the draft');
  await page.waitForFunction(() => document.querySelectorAll('.field-error p').length >= 3);
  await c.settled();
  assert.match(await c.text(`${lock('lock-6')} .field-error`), /cannot be locked[\s\S]*Set it to color/);
  assert.match(await c.text(`${lock('headline')} .field-error`), /min is not above max/);
  assert.match(await c.text('[data-invalid] .field-error'), /not a CSS colour/);
  await c.accessible('faults of a kit');
  await c.shot('kit-faults');
  await page.click(`${lock('lock-6')} [data-test=fix-field]`);
  await page.waitForFunction((l) => document.querySelector(`${l} select`).value === 'color', {}, lock('lock-6'));
  await page.click(`${lock('headline')} [data-test=fix-field]`);
  await c.fill('[aria-label="Colour of sky"]', '#0EA5E9');
  await c.press('Save the draft');
  await page.waitForFunction(() => document.querySelectorAll('.field-error').length === 0 && document.querySelector('.verdict'));
  await c.settled();
  assert.equal(await page.$eval(await field('headline', 'At most'), (n) => n.value), '200px', 'the fix exchanged the two');

  // Kinds of locks: values as chips, a mode that requires other fields, a warning, a removal.
  await page.evaluate((l) => [...document.querySelectorAll(`${l} .chip`)].find((n) => n.innerText === 'paper').click(), lock('lock-6'));
  await page.waitForFunction((l) => [...document.querySelectorAll(`${l} .chip`)].find((n) => n.innerText === 'paper')?.getAttribute('aria-pressed') !== null, {}, lock('lock-6'));
  await page.select(await field('lock-6', 'What'), 'layout.position');
  await page.select(await field('lock-6', 'How'), 'exact');
  await c.fill(await field('lock-6', 'Of'), '.note');
  await c.fill(await field('lock-6', 'Value'), 'bottom-right');
  await c.press('Warn', lock('lock-6'));
  await page.select(await field('headline', 'How'), 'exact');
  await c.fill(await field('headline', 'Value'), '96px');
  await page.click('[aria-label="Remove the lock clear"]');
  await page.waitForFunction(() => document.querySelectorAll('.lock').length === 5);
  await c.accessible('other kinds of locks');
  await c.press('Save the draft');
  await c.says(/font-size of #headline is 132px; the kit requires 96px/, '.violations');
  await c.says(/bottom-right|position/i, '.remarks');

  // The same as JSON, and invalid JSON.
  await c.press('JSON');
  await c.edits(/"palette"/);
  await page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').focus());
  await page.keyboard.type('{');
  await c.says(/JSON/, '.field-error');
  assert.ok(await page.$eval('[data-test=keep]', (n) => n.disabled));
  await page.keyboard.press('Backspace');
  await page.waitForFunction(() => !document.querySelector('[data-test=keep]').disabled).catch(() => assert.fail('repaired JSON cannot be kept'));
  await c.accessible('a kit as JSON');
  await c.press('Form');

  // Fixes one by one, then all together: no marks remain on the image.
  await page.click('[aria-label="Fix number 1"]');
  await page.waitForFunction(() => document.querySelectorAll('[data-test=violation]').length < 3 && !document.querySelector('[aria-busy=true]'));
  for (let round = 0; round < 2 && await page.$('[data-test=fix-all]'); round++) {
    await page.click('[data-test=fix-all]');
    await c.settled();
  }
  await page.waitForSelector('.verdict.good');
  assert.equal(await page.$$eval('.mark-box', (n) => n.length), 0);
  await c.settled();
  await c.accessible('every lock kept');
  await c.shot('kit-good');

  // The check on its own; publishing; a published version is changed into a draft; archiving.
  await c.press('Check a document');
  await page.waitForSelector('[data-test=check]');
  await page.evaluate(() => document.querySelector('.codearea-editor')?.shadowRoot?.querySelector('.cm-content'));
  await c.press('Check');
  await c.settled();
  await c.accessible('checking a document');
  await c.press('Publish version 1');
  await c.says(/published/, '.tabs .pill');
  await c.settled();
  await c.press('Edit');
  await c.settled();
  await c.press('Save as a new draft');
  await c.says(/version 2, draft/, 'select[aria-label=Version]');
  await c.settled();
  await page.select('select[aria-label=Version]', '1');
  await c.says(/published/, '.tabs .pill');
  await c.settled();
  await c.press('Archive');
  await c.accessible('asking before archiving');
  await c.press('Archive', 'dialog');
  await c.says(/archived/, '.tabs .pill');
  await c.settled();
  await c.accessible('an archived version');

  // The playground renders with the brand.
  await c.at('/playground');
  await page.waitForSelector('select[aria-label=Brand]');
  await c.at('/brands');
  await c.says(/Acme/);
  await c.accessible('kits');
});
