// Every view and every dialog, with data: light and dark, on a desktop and on a phone. Each has no accessibility
// violations and is no wider than the window; SHOTS receives the screenshots.
import assert from 'node:assert/strict';
import { desktop, given, phone, run } from './lib.mjs';

// The address, the actions, and the expected text.
const states = [
  ['playground', '/playground', async (c) => { await c.page.waitForFunction(() => document.querySelector('.picture img')?.naturalWidth > 0); }],
  ['playground-menu', '/playground', async (c) => { await c.press('OG', '.menu').catch(() => {}); await c.page.waitForFunction(() => document.querySelector('.menu').open); }],
  ['share', '/playground', async (c) => { await c.press('Share'); await c.page.waitForSelector('dialog pre'); }],
  ['save-template', '/playground', async (c) => { await c.press('Save as template'); await c.page.waitForSelector('dialog input'); }],
  ['commands', '/playground', async (c) => { await c.page.click('.top > .find'); await c.page.waitForSelector('.palette[open]'); }],
  ['mode', '/playground', async (c) => { await c.page.click('[data-test=mode-live]'); await c.page.waitForSelector('dialog input[name=token]'); }],
  ['templates', '/templates', async (c) => { await c.page.waitForFunction(() => document.querySelectorAll('.tile').length >= 12 && document.querySelector('.tile img').naturalWidth > 0); }],
  ['template', '/templates/quote', async (c) => { await c.page.waitForSelector('[data-test=template-picture]'); }],
  ['template-versions', '/templates/quote', async (c) => { await c.press('Versions'); await c.page.waitForSelector('.lines li'); }],
  ['copy-template', '/templates/quote', async (c) => { await c.press('Copy'); await c.page.waitForSelector('dialog input'); }],
  ['kits', '/brands', async (c) => { await c.page.waitForSelector('.tile'); }],
  ['new-kit', '/brands/new', async (c) => { await c.page.waitForSelector('dialog input'); }],
  ['kit', () => `/brands/${given.kit}`, async (c) => { await c.page.waitForSelector('.lock-list'); }],
  ['kit-edit', () => `/brands/${given.kit}`, async (c) => { await c.press('Edit'); await c.page.waitForSelector('.verdict'); }],
  ['kit-check', () => `/brands/${given.kit}`, async (c) => { await c.press('Check a document'); await c.press('Check'); await c.page.waitForSelector('.verdict'); }],
  ['studio', '/studio', async (c) => { await c.page.$eval('input[type=range]', (n) => { n.value = 4; n.dispatchEvent(new Event('input', { bubbles: true })); }); await c.press('Draw'); await c.page.waitForFunction(() => document.querySelectorAll('.sheet img').length === 4); }],
  ['batch', '/batch?template=quote', async (c) => { await c.press('Use the example'); await c.press('Render 1 row'); await c.page.waitForFunction(() => document.querySelector('.batch-picture img')?.naturalWidth > 0); }],
  ['files', '/files', async (c) => { await c.says(/assets/i); }],
  ['fonts', '/files', async (c) => { await c.press('Fonts'); await c.press('Bundled'); await c.page.waitForSelector('tbody tr'); }],
  ['new-licence', '/files', async (c) => { await c.press('Licences'); await c.press('Add a licence'); await c.page.waitForSelector('dialog input'); }],
  ['issuers', '/issuers', async (c) => { await c.says(/issuer/i); }],
  ['new-issuer', '/issuers', async (c) => { await c.press('Add an issuer'); await c.page.waitForSelector('dialog input'); }],
  ['jobs', '/jobs', async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['job', () => `/jobs/${given.job}`, async (c) => { await c.page.waitForSelector('[data-test=job][data-status=completed]'); }],
  ['images', '/images', async (c) => { await c.page.waitForFunction(() => document.querySelectorAll('.tile img').length > 10 && document.querySelector('.tile img').naturalWidth > 0); }],
  ['images-selected', '/images', async (c) => { await c.page.waitForSelector('.pick'); await c.page.click('.pick'); await c.says(/1 selected/); }],
  ['image', '/images', async (c) => { await c.page.waitForSelector('.tile'); await c.page.evaluate(() => document.querySelector('.tile').click()); await c.page.waitForSelector('dialog .facts'); }],
  ['webhooks', '/webhooks', async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['new-webhook', '/webhooks/new', async (c) => { await c.page.waitForSelector('dialog input'); }],
  ['webhook', () => `/webhooks/${given.hook}`, async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['delivery', () => `/webhooks/${given.hook}`, async (c) => { await c.press('View', 'tbody'); await c.page.waitForSelector('[data-test=delivery]'); }],
  ['dead-letters', '/webhooks/dead-letters', async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['signing', '/signing', async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['sure', '/signing', async (c) => { await c.press('Revoke', 'tbody'); await c.page.waitForSelector('dialog[open]'); }],
  ['approvals', '/approvals', async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['approval', () => `/approvals/${given.approval}`, async (c) => { await c.page.waitForFunction(() => document.querySelector('[data-test=proof]')?.naturalWidth > 0); }],
  ['policies', '/approvals/policies', async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['new-policy', '/approvals/policies', async (c) => { await c.press('Add a policy'); await c.page.waitForSelector('dialog select'); }],
  ['drafts', '/drafts', async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['draft', () => `/drafts/${given.draft}`, async (c) => { await c.page.waitForSelector('.facts'); }],
  ['new-draft', '/drafts/new', async (c) => { await c.page.waitForSelector('dialog input'); }],
  ['decisions', '/decisions', async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['decision', '/decisions', async (c) => { await c.page.waitForSelector('tbody a'); await c.page.evaluate(() => document.querySelector('tbody a').click()); await c.page.waitForSelector('dialog .facts'); }],
  ['keys', '/keys', async (c) => { await c.page.waitForSelector('[aria-label="Grace left"]'); }],
  ['new-key', '/keys/new', async (c) => { await c.press('Choose', 'dialog'); await c.page.waitForSelector('dialog select'); }],
  ['secret', '/keys/new', async (c) => { await c.fill('dialog input[name=name]', 'a secret'); await c.press('Create', 'dialog'); await c.page.waitForSelector('[data-test=secret]'); }],
  ['usage', '/usage', async (c) => { await c.page.waitForSelector('.chart rect'); }],
  ['audit', '/audit', async (c) => { await c.page.waitForSelector('tbody tr'); }],
  ['audit-entry', '/audit', async (c) => { await c.page.evaluate(() => document.querySelector('tbody .button').click()); await c.page.waitForSelector('dialog .facts'); }],
  ['health', '/health', async (c) => { await c.says(/Service/); }],
  ['nowhere', '/nowhere', async () => {}],
];

await run(async (open) => {
  for (const [form, view] of [['', desktop], ['-phone', phone]]) {
    const c = await open(view);
    const { page } = c;
    c.expected.push('ERR_ABORTED');
    await page.goto(`${process.env.SERVICE}/console/`, { waitUntil: 'load' });
    for (const theme of ['dark', 'light']) {
      await page.evaluate((t) => { document.documentElement.dataset.theme = t; }, theme);
      await c.shot(`sign-in${form}${theme === 'dark' ? '-dark' : ''}`);
      await c.narrow('sign-in');
    }
    await c.signIn(given.token);
    await page.waitForFunction(() => document.querySelector('.picture img')?.naturalWidth > 0);
    for (const [name, where, act] of states) {
      await c.visit('/nowhere'); // every view starts from a fresh page
      await c.says(/page does not exist/);
      await c.at(typeof where === 'function' ? where() : where);
      await act(c);
      await c.settled();
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForFunction(() => !document.querySelector('.toast span'), { timeout: 8000 });
      for (const theme of ['light', 'dark']) {
        await page.evaluate((t) => { document.documentElement.dataset.theme = t; }, theme);
        await c.accessible(`${name}${form} in ${theme}`);
        await c.narrow(`${name}${form}`);
        await c.shot(`${name}${form}${theme === 'dark' ? '-dark' : ''}`);
      }
      await page.evaluate(() => { document.documentElement.dataset.theme = 'light'; });
      const wide = await page.evaluate(() => [...document.querySelectorAll('dialog[open]')].filter((d) => d.scrollWidth > d.clientWidth + 1).length);
      assert.equal(wide, 0, `the dialog ${name}${form} scrolls sideways`);
      // Touch targets are large enough (WCAG 2.2, 2.5.8).
      if (form) {
        const small = await page.evaluate(() => [...document.querySelectorAll('button, select, input:not([type=hidden]), summary')].filter((n) => { const r = n.getBoundingClientRect(); return r.width > 0 && (r.height < 24 || r.width < 18); }).map((n) => `${n.tagName} ${n.innerText || n.ariaLabel} ${Math.round(n.getBoundingClientRect().height)}`).slice(0, 4));
        const few = small.filter((s) => !s.startsWith('INPUT'));
        if (few.length > 0) c.barriers.push(`${name}${form}: too small to touch: ${few.join(', ')}`);
      }
      if (await page.$('dialog')) { // which goes when it has told that it is closed
        await page.keyboard.press('Escape');
        await c.gone('dialog');
      }
    }
  }
});
