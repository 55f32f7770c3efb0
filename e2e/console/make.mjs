// Creating images: the studio's contact sheet, a job's live progress, stored images with their receipts.
import assert from 'node:assert/strict';
import { given, run } from './lib.mjs';

await run(async (open) => {
  const c = await open();
  const { page } = c;
  await c.signIn(given.token);
  const slide = (n) => page.$eval('input[type=range]', (i, v) => { i.value = v; i.dispatchEvent(new Event('input', { bubbles: true })); }, n);

  // The studio: a contact sheet of images that differ by their seed; the same seed gives the same image.
  await c.at('/studio');
  await c.accessible('the empty studio');
  await slide(4);
  await c.press('Energetic');
  await c.press('Add a colour');
  await c.press('Draw');
  await page.waitForFunction(() => document.querySelectorAll('.sheet img').length === 4);
  await c.settled();
  assert.deepEqual(await page.$$eval('.sheet span', (all) => all.map((n) => n.innerText)), ['1', '2', '3', '4']);
  const sheet = await page.$$eval('.sheet img', (all) => all.map((i) => i.src));
  assert.equal(new Set(sheet).size, 4, 'neighbours differ');
  await page.evaluate(() => document.querySelectorAll('.sheet button')[2].click());
  await c.says(/Seed 3/, 'figcaption');
  assert.ok(await page.$$eval('.swatches li', (n) => n.length) >= 2, 'no measured palette');
  await c.accessible('a contact sheet');
  await c.shot('studio');
  await c.press('Gradient');
  await c.press('Pastel');
  await slide(2);
  await c.press('Draw');
  await page.waitForFunction((old) => { const all = [...document.querySelectorAll('.sheet img')]; return all.length === 2 && !old.includes(all[0].src); }, {}, sheet);
  await c.settled();
  await c.press('As CSS');
  await c.says(/gradient/, 'figure pre');
  await c.press('Image');
  await c.accessible('a picture by words');
  await c.fill('[name=prompt]', 'A quiet harbour at dawn');
  await slide(1);
  await c.press('Draw');
  await page.waitForFunction(() => document.querySelectorAll('.sheet img').length === 1);
  await c.settled();
  // What no provider can generate is stated before the request, and rejected with an explanation.
  await c.press('Realistic image');
  await c.says(/needs an image provider/);
  c.expected.push(400);
  await c.press('Draw');
  await c.says(/provider/, '.problem');
  await c.accessible('a refused picture');

  // A job: followed live to its end.
  await c.at('/jobs');
  await c.says(/No jobs yet/, '.empty');
  await c.accessible('no jobs');
  await page.click('[data-test=start]');
  await page.waitForSelector('[data-test=job][data-status=completed]');
  await c.says(/made og[\s\S]*made instagram_post[\s\S]*completed/, '.events');
  assert.equal(await page.$eval('[role=progressbar]', (n) => n.getAttribute('aria-valuenow')), '4');
  await page.waitForFunction(() => document.querySelectorAll('.tile img').length === 4 && [...document.querySelectorAll('.tile img')].slice(0, 2).every((i) => i.naturalWidth > 0));
  await c.settled();
  await c.accessible('a job');
  await c.shot('job');
  await c.at('/jobs');
  assert.equal(await c.rows(), 1);
  await c.choose('select[aria-label=State]', '4');
  await c.says(/No jobs yet/, '.empty');

  // Images: the four of the job, one by one, with the receipt that records how each was rendered, and deletion.
  await c.at('/images');
  await page.waitForFunction(() => document.querySelectorAll('.tile').length >= 4);
  const before = await page.$$eval('.tile', (n) => n.length);
  await c.accessible('images');
  await page.evaluate(() => document.querySelector('.tile').click());
  await page.waitForSelector('dialog[open] .facts');
  await c.says(/SHA-256\s+[0-9a-f]{64}/, 'dialog');
  await c.press('Show the receipt', 'dialog');
  await c.says(/"signature"/, 'dialog pre');
  await c.accessible('an image with its receipt');
  await c.shot('image');
  await c.press('Delete', 'dialog');
  await page.waitForFunction(() => document.querySelectorAll('dialog[open]').length === 2);
  await page.evaluate(() => [...document.querySelectorAll('dialog[open] .danger')].at(-1).click());
  await page.waitForFunction((n) => document.querySelectorAll('.tile').length === n - 1 && !document.querySelector('dialog[open]'), { polling: 60 }, before);
});
