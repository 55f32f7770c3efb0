// Reviews in a real browser: node review.mjs, with SERVICE (its address) and CASE (JSON: tokens and approvals) in
// the environment. CHROMIUM names the browser; SHOTS a folder for screenshots. The first failed assertion ends it.
import assert from 'node:assert/strict';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const service = process.env.SERVICE;
const { approver, requester, first, second, third } = JSON.parse(process.env.CASE);
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const page = await browser.newPage();
const problems = [];
page.on('pageerror', (e) => problems.push(String(e)));
page.on('console', (m) => { if (m.type() === 'error' && !m.text().includes('401') && !m.text().includes('403')) problems.push(m.text()); });

const open = (id) => page.goto(`${service}/review/${id}`, { waitUntil: 'networkidle0' });
const text = (selector) => page.$eval(selector, (n) => n.innerText);
const moving = (act) => Promise.all([page.waitForNavigation({ waitUntil: 'networkidle0' }), act()]);
const shot = async (name) => { if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, name + '.png'), fullPage: true }); };
const signIn = async (token) => { await page.$eval('#token', (n) => { n.value = ''; }); await page.type('#token', token); await moving(() => page.keyboard.press('Enter')); };
const status = async (id) => {
  const other = await browser.newPage();
  await other.goto(`${service}/review/${id}`);
  const found = await other.$eval('.title .pill', (n) => n.innerText);
  await other.close();
  await page.bringToFront();
  return found;
};

try {
  await page.setViewport({ width: 1360, height: 900 });

  // Signed out: a wrong token is rejected; a valid one redirects back to the approval.
  await open(first);
  assert.match(await text('h1'), /Sign in/);
  await signIn('svc_live_wrong');
  assert.match(await text('.problem'), /expired or revoked API key/);
  await signIn(approver);
  assert.equal(page.url(), `${service}/review/${first}`);
  const cookie = (await page.cookies()).find((c) => c.name === 'platen_session');
  assert.ok(cookie.httpOnly && cookie.sameSite === 'Lax' && !cookie.value.includes(approver.slice(0, 20)), 'the cookie is sealed and out of reach of scripts');
  assert.equal(await page.evaluate(() => document.cookie), '');

  // The proof and the request are displayed.
  assert.ok(await page.$eval('.sheet img', (n) => n.complete && n.naturalWidth > 0), 'the proof is a picture');
  assert.match(await text('.request'), /Launch day/);
  assert.match(await text('.facts'), /in 7 days/);
  await shot('review-light');

  // Keys: help, comment, and a decision in two steps.
  await page.keyboard.type('?');
  assert.ok(await page.$eval('#keyboard', (n) => n.open));
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await page.keyboard.type('a fine card');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'reject');
  await page.keyboard.press('a');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'approve');
  assert.equal(await status(first), 'pending');
  await moving(() => page.keyboard.press('Enter'));
  assert.equal(await text('.title .pill'), 'approved');
  assert.match(await text('.reviews'), /ada.*approved[\s\S]*a fine card/);
  assert.equal(await page.$('#decision'), null, 'what is decided has no buttons');

  // The second approval shows the changes.
  await open(second);
  assert.match(await text('.changes'), /html[\s\S]*day\s*week/);
  assert.match(await text('.changes'), /seed/);

  // Neither a form without the session's CSRF secret nor a GET decides anything.
  const [forged] = await moving(() => page.$eval('#decision', (form) => { form.elements.form.value = 'guess'; form.querySelector('#approve').click(); }));
  assert.equal(forged.status(), 403);
  assert.match(await text('.problem'), /nothing was decided/);
  assert.equal(await page.evaluate(() => fetch('/review/').then(() => 'fetched', () => 'refused')), 'refused', 'the page calls nothing');
  await page.goto(`${service}/review/${second}?verdict=approve`, { waitUntil: 'networkidle0' });
  assert.equal(await text('.title .pill'), 'pending');

  // The content security policy blocks scripts and files of other origins.
  const ran = await page.evaluate(() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.head.append(s); return window.ran === 1; });
  assert.equal(ran, false, 'an inline script is refused');
  problems.length = 0; // the violation is logged on the console

  // Phone: no horizontal scrolling; buttons are large enough to touch and stay visible.
  await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  await open(second);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'it scrolls sideways');
  for (const id of ['approve', 'reject']) {
    const box = await (await page.$('#' + id)).boundingBox();
    assert.ok(box.height >= 44 && box.y + box.height <= 844, `${id} is at ${JSON.stringify(box)}`);
  }
  await shot('review-phone');

  // Dark colour scheme.
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  assert.notEqual(await paper(), light);
  await shot('review-phone-dark');
  await page.setViewport({ width: 1360, height: 900 });
  await open(second);
  await shot('review-dark');

  // Reject by tapping the button, then check the list.
  await moving(() => page.click('#reject'));
  assert.equal(await text('.title .pill'), 'rejected');
  await page.goto(`${service}/review/`, { waitUntil: 'networkidle0' });
  assert.match(await text('.list'), /Waiting for review 1[\s\S]*Lately[\s\S]*rejected[\s\S]*approved/);

  // The requester sees the request and cannot decide it.
  await moving(() => page.click('.me button'));
  assert.match(await text('h1'), /Sign in/);
  await signIn(requester);
  await open(third);
  assert.match(await text('.barred'), /This is your own request/);
  assert.equal(await page.$('#approve'), null);

  assert.deepEqual(problems, []);
  console.log('reviewed');
} finally {
  await browser.close();
}
