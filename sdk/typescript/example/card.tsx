// Renders a card that is written as components and prints where its image is:
//   node card.js KEY http://127.0.0.1:8080
import { Platen, Preset } from "@platenhq/platen";
import type { Child } from "@platenhq/platen/jsx-runtime";

function Tag({ children }: { children?: Child }) {
  return <span style={{ padding: "8px 20px", borderRadius: 999, background: "#ffffff22" }}>{children}</span>;
}

function Card({ title, tags, url }: { title: string; tags: string[]; url: string }) {
  return (
    <div
      style={{
        display: "flex", flexDirection: "column", justifyContent: "space-between", height: "100%", padding: 64,
        color: "#fff", background: "linear-gradient(135deg, #0F172A, #38BDF8)", fontSize: 28,
      }}
    >
      <h1 id="title" style={{ margin: 0, fontSize: 88, lineHeight: 1.1, SvcTextFit: "shrink" }}>{title}</h1>
      <div style={{ display: "flex", gap: 16, alignItems: "center" }}>
        <icon name="lucide:rocket" size={48} />
        {tags.map((tag) => <Tag key={tag}>{tag}</Tag>)}
        <qr-code value={url} width={140} height={140} style={{ marginLeft: "auto", color: "#0F172A", background: "#fff" }} />
      </div>
    </div>
  );
}

const [token = "", baseUrl = ""] = process.argv.slice(2);
const render = await new Platen({ token, baseUrl }).preview({
  source: { case: "document", value: <Card title="Launch day" tags={["Go", "TypeScript"]} url="https://example.com" /> },
  outputs: [{ preset: Preset.OG }],
});
for (const warning of render.warnings) console.error(warning.path, warning.message);
console.log("rendered", render.outputs[0]!.url);
