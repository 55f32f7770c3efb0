// Helpers of the console's browser tests: a monitored page and the actions of a user on it. A script
// runs as node SCRIPT.mjs with SERVICE (the address) and CASE (JSON of its own) in the environment; CHROMIUM names the
// browser, SHOTS a folder for screenshots. The first failed assertion ends it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

export const service = process.env.SERVICE;
export const given = JSON.parse(process.env.CASE);
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** Runs a script in a browser; use receives a function that opens monitored pages, each in its own browser context. */
export async function run(use) {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
  const opened = [];
  try {
    await use(async (view = desktop) => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const c = await watched(page, view);
      opened.push(c);
      return c;
    });
    for (const c of opened) {
      const refused = await c.page.evaluate(() => (window.refused ?? []).filter((r) => r.includes('/console/'))).catch(() => []);
      assert.deepEqual(refused, [], 'the page does what its own policy refuses');
      assert.deepEqual(c.barriers, [], 'barriers');
      assert.deepEqual(c.problems, [], 'the browser reports');
    }
    console.log('used');
  } catch (e) {
    for (const [i, c] of opened.entries()) {
      await c.shot(`failed-${i}`).catch(() => {});
      console.error('at', c.page.url(), c.problems.join('\n'), c.barriers.join('\n'), '\n', await c.page.evaluate(() => document.querySelector('#view, main, body')?.innerText.slice(0, 1500)).catch(() => ''));
    }
    throw e;
  } finally {
    await browser.close();
  }
}

/** A page whose errors, failed requests and accessibility violations are collected, with actions to use it. */
async function watched(page, view) {
  page.setDefaultTimeout(60000);
  await page.setViewport(view);
  await page.evaluateOnNewDocument(() => { window.refused = []; document.addEventListener('securitypolicyviolation', (e) => window.refused.push(`${e.violatedDirective} ${e.sourceFile}:${e.lineNumber}:${e.columnNumber} ${e.sample}`)); });
  const c = {
    page, problems: [], barriers: [],
    expected: [401], // expected statuses that the browser logs; 401 is the response to a wrong token
    visit: (where) => page.evaluate((p) => { history.pushState(null, '', '/console' + p); dispatchEvent(new PopStateEvent('popstate')); }, where),
    at: async (where) => { await c.visit(where); await c.settled(); },
    calls: new Set(), // unary calls that are in progress
    // Waits until the view has loaded: nothing displays that it is busy, and no call is in progress.
    settled: async () => {
      for (const end = Date.now() + 60000; ;) {
        await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.skeleton, .spinner, [aria-busy=true]'), { polling: 60 });
        if (c.calls.size === 0) return;
        assert.ok(Date.now() < end, `still in progress: ${[...c.calls].map((r) => r.url()).join(', ')}`);
        await new Promise((done) => { setTimeout(done, 60); });
      }
    },
    text: (selector = '#view') => page.$eval(selector, (n) => n.innerText),
    // Waits until the text of the selected element matches.
    says: async (pattern, selector = '#view') => {
      await page.waitForFunction((s, p, f) => [...document.querySelectorAll(s)].some((n) => new RegExp(p, f).test(n.innerText)), { polling: 60 }, selector, pattern.source, pattern.flags)
        .catch(async () => assert.fail(`nothing at ${selector} says ${pattern}; it says ${await c.text(selector).catch(() => 'nothing: it is not there')}`));
    },
    // Waits until the text of the editor matches, which has only the lines in and near its viewport in the page.
    edits: async (pattern) => {
      await page.waitForFunction((p, f) => {
        const view = document.querySelector('.codearea-editor')?.shadowRoot?.querySelector('.cm-scroller');
        if (!view) return false;
        if (new RegExp(p, f).test(view.querySelector('.cm-content').innerText)) return true;
        view.scrollTop = view.scrollTop + view.clientHeight < view.scrollHeight - 1 ? view.scrollTop + view.clientHeight : 0;
        return false;
      }, { polling: 60 }, pattern.source, pattern.flags)
        .catch(async () => assert.fail(`the editor does not contain ${pattern}; it displays ${await page.evaluate(() => document.querySelector('.codearea-editor')?.shadowRoot?.querySelector('.cm-content')?.innerText)}`));
    },
    press: async (label, within = 'body') => {
      const find = (l, w) => [...document.querySelectorAll(`${w} button, ${w} a, ${w} summary`)].find((n) => (n.innerText.trim() === l || n.getAttribute('aria-label') === l) && !n.disabled);
      const button = await page.waitForFunction(find, { polling: 60 }, label, within).catch(() => assert.fail(`no button ${label} in ${within}`));
      await button.evaluate((n) => n.click());
    },
    // Replaces the value of a control by typing.
    fill: async (selector, value) => {
      await page.waitForSelector(selector);
      await page.$eval(selector, (n) => { n.focus(); n.select?.(); });
      await page.keyboard.press('Backspace');
      await page.keyboard.type(value);
    },
    choose: async (selector, value) => { await page.waitForSelector(selector); await page.select(selector, value); },
    rows: () => page.$$eval('tbody tr', (n) => n.length),
    gone: (selector) => page.waitForFunction((s) => !document.querySelector(s), { polling: 60 }, selector),
    shot: async (name, options) => { if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, name + '.png'), ...options }); },
    signIn: async (token) => {
      await page.goto(`${service}/console/`, { waitUntil: 'load' });
      await page.waitForSelector('#token');
      await page.type('#token', token);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.shell');
    },
    // Finds accessibility violations with axe, which runs through the debugger because of the page's CSP.
    accessible: async (where) => {
      await page.evaluate(axe + ';0');
      const found = await page.evaluate(async (tags) => (await axe.run(document, { runOnly: tags })).violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')).join(' | ')}`), rules);
      if (found.length > 0) c.barriers.push(`${where}: ${found.join('; ')}`);
    },
    // The focused element as its tag and its label or text.
    focus: () => page.evaluate(() => { let n = document.activeElement; while (n?.shadowRoot?.activeElement) n = n.shadowRoot.activeElement; return n === document.body ? 'body' : `${n.tagName.toLowerCase()} ${n.getAttribute('aria-label') ?? n.innerText?.trim().split('\n')[0] ?? ''}`.trim(); }),
    // Waits until the focused element matches: views and the editor are loaded lazily.
    focuses: async (pattern, why) => {
      for (let i = 0; i < 100 && !pattern.test(await c.focus()); i++) await new Promise((done) => setTimeout(done, 50));
      assert.match(await c.focus(), pattern, why);
    },
    // Asserts that the page is no wider than the window.
    narrow: async (where) => {
      const wide = await page.evaluate((width) => document.documentElement.scrollWidth > width && [...document.querySelectorAll('body *')].filter((n) => n.getBoundingClientRect().right > width + 1).map((n) => `${n.tagName}.${n.className}`).slice(0, 5).join(', '), view.width);
      assert.equal(wide, false, `${where} scrolls sideways`);
    },
  };
  const unary = (r) => r.url().includes('/platen.') && !r.headers()['content-type']?.startsWith('application/connect');
  page.on('request', (r) => { if (unary(r)) c.calls.add(r); });
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (r) => c.calls.delete(r));
  page.on('pageerror', (e) => c.problems.push(String(e)));
  page.on('console', (m) => { if (m.type() === 'error' && !/Content Security Policy/.test(m.text()) && !c.expected.some((status) => m.text().includes(String(status)))) c.problems.push(`${m.text()} ${m.location().url ?? ''}`); });
  return c;
}
