// Composes the screenshots of TestScreenshotsOfEveryView into the images of docs/console-views.md and writes that page:
//   node sheets.mjs SHOTS IMAGES PAGE    with PLATEN, the program that renders them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [shots, images, page] = process.argv.slice(2);
// The sections of the page: a title and its views, each the name of a screenshot and a caption.
const sections = [
  ['Signing in', [['sign-in', 'Sign-in with a key or a token']]],
  ['Playground', [['playground', 'The editor and its image'], ['share', 'The request as curl, SDK calls and a signed URL'], ['save-template', 'Saving a template'], ['commands', 'The command palette'], ['mode', 'Switching to live']]],
  ['Templates', [['templates', 'The gallery'], ['template', "A template's form"], ['template-versions', 'Versions'], ['copy-template', 'Copying a template']]],
  ['Brand kits', [['kits', 'Kits'], ['new-kit', 'A new kit'], ['kit', 'A kit and its locks'], ['kit-edit', 'Editing a kit'], ['kit-check', 'Checking a document']]],
  ['AI studio and bulk render', [['studio', 'A sheet of seeds'], ['batch', 'Rows of a CSV file']]],
  ['Jobs and images', [['jobs', 'Jobs'], ['job', 'A job'], ['images', 'Images'], ['images-selected', 'Selected images'], ['image', 'An image']]],
  ['Files', [['files', 'Assets'], ['fonts', 'Fonts'], ['new-licence', 'A new licence']]],
  ['Webhooks', [['webhooks', 'Endpoints'], ['new-webhook', 'A new endpoint'], ['webhook', 'Deliveries'], ['delivery', 'A delivery'], ['dead-letters', 'The dead-letter queue']]],
  ['Approvals and drafts', [['approvals', 'Approvals'], ['approval', 'An approval'], ['policies', 'Policies'], ['new-policy', 'A new policy'], ['drafts', 'Drafts'], ['draft', 'A draft'], ['new-draft', 'A new draft']]],
  ['Decisions and audit', [['decisions', 'Decisions'], ['decision', 'A decision'], ['audit', 'The audit log'], ['audit-entry', 'An entry of the audit log']]],
  ['Keys', [['keys', 'API keys'], ['new-key', 'A new key'], ['secret', 'A key is shown once'], ['signing', 'Signing keys'], ['sure', 'Confirmation'], ['issuers', 'Token issuers'], ['new-issuer', 'A new issuer']]],
  ['Usage and health', [['usage', 'Usage and credits'], ['health', 'Health'], ['nowhere', 'A page that does not exist']]],
];

// sheet composes a view on a desktop and a phone, in light and dark.
function sheet(view) {
  const forms = [[720, ''], [720, '-dark'], [208, '-phone'], [208, '-phone-dark']].filter(([, form]) => fs.existsSync(path.join(shots, `${view}${form}.png`)));
  const tags = forms.map(([width, form]) => {
    const data = fs.readFileSync(path.join(shots, `${view}${form}.png`)).toString('base64');
    return `<img style="width:${width}px;height:450px;object-fit:cover;object-position:top left;border-radius:8px;box-shadow:0 2px 8px rgb(15 23 42/.3)" src="data:image/png;base64,${data}">`;
  });
  const width = forms.reduce((sum, [w]) => sum + w + 16, 16);
  const file = path.join(images, `${view}.webp`);
  const html = `<style>body{margin:0}</style><div style="display:flex;gap:16px;padding:16px;background:#cbd5e1;width:${width - 32}px;height:450px">${tags.join('')}</div>`;
  execFileSync(process.env.PLATEN, ['render', '-', '--width', String(width), '--height', '482', '--quality', '60', '-o', file], { input: html, stdio: ['pipe', 'ignore', 'inherit'] });
}

fs.rmSync(images, { recursive: true, force: true });
fs.mkdirSync(images, { recursive: true });
const folder = path.relative(path.dirname(page), images).split(path.sep).join('/');
const lines = ['# Views of the console', '', 'Every view and dialog of [the console](console.md), on a desktop and on a phone, in light and dark.', 'The images are composed from the screenshots of its browser tests (`task console:docs`).'];
for (const [title, views] of sections) {
  lines.push('', `## ${title}`);
  for (const [view, caption] of views) {
    sheet(view);
    lines.push('', `${caption}:`, '', `![${caption}](${folder}/${view}.webp)`);
  }
}
fs.writeFileSync(page, lines.join('\n') + '\n');
