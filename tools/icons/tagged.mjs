// Builds the pack in which icons are found by meaning: one line per icon, its name, a
// tab, its tags separated by commas, a tab and its drawing on a 24 × 24 grid as
// M, L, C and Z with absolute coordinates in thousandths; an alias has = and the icon
// it stands for instead. Run with: npm ci && node tagged.mjs
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

const source = process.env.LUCIDE ?? "node_modules/lucide-static/";
const target = "../../modules/ai/art/internal/icon/";
const drawings = gunzipSync(readFileSync("../../modules/rendering/engine/widget/icons/lucide.pack")).toString("utf8");
const tags = JSON.parse(readFileSync(source + "tags.json", "utf8"));
const version = JSON.parse(readFileSync(source + "package.json", "utf8")).version;

const r = (v) => Math.round(v * 1000);

// plain rewrites path data: arcs and short forms become cubic curves.
function plain(d) {
  let i = 0;
  const number = () => {
    const m = /^[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/i.exec(d.slice(i));
    if (!m) throw new Error("number at " + i + " of " + d);
    i += m[0].length;
    return Number(m[1]);
  };
  const flag = () => {
    const m = /^[\s,]*([01])/.exec(d.slice(i));
    i += m[0].length;
    return m[1] === "1";
  };
  const more = () => /^[\s,]*[-+.\d]/.test(d.slice(i));
  const out = [];
  let x = 0, y = 0, sx = 0, sy = 0, cmd = "", px = 0, py = 0, last = "";
  const cubic = (a, b, c, e, f, g) => { out.push(`C${r(a)} ${r(b)} ${r(c)} ${r(e)} ${r(f)} ${r(g)}`); px = c; py = e; x = f; y = g; };
  while (i < d.length) {
    const c = /^[\s,]*([a-zA-Z])/.exec(d.slice(i));
    if (c) { cmd = c[1]; i += c[0].length; } else if (!more()) break;
    const rel = cmd === cmd.toLowerCase(), ox = rel ? x : 0, oy = rel ? y : 0;
    switch (cmd.toUpperCase()) {
      case "M": x = ox + number(); y = oy + number(); sx = x; sy = y; out.push(`M${r(x)} ${r(y)}`); cmd = rel ? "l" : "L"; last = "M"; continue;
      case "L": x = ox + number(); y = oy + number(); out.push(`L${r(x)} ${r(y)}`); break;
      case "H": x = ox + number(); out.push(`L${r(x)} ${r(y)}`); break;
      case "V": y = oy + number(); out.push(`L${r(x)} ${r(y)}`); break;
      case "Z": out.push("Z"); x = sx; y = sy; break;
      case "C": { const p = Array.from({ length: 6 }, (_, k) => number() + (k % 2 ? oy : ox)); cubic(...p); break; }
      case "S": { const a = "CS".includes(last) ? 2 * x - px : x, b = "CS".includes(last) ? 2 * y - py : y; const p = Array.from({ length: 4 }, (_, k) => number() + (k % 2 ? oy : ox)); cubic(a, b, ...p); break; }
      case "Q": case "T": {
        let qx, qy;
        if (cmd.toUpperCase() === "Q") { qx = ox + number(); qy = oy + number(); } else { qx = "QT".includes(last) ? 2 * x - px : x; qy = "QT".includes(last) ? 2 * y - py : y; }
        const ex = ox + number(), ey = oy + number();
        cubic(x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3, ex + (qx - ex) * 2 / 3, ey + (qy - ey) * 2 / 3, ex, ey);
        px = qx; py = qy; break;
      }
      case "A": {
        let rx = Math.abs(number()), ry = Math.abs(number());
        const phi = number() * Math.PI / 180, large = flag(), sweep = flag(), ex = ox + number(), ey = oy + number();
        arc(x, y, rx, ry, phi, large, sweep, ex, ey, cubic);
        x = ex; y = ey; break;
      }
      default: throw new Error("command " + cmd);
    }
    last = cmd.toUpperCase();
  }
  return out.join("");
}

// arc follows SVG 2, appendix B.2.4.
function arc(x1, y1, rx, ry, phi, large, sweep, x2, y2, cubic) {
  if (!rx || !ry || (x1 === x2 && y1 === y2)) return cubic(x1, y1, x2, y2, x2, y2);
  const cos = Math.cos(phi), sin = Math.sin(phi), dx = (x1 - x2) / 2, dy = (y1 - y2) / 2;
  const xp = cos * dx + sin * dy, yp = -sin * dx + cos * dy;
  const l = (xp / rx) ** 2 + (yp / ry) ** 2;
  if (l > 1) { rx *= Math.sqrt(l); ry *= Math.sqrt(l); }
  const q = Math.max(0, (rx * rx * ry * ry - rx * rx * yp * yp - ry * ry * xp * xp) / (rx * rx * yp * yp + ry * ry * xp * xp));
  const k = (large === sweep ? -1 : 1) * Math.sqrt(q), cxp = k * rx * yp / ry, cyp = -k * ry * xp / rx;
  const cx = cos * cxp - sin * cyp + (x1 + x2) / 2, cy = sin * cxp + cos * cyp + (y1 + y2) / 2;
  const a0 = Math.atan2((yp - cyp) / ry, (xp - cxp) / rx);
  let da = Math.atan2((-yp - cyp) / ry, (-xp - cxp) / rx) - a0;
  if (sweep && da < 0) da += 2 * Math.PI;
  if (!sweep && da > 0) da -= 2 * Math.PI;
  const n = Math.ceil(Math.abs(da) / (Math.PI / 2) - 1e-9), t = 4 / 3 * Math.tan(da / n / 4);
  const at = (u, v) => [cx + rx * u * cos - ry * v * sin, cy + rx * u * sin + ry * v * cos];
  for (let i = 0; i < n; i++) {
    const a = a0 + da * i / n, b = a0 + da * (i + 1) / n;
    const p = at(Math.cos(a) - t * Math.sin(a), Math.sin(a) + t * Math.cos(a)), s = at(Math.cos(b) + t * Math.sin(b), Math.sin(b) - t * Math.cos(b));
    cubic(...p, ...s, ...at(Math.cos(b), Math.sin(b)));
  }
}

const lines = [], missing = [];
for (const line of drawings.trim().split("\n")) {
  const [name, d] = line.split("\t");
  if (d.startsWith("=")) {
    lines.push(`${name}\t\t${d}`);
    continue;
  }
  if (!tags[name]) missing.push(name);
  lines.push(`${name}\t${(tags[name] ?? []).join(",").toLowerCase().replace(/[\t\n]/g, " ")}\t${plain(d)}`);
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
if (missing.length) console.log("without tags:", missing.length);
