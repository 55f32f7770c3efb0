// Builds the bundled icon pack from a pinned lucide-static: one line per icon, its
// name, a tab and path data on a 24 × 24 grid; an alias is its name, a tab, "=" and
// the icon it stands for. Run with: npm ci && node pack.mjs
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const source = "node_modules/lucide-static/";
const target = "../../modules/rendering/engine/widget/icons/";
const nodes = JSON.parse(readFileSync(source + "icon-nodes.json", "utf8"));
const version = JSON.parse(readFileSync(source + "package.json", "utf8")).version;

const n = (v) => Number(v ?? 0);
const oval = (cx, cy, rx, ry) => `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
const shapes = {
  path: (a) => a.d,
  line: (a) => `M${a.x1} ${a.y1}L${a.x2} ${a.y2}`,
  polyline: (a) => "M" + a.points,
  polygon: (a) => "M" + a.points + "Z",
  circle: (a) => oval(n(a.cx), n(a.cy), n(a.r), n(a.r)),
  ellipse: (a) => oval(n(a.cx), n(a.cy), n(a.rx), n(a.ry)),
  rect: (a) => {
    const [x, y, w, h] = [n(a.x), n(a.y), n(a.width), n(a.height)];
    const rx = Math.min(n(a.rx ?? a.ry), w / 2), ry = Math.min(n(a.ry ?? a.rx), h / 2);
    if (!rx || !ry) return `M${x} ${y}h${w}v${h}h${-w}Z`;
    const arc = (dx, dy) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
    return `M${x + rx} ${y}h${w - 2 * rx}${arc(rx, ry)}v${h - 2 * ry}${arc(-rx, ry)}h${2 * rx - w}${arc(-rx, -ry)}v${2 * ry - h}${arc(rx, -ry)}Z`;
  },
};

const lines = [], byDrawing = new Map();
for (const name of Object.keys(nodes).sort()) {
  // Every piece begins with an absolute move, whatever stands before it.
  const d = nodes[name].map(([tag, attrs]) => shapes[tag](attrs).trim()).map(absolute).join("");
  lines.push(`${name}\t${d}`);
  byDrawing.set(drawing(name), name);
}
// The pairs after a relative move are lines relative to it, which must stay so.
function absolute(d) {
  const number = "(-?(?:\\d+\\.?\\d*|\\.\\d+))";
  return d.replace(new RegExp(`^m\\s*${number}[\\s,]*${number}[\\s,]*(?=(.?))`), (_, x, y, next) => `M${x} ${y}` + (/[-.\d]/.test(next) ? "l" : ""));
}
function drawing(name) {
  return readFileSync(`${source}icons/${name}.svg`, "utf8").replace(/class="[^"]*"/, "");
}
for (const file of readdirSync(source + "icons")) {
  const name = file.replace(/\.svg$/, "");
  if (nodes[name]) continue;
  const original = byDrawing.get(drawing(name));
  if (!original) throw new Error("no drawing for the alias " + name);
  lines.push(`${name}\t=${original}`);
}
lines.sort();
const packed = gzipSync(Buffer.from(lines.join("\n") + "\n"), { level: 9 });
packed[9] = 255; // the operating system is not part of the pack
writeFileSync(target + "lucide.pack", packed);
writeFileSync(target + "LICENSE.lucide.txt", readFileSync(source + "LICENSE"));
const sha = createHash("sha256").update(packed).digest("hex");
writeFileSync(target + "manifest.json", JSON.stringify({
  set: "lucide", package: "lucide-static", version, license: "ISC AND MIT", icons: lines.length, file: "lucide.pack", bytes: packed.length, sha256: sha,
}, null, 2) + "\n");
