import { useState } from "preact/hooks";
import { Mood, Substyle, Tone, type AiImage } from "@sdk/gen/platen/ai/v1/ai_pb.js";
import { ai, here } from "../api";
import { useAction, useLoaded } from "../data";
import { named, size } from "../format";
import { session } from "../session";
import { Field } from "../fields";
import { Button, Code, Copy, Empty, Head, Pill, Problem, Segments } from "../ui";

type Kind = "image" | "background" | "gradient";
const costs: Record<Kind, number> = { image: 10, background: 5, gradient: 1 };
const shapes: [string, number, number][] = [["Card", 1200, 630], ["Square", 1024, 1024], ["Story", 1080, 1920], ["Banner", 1600, 500]];
const values = (e: object) => Object.entries(e).filter(([k, v]) => typeof v === "number" && v > 0 && k) as [string, number][];
const words = (k: string) => k.charAt(0) + k.slice(1).toLowerCase().replaceAll("_", " ");

/** Images from words, moods and tones: one, or a sheet of neighbours that differ by their seed. */
export default function Studio() {
  const [kind, setKind] = useState<Kind>("background");
  const [prompt, setPrompt] = useState("");
  const [mood, setMood] = useState(Mood.CALM);
  const [tone, setTone] = useState(Tone.COOL);
  const [style, setStyle] = useState(Substyle.DIGITAL_ILLUSTRATION);
  const [colours, setColours] = useState<string[]>([]);
  const [shape, setShape] = useState(0);
  const [seed, setSeed] = useState("1");
  const [sheet, setSheet] = useState(6);
  const [made, setMade] = useState<AiImage[]>([]);
  const [chosen, choose] = useState<AiImage>();
  const able = useLoaded(() => ai.getCapabilities({}));
  const act = useAction();
  const [, width, height] = shapes[shape]!;
  const one = (n: number): Promise<AiImage> => {
    const common = { width, height, colors: colours, seed: n };
    if (kind === "gradient") return ai.generateMeshGradient({ ...common, tone });
    if (kind === "background") return ai.generateBackground({ ...common, mood, ...(prompt ? { prompt } : {}) });
    return ai.generate({ ...common, prompt, substyle: style });
  };
  const draw = (e: Event) => {
    e.preventDefault();
    void act.run(async () => {
      setMade([]);
      choose(undefined);
      for (let i = 0; i < sheet; i++) {
        const next = await one((Number(seed) || 0) + i);
        setMade((m) => [...m, next]);
        if (i === 0) choose(next);
      }
    });
  };
  const unavailable = able.value?.substyles.find((s) => s.substyle === style && !s.available);
  return (
    <>
      <Head title="AI studio" hint="The same words, colours and seed give the same image, on every machine." />
      <div class="two studio">
        <form class="card pad form" onSubmit={draw}>
          <Segments label="What to make" value={kind} onChange={setKind} options={[["background", "Background"], ["gradient", "Gradient"], ["image", "Image"]]} />
          {kind !== "gradient" && <Field label={kind === "image" ? "Prompt *" : "Prompt"} hint={kind === "image" ? "What to draw, in a few words." : "Optional: a motif, such as waves."}>{(id) => <textarea {...id} name="prompt" required={kind === "image"} maxLength={2000} placeholder="A quiet harbour at dawn" value={prompt} onInput={(e) => setPrompt(e.currentTarget.value)} />}</Field>}
          {kind === "background" && <div class="field"><span class="label">Mood</span><Segments label="Mood" value={String(mood)} onChange={(v) => setMood(Number(v))} options={values(Mood).map(([k, v]) => [String(v), words(k)] as const)} /></div>}
          {kind === "gradient" && <div class="field"><span class="label">Tone</span><Segments label="Tone" value={String(tone)} onChange={(v) => setTone(Number(v))} options={values(Tone).map(([k, v]) => [String(v), words(k)] as const)} /></div>}
          {kind === "image" && <div class="field"><span class="label">Style</span><Segments label="Style" value={String(style)} onChange={(v) => setStyle(Number(v))} options={values(Substyle).map(([k, v]) => [String(v), words(k)] as const)} /></div>}
          {kind === "image" && unavailable && <p class="note">This style needs an image provider, and none is configured.</p>}
          <fieldset class="stack tight"><legend>Colours</legend>
            <div class="row">{colours.map((c, i) => <span class="joined" key={i}><input type="color" aria-label={`Colour ${i + 1}`} value={c} onInput={(e) => setColours(colours.map((o, k) => (k === i ? e.currentTarget.value : o)))} /><Button kind="quiet" icon="close" aria-label={`Remove colour ${i + 1}`} onClick={() => setColours(colours.filter((_, k) => k !== i))} /></span>)}
              {colours.length < 5 && <Button icon="plus" onClick={() => setColours([...colours, ["#4338ca", "#38bdf8", "#f59e0b", "#10b981", "#f472b6"][colours.length]!])}>Add a colour</Button>}</div>
          </fieldset>
          <div class="field"><span class="label">Shape</span><Segments label="Shape" value={String(shape)} onChange={(v) => setShape(Number(v))} options={shapes.map(([n], i) => [String(i), n] as const)} /></div>
          <div class="fields">
            <Field label="First seed">{(id) => <input {...id} inputMode="numeric" pattern="[0-9]+" value={seed} onInput={(e) => setSeed(e.currentTarget.value.replace(/\D/g, ""))} />}</Field>
            <Field label={`Sheet of ${sheet}`}>{(id) => <input {...id} type="range" min={1} max={12} value={sheet} onInput={(e) => setSheet(Number(e.currentTarget.value))} />}</Field>
          </div>
          <p class="hint">{session.value?.live ? `Costs at most ${costs[kind] * sheet} credits.` : "Free with a test key."}</p>
          <Button kind="primary" icon="ai" type="submit" busy={act.busy} data-test="draw">Draw</Button>
        </form>
        <section class="stack" aria-label="Images" aria-busy={act.busy}>
          <Problem error={act.error} />
          {made.length === 0 && !act.busy && act.error === undefined && <Empty icon="ai" title="Nothing generated yet">Pick a mood and generate: you get variants that differ only in their seed. Keep the seed of the one you like to get it again at any time.</Empty>}
          {chosen && <Chosen image={chosen} />}
          <div class="sheet">{made.map((m) => (
            <button type="button" key={m.id} aria-pressed={m === chosen} onClick={() => choose(m)}><img src={here(m.url)} alt={`Seed ${m.seed}`} width={m.width} height={m.height} /><span>{m.seed}</span></button>
          ))}</div>
        </section>
      </div>
    </>
  );
}

function Chosen({ image: i }: { image: AiImage }) {
  return (
    <figure class="stack tight">
      <div class="paper framed-picture"><img data-test="art" src={here(i.url)} width={i.width} height={i.height} alt={i.prompt || `${named(Mood, i.mood)} background`} /></div>
      <figcaption class="row"><strong>Seed {i.seed}</strong><span class="soft">{i.width}×{i.height} · {size(i.bytes)} · {i.provider}</span><Pill tone="plain">{i.determinism === 2 ? "pinned" : "computed"}</Pill>
        <span class="row push"><Copy text={i.url} label="Copy its address" /><a class="button" href={here(i.url)} download>Download</a></span></figcaption>
      <ul class="swatches">{i.paletteMeasured.map((p) => <li class="swatch" key={p.hex}><i style={{ background: p.hex }} /><code>{p.hex}</code> <span class="soft">{Math.round(p.share * 100)} %</span></li>)}</ul>
      {i.warnings.length > 0 && <ul class="remarks card">{i.warnings.map((w, n) => <li key={n}>{w.message}</li>)}</ul>}
      {i.css && <details><summary>As CSS</summary><Code label="style sheet">{i.css}</Code></details>}
    </figure>
  );
}
