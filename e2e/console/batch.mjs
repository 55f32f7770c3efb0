// Bulk rendering: a CSV file, its columns mapped to fields, a row that is rejected and fixed, and the archive; images
// found, selected and deleted together; files, fonts, licences and issuers.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { given, run } from './lib.mjs';

const long = 'A very long name '.repeat(6).trim();
const csv = `\uFEFFquote;Who;file\n"Less; but ""better"".";Dieter Rams;rams\nSecond.;${long};second\n\nZwei\nZeilen;Ohne;drei\n`.replace('Zwei\nZeilen', '"Zwei\nZeilen"');

await run(async (open) => {
  const c = await open();
  const { page } = c;
  await c.signIn(given.token);

  await c.at('/batch?template=quote');
  await page.waitForSelector('input[type=file]:not(:disabled)');
  assert.equal(await page.$eval('.batch select', (n) => n.selectedOptions[0].text), 'Quote');
  await c.accessible('bulk rendering without a file');
  const file = path.join(os.tmpdir(), `rows-${process.pid}.csv`);
  writeFileSync(file, csv);
  await (await page.$('input[type=file]')).uploadFile(file);
  await page.waitForFunction(() => document.querySelectorAll('.batch-row').length === 3);
  assert.equal(await page.$eval('select[name=quote]', (n) => n.value), '0', 'a column of the same name is matched');
  assert.equal(await page.$eval('select[name=author]', (n) => n.value), '-1');
  await c.choose('select[name=author]', '1');
  c.expected.push(400);
  await c.press('Render 3 rows');
  await c.says(/2 of 3 rendered, 1 failed/);
  await c.says(/author/i, '.batch-row .problem');
  await c.accessible('a row that failed');
  await c.shot('batch');
  await c.press('Apply the fix', '.batch-row');
  await c.says(/3 of 3 rendered/);

  // The archive holds the three images.
  const names = await page.$$eval('.matches select', (all) => all.at(-1).id);
  await page.select(`#${CSS_escape(names)}`, '2');
  await page.evaluate(() => { const make = URL.createObjectURL; URL.createObjectURL = (b) => { window.archive = b; return make.call(URL, b); }; HTMLAnchorElement.prototype.click = () => {}; });
  await c.press('Download ZIP');
  await page.waitForFunction(() => window.archive);
  const zip = Buffer.from(await page.evaluate(async () => { let s = ''; for (const b of new Uint8Array(await window.archive.arrayBuffer())) s += String.fromCharCode(b); return btoa(s); }), 'base64');
  assert.deepEqual(entries(zip), ['rams.png', 'second.png', 'drei.png']);

  // The images are found by name, selected and deleted together.
  await c.at('/images');
  await page.waitForFunction(() => document.querySelectorAll('.tile').length >= 3);
  const before = await page.$$eval('.tile', (n) => n.length);
  await page.evaluate(() => { for (const p of [...document.querySelectorAll('.pick')].slice(0, 2)) p.click(); });
  await c.says(/2 selected/);
  await c.accessible('selected images');
  await c.press('Delete the selection');
  await c.press('Delete the selection', 'dialog');
  await page.waitForFunction((n) => document.querySelectorAll('.tile').length === n, {}, before - 2);
  await c.fill('input[type=search]', 'no image has this name');
  await c.says(/None of the/);

  // Files: an image is uploaded and deleted, a licence added.
  await c.at('/files');
  const dot = path.join(os.tmpdir(), `dot-${process.pid}.png`);
  writeFileSync(dot, Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'));
  await (await page.$('input[type=file]')).uploadFile(dot);
  await c.says(/asset:asset_/, 'tbody');
  await c.accessible('assets');
  await c.press('Delete', 'tbody');
  await c.press('Delete', 'dialog');
  await c.says(/No assets yet/);
  await c.press('Fonts');
  await c.press('Bundled');
  await c.says(/Inter/, 'tbody');
  await c.accessible('fonts');
  await c.press('Licences');
  await c.press('Add a licence');
  await page.waitForSelector('dialog input');
  await c.accessible('a new licence');
  await page.type('dialog input', 'Stock photographs');
  await c.press('Add', 'dialog');
  await c.says(/Stock photographs/, 'tbody');

  await c.at('/issuers');
  await c.says(/No issuers yet|Issuer/);
  await c.press('Add an issuer');
  await page.waitForSelector('dialog input');
  await c.accessible('a new issuer');
});

/** The names of the entries of an archive, whose checksums are verified. */
function entries(zip) {
  const names = [];
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const [sum, size, long] = [zip.readUInt32LE(at + 14), zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)];
    const bytes = zip.subarray(at + 30 + long, at + 30 + long + size);
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    assert.equal(crc32(bytes), sum);
    names.push(zip.subarray(at + 30, at + 30 + long).toString());
    at += 30 + long + size;
  }
  assert.equal(zip.readUInt16LE(zip.length - 12), names.length, 'the directory counts the files');
  return names;
}

function CSS_escape(id) { return id.replace(/[^\w-]/g, (ch) => `\\${ch}`); }
