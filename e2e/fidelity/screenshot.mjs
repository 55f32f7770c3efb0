// Draws HTML files in Chromium: node screenshot.mjs OUTDIR file.html… (canvas from <meta name="canvas" content="WxH">, device
// pixels per CSS pixel from <meta name="scale">). Finite animations have ended, infinite ones are at their start, unless
// <meta name="at"> names a moment in seconds.
// CHROMIUM names the browser; the fonts of the bundled families must be installed for text to agree.
import fs from 'node:fs'; import path from 'node:path'; import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
const [out, ...files] = process.argv.slice(2);
fs.mkdirSync(out, { recursive: true });
// Chromium keeps bounds of glyphs that were measured at another scale, which formulas depend on: each scale has its own browser.
const scaleOf = (file) => +(fs.readFileSync(file, 'utf8').match(/<meta name="scale" content="([\d.]+)">/)?.[1] ?? 1);
for (const scale of new Set(files.map(scaleOf))) await shoot(files.filter((file) => scaleOf(file) === scale));

async function shoot(files) {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--force-color-profile=srgb', '--font-render-hinting=none', '--disable-lcd-text', '--hide-scrollbars', '--allow-file-access-from-files'] });
  const page = await browser.newPage();
  await page.setOfflineMode(true);
  for (const file of files) {
    const html = fs.readFileSync(file, 'utf8');
    const m = html.match(/<meta name="canvas" content="(\d+)x(\d+)">/);
    const [width, height] = m ? [+m[1], +m[2]] : [400, 300];
    const scale = html.match(/<meta name="scale" content="([\d.]+)">/);
    await page.setViewport({ width, height, deviceScaleFactor: scale ? +scale[1] : 1 });
    await page.goto(pathToFileURL(path.resolve(file)).href, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready.then(() => 1));
    const at = html.match(/<meta name="at" content="([\d.]+)">/)?.[1];
    await page.evaluate((seconds) => {
      for (const root of document.querySelectorAll('svg')) { root.pauseAnimations(); root.setCurrentTime(seconds ?? 0); }
      document.getAnimations().filter((a) => a.playState !== 'paused').forEach((a) => {
        if (seconds !== null) { a.pause(); a.currentTime = seconds * 1000; } else if (Number.isFinite(a.effect.getComputedTiming().endTime)) a.finish(); else { a.pause(); a.currentTime = 0; }
      });
    }, at === undefined ? null : +at);
    await page.screenshot({ path: path.join(out, path.basename(file, '.html') + '.png'), clip: { x: 0, y: 0, width, height }, omitBackground: true, captureBeyondViewport: false });
  }
  await browser.close();
}
