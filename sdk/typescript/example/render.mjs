// Renders a card and writes it to card.png:
//   npm ci && npm run build && node example/render.mjs svc_test_… card.png [http://127.0.0.1:8080]
import { writeFile } from "node:fs/promises";
import { DeliveryMode, Platen, PlatenError, Preset } from "@platenhq/platen";

const [token, file, baseUrl] = process.argv.slice(2);
if (!token || !file) {
  console.error("usage: render.mjs KEY FILE [URL]");
  process.exit(2);
}

try {
  const render = await new Platen({ token, ...(baseUrl && { baseUrl }) }).preview({
    source: {
      case: "html",
      value: `
        <div style="display:flex;align-items:center;height:100%;padding:64px;background:linear-gradient(135deg,#0F172A,#38BDF8)">
          <h1 style="color:#FFFFFF;font-size:72px">Launch day</h1>
        </div>`,
    },
    outputs: [{ preset: Preset.OG }],
    delivery: { mode: DeliveryMode.INLINE },
  });
  await writeFile(file, render.outputs[0].data);
} catch (error) {
  if (!(error instanceof PlatenError)) throw error;
  for (const detail of error.details) console.error(detail.path, detail.message);
  console.error(error.message);
  process.exit(1);
}
