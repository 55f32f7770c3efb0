// Fixes a request with the patches that the service's errors carry:
//   node fixing.js KEY http://127.0.0.1:8080
import { applyFixes, create, GenerateRequestSchema, OutputFormat, Platen, PlatenError, Preset } from "@platenhq/platen";

const [token = "", baseUrl = ""] = process.argv.slice(2);
const platen = new Platen({ token, baseUrl });

let request = create(GenerateRequestSchema, {
  source: { case: "html", value: "<h1>Launch day</h1>" },
  outputs: [{ preset: Preset.OG, format: OutputFormat.JPEG, palette: true }], // a palette is for PNG alone
});
for (let round = 0; ; round++) {
  try {
    const render = await platen.preview(request);
    console.log("rendered", render.outputs[0]!.url);
    break;
  } catch (error) {
    if (!(error instanceof PlatenError) || round === 2) throw error;
    for (const { path, message } of error.details) console.log("refused", path, message);
    if (error.details.every((detail) => detail.fixPatch.length === 0)) throw error;
    request = applyFixes(error, GenerateRequestSchema, request);
  }
}
