// Templates: the gallery, a typed form with errors at their fields, versions, publishing, a copy, deletion.
import assert from 'node:assert/strict';
import { given, run } from './lib.mjs';

await run(async (open) => {
  const c = await open();
  const { page } = c;
  await c.signIn(given.token);
  await c.at('/templates');
  await page.waitForFunction(() => document.querySelectorAll('.tile').length >= 12);
  await page.waitForFunction(() => [...document.querySelectorAll('.tile img')].slice(0, 6).every((i) => i.naturalWidth > 0));
  await c.accessible('templates');
  await c.shot('templates');
  await c.press('Yours');
  await c.says(/No templates of your own yet/, '.empty');
  await c.press('Built in');
  const drawn = (before) => page.waitForFunction((s) => { const i = document.querySelector('[data-test=template-picture]'); return i && i.src !== s && i.complete && i.naturalWidth > 0; }, { polling: 60 }, before);
  const picture = () => page.$eval('[data-test=template-picture]', (n) => n.src).catch(() => '');
  const enter = (name, value) => page.$eval(`[name="${name}"]`, (n, v) => { n.value = v; n.dispatchEvent(new Event('input', { bubbles: true })); }, value);
  const openTile = async (name) => { await page.waitForFunction((w) => [...document.querySelectorAll('.tile')].some((n) => n.innerText.startsWith(w)), {}, name); await page.evaluate((w) => [...document.querySelectorAll('.tile')].find((n) => n.innerText.startsWith(w)).click(), name); };

  // The form renders while it is filled in; an error is shown at its field with the change that fixes it.
  await openTile('Quote');
  await drawn('');
  let before = await picture();
  await c.fill('[name=author]', 'Ada Lovelace');
  await drawn(before);
  await c.settled();
  await c.accessible('a template');
  await c.shot('template');
  c.expected.push(400);
  await enter('author', 'x'.repeat(400));
  await page.waitForSelector('.field-error');
  const field = await page.$eval('[name=author]', (n) => ({ invalid: n.getAttribute('aria-invalid'), says: document.getElementById(n.getAttribute('aria-describedby').split(' ')[0])?.innerText, border: getComputedStyle(n).borderTopColor }));
  assert.equal(field.invalid, 'true');
  assert.match(field.says, /author/i);
  await c.settled();
  await c.accessible('a fault at its field');
  await c.shot('template-fault');
  before = await picture();
  await page.click('.field-error [data-test=fix-field]');
  await page.waitForFunction(() => !document.querySelector('.field-error') && document.querySelector('[name=author]').value.length < 400);
  await c.settled();
  // Two errors are shown at two fields; one button fixes both.
  await enter('author', 'x'.repeat(400));
  await enter('quote', 'y'.repeat(4000));
  await page.waitForFunction(() => document.querySelectorAll('.field-error').length === 2);
  await c.settled();
  await page.click('[data-test=fix]');
  await page.waitForFunction(() => document.querySelectorAll('.field-error').length === 0);
  await c.settled();

  // The same data as JSON and as a command; the same in another size.
  await c.press('JSON');
  await c.edits(/Ada|author/);
  await c.press('curl');
  await c.says(/"id":"quote"/, 'pre');
  before = await picture();
  await c.press('Instagram post');
  await drawn(before);
  assert.equal(await page.$eval('[data-test=template-picture]', (n) => n.naturalHeight), 1080);
  await c.settled();

  // Typed fields: numbers, dates, choices, lists with items to add and remove.
  await c.at('/templates');
  await openTile('Invoice');
  await drawn('');
  const kinds = await page.$$eval('section[aria-label=Data] input, section[aria-label=Data] select', (all) => [...new Set(all.map((n) => n.type))]);
  assert.ok(kinds.includes('number'), `an invoice asks for ${kinds}`);
  const items = await page.$$eval('.item', (n) => n.length);
  before = await picture();
  await page.click('section[aria-label=Data] [aria-label^="Remove"]');
  await page.waitForFunction((n) => document.querySelectorAll('.item').length === n - 1, {}, items);
  await drawn(before);
  await c.settled();
  await c.accessible('an invoice');

  // Numbers keep the digits that are typed, in the form, the command and the image.
  const amount = 'section[aria-label=Data] .item input[type=number]';
  before = await picture();
  await page.click(amount, { count: 3 });
  await page.type(amount, '199999.90');
  assert.equal(await page.$eval(amount, (n) => n.value), '199999.90');
  await drawn(before);
  await c.press('curl');
  await c.says(/199999\.90[,}]/, 'pre');
  await c.press('JSON');
  await c.edits(/199999\.90/);

  // A copy belongs to the workspace: a new version is previewed, then published.
  await c.at('/templates');
  await openTile('Quote');
  await drawn('');
  await c.press('Source');
  await c.says(/Built-in templates do not change/);
  await c.press('Copy');
  await c.accessible('copying a template');
  await c.fill('dialog input', 'My quote');
  await c.press('Copy', 'dialog');
  await page.waitForFunction(() => /templates\/tpl_/.test(location.pathname));
  await c.says(/My quote/, 'h1');
  await drawn('');
  await c.press('Source');
  await page.waitForFunction(() => document.querySelector('.codearea-editor')?.shadowRoot?.querySelector('.cm-content'));
  await c.settled();
  await c.accessible('the source of a template');
  await c.press('Variables');
  const insert = async (text) => {
    await page.waitForFunction(() => document.querySelector('.codearea-editor')?.shadowRoot?.querySelector('.cm-content')?.innerText.startsWith('{'), { polling: 60 });
    await page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').focus());
    await page.keyboard.down('Control'); await page.keyboard.press('Home'); await page.keyboard.up('Control');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.sendCharacter(text);
  };
  await insert(' "tone": { "type": "enum", "enum": ["calm", "loud"], "description": "How it feels." },');
  await c.press('Save as a new version');
  await c.says(/version 2/, '#view .pill.warn');
  await page.waitForSelector('select[name=tone]');
  await c.says(/How it feels/);
  await c.settled();
  await c.press('Versions');
  await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 2);
  await c.accessible('versions');
  await c.shot('template-versions');
  await c.press('Publish', '.lines');
  await page.waitForFunction(() => /Version 2[\s\S]*published[\s\S]*Version 1/.test(document.querySelector('.lines').innerText) && !/Version 1[\s\S]*published/.test(document.querySelector('.lines').innerText));
  await page.evaluate(() => [...document.querySelectorAll('.lines li')].find((n) => /Version 1/.test(n.innerText)).querySelector('button').click());
  await c.says(/version 1/, '.pill.warn');
  await c.settled();
  // A syntax error is shown at its place in the source.
  await c.press('Source');
  await c.press('Variables');
  await page.waitForFunction(() => document.querySelector('.codearea-editor')?.shadowRoot?.querySelector('.cm-content'));
  await insert(' broken ');
  await c.press('Save and publish');
  await c.says(/Variables.*JSON/, '.problem');
  await c.accessible('unreadable variables');

  // Deleting requires confirmation.
  await c.press('Delete');
  await c.accessible('asking once more');
  await c.press('Cancel', 'dialog');
  await c.gone('dialog');
  await c.press('Delete');
  await c.press('Delete', 'dialog');
  await page.waitForFunction(() => location.pathname === '/console/templates');
  await c.press('Yours');
  await c.says(/No templates of your own yet/, '.empty');
});
