// Approvals: policies, pending approvals, approving and rejecting with a reason, signing after an approval, drafts from
// creation to the image. Ada requests, Bea decides.
import assert from 'node:assert/strict';
import { given, run } from './lib.mjs';

await run(async (open) => {
  const bea = await open(), ada = await open();
  await bea.signIn(given.bea);
  await ada.signIn(given.ada);

  // A policy: errors are shown at their fields with their fixes, then it is saved.
  await bea.at('/approvals/policies');
  await bea.says(/No policies/, '.empty');
  await bea.accessible('no policies');
  bea.expected.push(400);
  await bea.press('Add a policy');
  await bea.choose('dialog select', '2');
  await bea.fill('dialog [name=required]', '99');
  await bea.fill('dialog [name=approvers]', 'bea');
  await bea.press('Add', 'dialog');
  await bea.page.waitForFunction(() => document.querySelectorAll('dialog .field-error').length >= 2);
  await bea.accessible('faults of a policy');
  await bea.shot('policy-faults');
  await bea.fill('dialog [name=required]', '1');
  await bea.fill('dialog [name=approvers]', 'scope:approvals:decide');
  await bea.press('Add', 'dialog');
  await bea.gone('dialog');
  await bea.says(/sign[\s\S]*test[\s\S]*not one's own/, 'tbody');
  await bea.accessible('policies');
  await bea.at('/approvals');
  await bea.says(/No pending requests/, '.empty');

  // Ada signs a URL: it needs approval, and the page links to the approval.
  ada.expected.push(409, 403);
  await ada.at('/playground');
  await ada.page.waitForFunction(() => document.querySelector('.picture img')?.naturalWidth > 0);
  await ada.press('Share');
  await ada.press('Signed URL', 'dialog');
  await ada.says(/Approval required/, 'dialog .problem');
  await ada.accessible('an approval is required');
  await ada.shot('approval-required');
  const where = await ada.page.$eval('dialog .problem a', (a) => a.getAttribute('href'));
  assert.match(where, /^\/console\/approvals\/apr_/);

  // Bea finds it, looks at the request, and approves with a comment.
  await bea.press('Reload');
  await bea.says(/sign[\s\S]*pending[\s\S]*0 of 1[\s\S]*ada/, 'tbody');
  await bea.accessible('what waits');
  await bea.shot('approvals');
  await bea.page.evaluate(() => document.querySelector('tbody a').click());
  await bea.says(/Type here, see the result there/, '.code');
  await bea.page.waitForFunction(() => document.querySelector('[data-test=proof]')?.naturalWidth > 0);
  await bea.settled();
  await bea.accessible('an approval');
  await bea.shot('approval');
  await bea.fill('textarea', 'Fine for the website');
  await bea.press('Approve', 'section');
  await bea.says(/bea[\s\S]*approved[\s\S]*Fine for the website/);
  assert.equal(await bea.page.$('textarea'), null, 'what is decided has no buttons');
  await bea.accessible('an approved request');

  // Ada retries: the URL is minted once.
  await ada.press('Try again', 'dialog');
  await ada.says(/\/i\/.*\.png/, 'dialog pre');
  await ada.page.keyboard.press('Escape');
  await bea.at('/approvals');
  await bea.says(/executed|used/, 'tbody');

  // The next one is rejected: a reason is required, and Ada sees it.
  await ada.page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').focus());
  await ada.page.keyboard.down('Control'); await ada.page.keyboard.press('a'); await ada.page.keyboard.up('Control');
  await ada.page.keyboard.sendCharacter('<h1>Half price, for ever</h1>');
  await ada.says(/OG · 1200×630/, 'figcaption');
  await ada.settled();
  await ada.press('Share');
  await ada.press('Signed URL', 'dialog');
  await ada.press('Open the request', 'dialog');
  await ada.says(/Half price/, '.code');
  await ada.says(/This is your own request/);
  assert.equal(await ada.page.$('textarea'), null, 'the requester may not decide');
  await ada.accessible('one’s own request');
  const asked = new URL(ada.page.url()).pathname.slice('/console'.length);
  await bea.at(asked);
  await bea.settled();
  await bea.press('Reject', 'section');
  await bea.says(/Give a reason/, '.field-error');
  await bea.accessible('a rejection without a reason');
  await bea.fill('textarea', 'We do not promise for ever');
  await bea.press('Reject', 'section');
  await bea.says(/rejected[\s\S]*We do not promise for ever/);
  await ada.press('Reload');
  await ada.says(/rejected[\s\S]*We do not promise for ever/);
  await bea.at('/approvals');
  await bea.choose('select[aria-label=State]', '3');
  await bea.says(/rejected/, 'tbody');
  await bea.page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);

  // Drafts: written by Ada, changed after Bea's comment, approved, published as an image.
  await ada.at('/drafts');
  await ada.says(/No drafts/, '.empty');
  await ada.press('Create a draft from the playground');
  await ada.accessible('a new draft');
  await ada.fill('dialog input', 'The spring sale');
  await ada.press('Create', 'dialog');
  await ada.says(/The spring sale/, 'h1');
  await ada.settled();
  const draft = new URL(ada.page.url()).pathname.slice('/console'.length);
  await ada.press('Send to review');
  await ada.says(/in review/, '.facts');
  await bea.at('/drafts');
  await bea.says(/The spring sale[\s\S]*in review[\s\S]*ada/, 'tbody');
  await bea.accessible('drafts');
  await bea.shot('drafts');
  await bea.at(draft);
  await bea.settled();
  await bea.press('Render preview');
  await bea.page.waitForFunction(() => document.querySelector('.framed-picture img')?.naturalWidth === 1200);
  await bea.settled();
  await bea.accessible('a draft, drawn');
  await bea.fill('textarea', 'Say until when');
  await bea.press('Request changes');
  await bea.says(/changes requested/, '.facts');
  await ada.at('/drafts');
  await ada.at(draft);
  await ada.says(/bea[\s\S]*Say until when/);
  await ada.accessible('a draft with a comment');
  await ada.fill('textarea', 'Until Sunday');
  await ada.press('Comment');
  await ada.says(/Until Sunday/, '.said');
  await ada.settled();
  await ada.press('Open in the playground');
  await ada.says(/OG · 1200×630/, 'figcaption');
  await ada.settled();
  await ada.page.evaluate(() => document.querySelector('.codearea-editor').shadowRoot.querySelector('.cm-content').focus());
  await ada.page.keyboard.down('Control'); await ada.page.keyboard.press('a'); await ada.page.keyboard.up('Control');
  await ada.page.keyboard.sendCharacter('<h1>Half price, until Sunday</h1>');
  await ada.page.waitForFunction(() => Object.values(localStorage).some((v) => v.includes('until Sunday')), { polling: 60 });
  await ada.settled();
  await ada.at(draft);
  await ada.settled();
  await ada.press('Use the request of the playground');
  await ada.says(/until Sunday/, '.code');
  await ada.says(/Revision\s+2/, '.facts');
  await ada.settled();
  await ada.press('Send to review');
  await ada.says(/in review/, '.facts');
  await bea.at('/drafts');
  await bea.at(draft);
  await bea.settled();
  await bea.press('Approve');
  await bea.says(/approved/, '.facts');
  await bea.settled();
  await bea.press('Publish');
  await bea.page.waitForFunction(() => document.querySelector('figure img')?.naturalWidth > 0);
  await bea.says(/published/, '.facts');
  await bea.settled();
  await bea.accessible('a published draft');
  await bea.shot('draft');
  await bea.press('Archive');
  await bea.press('Archive', 'dialog');
  await bea.says(/archived/, '.facts');

  // The decision log contains every step.
  await bea.at('/decisions');
  await bea.says(/approval/, 'tbody');
  await bea.press('Verify the chain');
  await bea.says(/All \d+ entries/, '.note');
  await bea.page.evaluate(() => document.querySelector('tbody a').click());
  await bea.page.waitForSelector('dialog[open] .facts');
  await bea.accessible('a decision');
  await bea.page.keyboard.press('Escape');
  await bea.gone('dialog');
});
