// Builds the bundled world map from a pinned world-atlas (Natural Earth, public domain): one line per country, its ISO 3166-1
// numeric code, a tab, its English name, a tab and its outline in steps of the Equal Earth projection (Šavrič, Patterson and Jenny,
// 2018), or a single point of what is smaller than a step.
// Run with: npm ci && node map.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const source = "node_modules/world-atlas/";
const target = "../../modules/rendering/engine/widget/map/";
const width = 3000;

const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
const project = ([lon, lat]) => {
  const t = Math.asin((Math.sqrt(3) / 2) * Math.sin((lat * Math.PI) / 180)), t2 = t * t, t6 = t2 ** 3;
  const x = (2 * Math.sqrt(3) * ((lon * Math.PI) / 180) * Math.cos(t)) / (3 * (9 * A4 * t6 * t2 + 7 * A3 * t6 + 3 * A2 * t2 + A1));
  const y = t * (A1 + A2 * t2 + t6 * (A3 + A4 * t2));
  const k = width / (2 * 2.7066297);
  return [Math.round(width / 2 + x * k), Math.round((1.3173627 - y) * k)];
};

const read = (file) => {
  const topology = JSON.parse(readFileSync(source + file, "utf8"));
  const { scale, translate } = topology.transform;
  const arcs = topology.arcs.map((arc) => {
    let x = 0, y = 0;
    return arc.map(([dx, dy]) => [(x += dx) * scale[0] + translate[0], (y += dy) * scale[1] + translate[1]]);
  });
  const ring = (list) => list.flatMap((i, k) => (i < 0 ? arcs[~i].toReversed() : arcs[i]).slice(k ? 1 : 0));
  return topology.objects.countries.geometries.map((g) => ({
    id: g.id ?? "", name: g.properties.name,
    rings: (g.type === "Polygon" ? [g.arcs] : g.arcs ?? []).flatMap((polygon) => polygon.map(ring)),
  }));
};

// Rings that cross the date line are cut there: their longitudes are made continuous, and each side is clipped.
const cut = (ring) => {
  let turn = 0;
  const open = ring.map(([lon, lat], i) => {
    if (i && lon - ring[i - 1][0] > 180) turn -= 360;
    if (i && lon - ring[i - 1][0] < -180) turn += 360;
    return [lon + turn, lat];
  });
  const clip = (points, inside, edge) => points.flatMap((b, i) => {
    const a = points.at(i - 1), cross = () => [edge, a[1] + ((b[1] - a[1]) * (edge - a[0])) / (b[0] - a[0])];
    return inside(b) ? (inside(a) ? [b] : [cross(), b]) : inside(a) ? [cross()] : [];
  });
  return [-360, 0, 360].flatMap((by) => {
    const moved = open.map(([lon, lat]) => [lon + by, lat]);
    const part = clip(clip(moved, (p) => p[0] >= -180, -180), (p) => p[0] <= 180, 180);
    return part.length > 2 ? [part] : [];
  });
};

const outline = (rings) => rings.flatMap(cut).map((ring) => {
  let out = "", last;
  for (const point of ring) {
    const [x, y] = project(point);
    if (!last) out = `M${x},${y}`;
    else if (x === last[0] && y === last[1]) continue;
    else out += ` ${x - last[0]},${y - last[1]}`;
    last = [x, y];
  }
  return out;
}).filter((s) => s.split(" ").length > 2).join("");

const middle = (rings) => {
  const ring = rings.toSorted((a, b) => b.length - a.length)[0];
  const sum = ring.reduce((s, p) => [s[0] + p[0], s[1] + p[1]], [0, 0]);
  return project([sum[0] / ring.length, sum[1] / ring.length]).join(",");
};

const countries = read("countries-50m.json").filter((c) => c.id !== "010"); // without Antarctica
const lines = countries.map((c) => [c.id, c.name, outline(c.rings) || "M" + middle(c.rings)]);
lines.sort((a, b) => (a[1] < b[1] ? -1 : 1));
const pack = gzipSync(lines.map((l) => l.join("\t")).join("\n") + "\n", { level: 9 });
pack[9] = 255; // no operating system in the header
writeFileSync(target + "world.pack", pack);
console.log(`${lines.length} countries, ${pack.length} bytes`);
for (const [name, a, b] of [["world", [-180, 84], [180, -56]], ["europe", [-25, 71], [45, 34]], ["africa", [-20, 38], [53, -36]], ["asia", [26, 56], [150, -11]],
  ["north-america", [-168, 74], [-52, 7]], ["south-america", [-84, 13], [-33, -56]], ["oceania", [110, 2], [180, -48]]]) {
  const points = [];
  for (let i = 0; i <= 20; i++) for (let k = 0; k <= 20; k++) points.push(project([a[0] + ((b[0] - a[0]) * i) / 20, a[1] + ((b[1] - a[1]) * k) / 20]));
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  console.log(name, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}
