// Writes what the reference player, lottie-web, shows of Lottie files: node lottie.mjs FOLDER writes NAME-FRAME.png beside
// each NAME.json. TestLottieAgainstReference compares the engine's images with them.
import { createRequire } from "node:module";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const frames = [0, 23, 58];
const folder = process.argv[2];
const player = readFileSync(createRequire(import.meta.url).resolve("lottie-web/build/player/lottie.min.js"), "utf8");
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--hide-scrollbars"] });
try {
  const page = await browser.newPage();
  page.on("pageerror", (e) => { throw e; });
  for (const name of readdirSync(folder).filter((f) => f.endsWith(".json"))) {
    const data = readFileSync(join(folder, name), "utf8");
    const { w: width, h: height } = JSON.parse(data);
    await page.setViewport({ width, height });
    await page.setContent(`<!doctype html><style>body{margin:0}#stage{width:${width}px;height:${height}px}</style><div id="stage"></div>`);
    await page.addScriptTag({ content: player });
    await page.evaluate((json) => {
      globalThis.animation = globalThis.lottie.loadAnimation({ container: document.getElementById("stage"), renderer: "svg", loop: false, autoplay: false, animationData: JSON.parse(json) });
    }, data);
    for (const frame of frames) {
      await page.evaluate((at) => globalThis.animation.goToAndStop(at, true), frame);
      await page.screenshot({ path: join(folder, name.replace(/\.json$/, `-${frame}.png`)) });
    }
  }
} finally {
  await browser.close();
}
