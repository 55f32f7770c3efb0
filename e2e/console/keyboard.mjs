// Keyboard only: from the sign-in through the playground, sharing and dialogs, with the focus restored when they close;
// prefers-reduced-motion; the menu on a phone.
import assert from 'node:assert/strict';
import { given, phone, run, service } from './lib.mjs';

await run(async (open) => {
  const c = await open();
  const { page } = c;
  const key = (k) => page.keyboard.press(k);
  const both = async (a, b) => { await page.keyboard.down(a); await key(b); await page.keyboard.up(a); };
  // Presses Tab until the focused element matches; every tab stop on the way has a visible focus indicator.
  const reach = async (pattern, most = 60) => {
    const way = [];
    for (let i = 0; i < most; i++) {
      await key('Tab');
      const at = await c.focus();
      way.push(at);
      if (pattern.test(at)) return way;
      const seen = await page.evaluate(() => { let n = document.activeElement; if (n === document.body || n.shadowRoot) return true; const s = getComputedStyle(n); const r = n.getBoundingClientRect(); return n.matches(':focus-visible') ? s.outlineStyle !== 'none' || n.closest('.find') !== null : r.width > 0; });
      assert.ok(seen, `the focus cannot be seen on ${at}`);
    }
    assert.fail(`Tab does not reach ${pattern}: ${way.join(' → ')}`);
  };

  await page.goto(`${service}/console/`, { waitUntil: 'networkidle0' });
  assert.equal(await page.evaluate(() => document.activeElement.id), 'token', 'the token is what is asked for');
  await page.keyboard.type(given.token);
  await key('Enter');
  await page.waitForFunction(() => document.querySelector('.picture img')?.naturalWidth > 0);
  await c.settled();

  // The first tab stop is the link that skips the menu.
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.picture img')?.naturalWidth > 0);
  await c.settled();
  await key('Tab');
  await c.focuses(/Skip to the content/);
  await key('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'view');

  // Into the editor, which captures Tab, and out of it by Escape and Tab.
  await reach(/Document: html/);
  const text = () => page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').innerText);
  const before = await text();
  await key('Tab');
  await c.focuses(/Document: html/, 'Tab indents');
  await both('Control', 'z');
  assert.equal(await text(), before);
  await key('Escape');
  await key('Tab');
  assert.doesNotMatch(await c.focus(), /Document: html/, 'Escape, then Tab, leaves the editor');

  // The sizes open with Enter, toggle with Space and close with Escape, which restores the focus.
  if (!/OG/.test(await c.focus())) await reach(/^summary OG/);
  await key('Enter');
  await page.waitForFunction(() => document.querySelector('.menu').open);
  await key('Tab'); await key('Tab');
  await key(' ');
  await page.waitForFunction(() => document.querySelectorAll('.picture img').length === 2);
  await key('Escape');
  await c.focuses(/^summary 2 sizes/);
  await c.settled();

  // Sharing: opened from its button, tabbed through, closed; the focus returns to the button.
  await page.evaluate(() => document.querySelector('#view').focus());
  await reach(/^button Share/);
  await key('Enter');
  await page.waitForSelector('dialog[open]');
  assert.ok(await page.evaluate(() => document.querySelector('dialog').contains(document.activeElement)), 'the focus is in the dialog');
  for (let i = 0; i < 12; i++) { await key('Tab'); assert.ok(await page.evaluate(() => document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)), 'the focus leaves the dialog'); }
  await reach(/^button Go$/);
  await key('Enter');
  await c.says(/package main/, 'dialog pre');
  await key('Escape');
  await c.gone('dialog');
  await c.focuses(/^button Share/, 'the focus returns');
  // The same with the close button, and with Save as template.
  await key('Enter');
  await page.waitForSelector('dialog[open]');
  await reach(/^button Close/);
  await key('Enter');
  await c.gone('dialog');
  await c.focuses(/^button Share/);
  await both('Shift', 'Tab');
  await c.focuses(/^button Save as template/);
  await key('Enter');
  await page.waitForSelector('dialog[open] input');
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'INPUT', 'a dialog with a form begins in its first field');
  await key('Escape');
  await c.gone('dialog');
  await c.focuses(/^button Save as template/);

  // The command palette from anywhere: it announces the selection and focuses the heading of the view it opens.
  await both('Control', 'k');
  await page.waitForSelector('.palette[open]');
  await page.keyboard.type('audit');
  await key('Enter');
  await page.waitForFunction(() => location.pathname === '/console/audit');
  await c.settled();
  await c.focuses(/^h1 Audit/);
  await both('Control', 'k');
  await page.waitForSelector('.palette[open]');
  await both('Control', 'k');
  await c.gone('.palette');

  // A dialog with its own address: creating a key, with the secret; the focus returns to the button that opened it.
  await both('Control', 'k');
  await page.keyboard.type('api keys');
  await key('Enter');
  await page.waitForFunction(() => location.pathname === '/console/keys');
  await c.settled();
  await reach(/^button Create a key/);
  await key('Enter');
  await page.waitForSelector('dialog[open]');
  assert.equal(await page.evaluate(() => document.activeElement.name), 'name');
  await page.keyboard.type('by keyboard');
  await key('Enter');
  await page.waitForSelector('[data-test=secret]');
  await reach(/^button I have stored it/);
  await key('Enter');
  await c.gone('dialog');
  await c.focuses(/^button Create a key/, 'after the secret');
  await c.settled();
  await reach(/^button Revoke/);
  await key('Enter');
  await page.waitForSelector('dialog[open]');
  await key('Escape');
  await c.gone('dialog');
  await c.focuses(/^button Revoke/);

  // Navigation by links: a template, its form, its image.
  await both('Control', 'k');
  await page.keyboard.type('templates');
  await key('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.tile').length >= 12);
  await c.settled();
  await reach(/^a .*Quote|^a Quote|Quote/, 40);
  await key('Enter');
  await page.waitForSelector('[data-test=template-picture]');
  await c.settled();
  await c.focuses(/^h1 Quote/);

  // No animation with prefers-reduced-motion.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].map((n) => getComputedStyle(n)).filter((s) => parseFloat(s.transitionDuration) > 0.01 || (s.animationName !== 'none' && parseFloat(s.animationDuration) > 0.01)).length);
  assert.equal(moving, 0, `${moving} elements move`);
  await page.evaluate(() => { const s = document.createElement('span'); s.className = 'spinner'; document.querySelector('#view').append(s); });
  assert.ok(await page.$eval('#view > .spinner', (n) => parseFloat(getComputedStyle(n).animationDuration) <= 0.01));

  // On a phone the menu opens, traps the focus, and returns it.
  const small = await open(phone);
  await small.signIn(given.token);
  await small.settled();
  await small.page.focus('[aria-label="Menu"]');
  await small.page.keyboard.press('Enter');
  await small.page.waitForSelector('.nav-open');
  await small.accessible('the menu of a phone');
  assert.ok(await small.page.evaluate(() => document.querySelector('.side').contains(document.activeElement)), 'the focus is in the menu');
  await small.shot('menu-phone');
  await small.page.keyboard.press('Escape');
  await small.gone('.nav-open');
  await small.focuses(/^button Menu/);
  await small.page.keyboard.press('Enter');
  await small.page.waitForSelector('.nav-open');
  await small.press('Health', '.side');
  await small.gone('.nav-open');
  await small.says(/Health/, 'h1');
  await small.narrow('health');
});
