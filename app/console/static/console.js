// The playground: sends what is typed as a preview and shows the picture, the warnings and the errors.
const $ = (id) => document.getElementById(id);

$('html').value = `<style>
  body { margin: 0; font-family: Inter; color: #fff; background: linear-gradient(135deg, #0f172a, #1e3a8a 55%, #38bdf8) }
  main { box-sizing: border-box; height: 100vh; padding: 80px; display: flex; flex-direction: column; justify-content: center }
  h1 { margin: 0 0 20px; font-size: 92px; line-height: 1.05; letter-spacing: -.03em; text-wrap: balance }
  p { margin: 0; font-size: 34px; color: #cbd5e1 }
</style>
<main>
  <h1>Type here, press Render</h1>
  <p>The same request gives the same bytes on every machine.</p>
</main>`;

function note(text) {
  const li = document.createElement('li');
  li.textContent = text;
  $('notes').append(li);
}

async function render() {
  $('notes').replaceChildren();
  $('status').textContent = 'Rendering…';
  const began = performance.now();
  const answer = await fetch('/api/v1/facade/generate', {
    method: 'POST',
    headers: { Authorization: `Bearer ${$('key').value.trim()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ operation: 'preview', html: $('html').value, outputs: [{ preset: $('preset').value }] }),
  });
  const body = await answer.json();
  if (!answer.ok) {
    $('status').textContent = `${body.error.code}: ${body.error.message}`;
    for (const d of body.error.details ?? []) note(`${d.path} ${d.message}`);
    return;
  }
  const [out] = body.outputs;
  $('picture').src = new URL(out.url).pathname;
  $('picture').hidden = false;
  $('status').textContent = `${out.width}×${out.height}, ${Math.round(out.bytes / 1000)} kB, ${Math.round(performance.now() - began)} ms, seed ${body.seed}${body.usage.cached ? ', from the cache' : ''}`;
  for (const w of body.warnings) note(`${w.code}: ${w.message} ${w.path ?? ''}`);
}

const run = () => render().catch((e) => { $('status').textContent = `The service did not answer: ${e.message}`; });
$('render').addEventListener('click', run);
document.addEventListener('keydown', (e) => { if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) run(); });
