import { useEffect, useRef, useState } from "preact/hooks";
import type { Editor, Language, Remark, Vocabulary } from "./editor";

interface Props {
  label: string;
  tab: string;
  language: Language;
  text: string;
  onText: (tab: string, text: string) => void;
  remarks?: Remark[];
  line?: { n: number };
  known?: Vocabulary;
}

const nothing: Vocabulary = { variables: [], properties: [], elements: [] };

/** The editor, loaded when it is first shown; until then, and where it cannot be loaded, a text area. */
export function CodeArea({ label, tab, language, text, onText, remarks, line, known }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>();
  const latest = useRef({ onText, known, tab, language, text });
  latest.current = { onText, known, tab, language, text };
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let gone = false;
    void import("./editor").then(({ Editor }) => {
      if (gone || !holder.current) return;
      editor.current = new Editor(holder.current, () => latest.current.known ?? nothing, (t, x) => latest.current.onText(t, x), label);
      // Immediately, because an empty editor has no accessible name.
      editor.current.show(latest.current.tab, latest.current.language, latest.current.text);
      setReady(true);
    }, () => undefined);
    return () => { gone = true; editor.current?.close(); };
  }, []);
  useEffect(() => { if (ready) editor.current?.show(tab, language, text); }, [ready, tab, language, text]);
  useEffect(() => { if (ready) editor.current?.remark(remarks ?? []); }, [ready, tab, remarks]);
  useEffect(() => { if (ready && line) editor.current?.focusLine(line.n); }, [ready, line]);
  return (
    <div class="codearea">
      <div ref={holder} class="codearea-editor" />
      {!ready && <textarea aria-label={`${label}: ${tab}`} spellcheck={false} value={text} onInput={(e) => onText(tab, e.currentTarget.value)} />}
    </div>
  );
}
