import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const generated = readdirSync(new URL("src/gen/platen", root), { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith("_pb.ts")).map((f) => read(`src/gen/platen/${f}`));
const client = read("src/client.ts");

test("the client has a field for every service of the API", () => {
  const services = generated.flatMap((text) => [...text.matchAll(/^export const (\w+Service): GenService</gm)].map((m) => m[1]!));
  assert.ok(services.length >= 20, `${services.length} services`);
  for (const name of services) assert.match(client, new RegExp(`readonly \\w+: Client<typeof ${name}>`), name);
});

test("every list can be gone through", () => {
  const lists = generated.flatMap((text) => [...text.matchAll(/^export type (List\w+)Response = [^]*?^};/gm)].filter((m) => m[0].includes("page?: Page")).map((m) => m[1]!));
  assert.ok(lists.length >= 20, `${lists.length} lists`);
  for (const name of lists) assert.ok(client.includes(`filter: MessageInitShape<typeof ${name}RequestSchema>`), name);
});

test("the core uses nothing of Node", () => {
  for (const file of readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" })) {
    // Rendering in process, the integrations that do it and the program of the package are for Node alone.
    if (!/\.tsx?$/.test(file) || /^(local|og|integrations|next|nitro|nuxt|astro|sveltekit|hono|eleventy|bin)[/.]/.test(file)) continue;
    assert.doesNotMatch(read(`src/${file}`), /from "node:|\bprocess\.|\bBuffer\b|\brequire\(/, file);
  }
});
