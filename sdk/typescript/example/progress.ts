// Queues a render and follows it to its end:
//   node progress.js KEY http://127.0.0.1:8080
import { Platen, Preset } from "@platenhq/platen";

const [token = "", baseUrl = ""] = process.argv.slice(2);
const platen = new Platen({ token, baseUrl });

const queued = await platen.start({
  source: { case: "html", value: "<h1>Launch day</h1>" },
  outputs: [{ preset: Preset.OG }, { preset: Preset.INSTAGRAM_POST }, { preset: Preset.INSTAGRAM_STORY }],
});
const job = await platen.waitForJob(queued.id, {
  onProgress: ({ progress }) => console.log(`${progress?.completed} of ${progress?.total}`),
});
for (const { name, url } of job.outputs) console.log(name, url);
