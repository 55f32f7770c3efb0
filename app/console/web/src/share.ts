import type { JsonObject } from "@bufbuild/protobuf";

/** Reports whether numbers of a JSON text have digits that numbers of JavaScript do not hold, such as 19.90. */
export function hasDigits(text: string): boolean {
  return (text.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/-?\d[\d.eE+-]*/g) ?? []).some((n) => String(Number(n)) !== n);
}

/** The request as JSON, with the text of its data unchanged where its numbers need that. */
function json(body: JsonObject, data: string, space?: number): string {
  if (!body["data"] || !hasDigits(data)) return JSON.stringify(body, null, space);
  return JSON.stringify({ ...body, data: "\u0000" }, null, space).replace('"\\u0000"', () => data.trim());
}

/** The request as a command line that writes the first image. */
export function curl(body: JsonObject, base: string, data: string): string {
  const single = { ...body, outputs: (body["outputs"] as JsonObject[]).slice(0, 1) };
  return `curl -sS ${base}/api/v1/facade/generate \\
  -H "Authorization: Bearer $PLATEN_API_KEY" \\
  -H 'Content-Type: application/json' -H 'Accept: image/png' \\
  -d '${json(single, data).replaceAll("'", "'\\''")}' -o card.png`;
}

const indent = (text: string, by: string) => text.split("\n").join("\n" + by);

/** The request through the TypeScript client. */
export function typescript(body: JsonObject, base: string, data: string): string {
  const lines = [`outputs: [${(body["outputs"] as JsonObject[]).map((o) => `{ preset: Preset.${String(o["preset"]).toUpperCase()} }`).join(", ")}],`];
  if (typeof body["html"] === "string") lines.unshift(`source: { case: "html", value: ${JSON.stringify(body["html"])} },`);
  if (typeof body["css"] === "string") lines.push(`css: ${JSON.stringify(body["css"])},`);
  if (body["document"]) lines.unshift(`source: { case: "document", value: fromJson(NodeSchema, ${indent(JSON.stringify(body["document"], null, 2), "  ")}) },`);
  if (body["template"]) lines.unshift(`source: { case: "template", value: { id: ${JSON.stringify((body["template"] as JsonObject)["id"])} } },`);
  if (body["data"] && hasDigits(data)) lines.push(`dataJson: ${JSON.stringify(data.trim())},`);
  else if (body["data"]) lines.push(`data: ${indent(JSON.stringify(body["data"], null, 2), "  ")},`);
  if (body["brand_id"]) lines.push(`brandId: ${JSON.stringify(body["brand_id"])},`);
  if (body["seed"] !== undefined) lines.push(`seed: ${body["seed"]},`);
  const more = body["document"] ? `import { fromJson } from "@bufbuild/protobuf";\nimport { NodeSchema, Platen, Preset } from "@platenhq/platen";` : `import { Platen, Preset } from "@platenhq/platen";`;
  return `${more}

const platen = new Platen({ token: process.env.PLATEN_API_KEY!, baseUrl: "${base}" });
const render = await platen.preview({
  ${lines.join("\n  ")}
});
console.log(render.outputs[0]?.url);`;
}

/** The request from Go, over REST with the standard library. */
export function golang(body: JsonObject, base: string, data: string): string {
  const text = json(body, data, 2);
  const literal = text.includes("`") ? JSON.stringify(text) : "`" + text + "`";
  return `package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

const request = ${literal}

func main() {
	r, err := http.NewRequest("POST", "${base}/api/v1/facade/generate", strings.NewReader(request))
	if err != nil {
		log.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+os.Getenv("PLATEN_API_KEY"))
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(os.Stdout, res.Body); err != nil {
		log.Fatal(err)
	}
}`;
}
