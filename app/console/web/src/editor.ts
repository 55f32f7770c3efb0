import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { css, cssLanguage } from "@codemirror/lang-css";
import { html, htmlLanguage } from "@codemirror/lang-html";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export type Language = "html" | "css" | "json";
/** Something to say about a line, counted from 1. */
export interface Remark { line: number; severity: "error" | "warning"; message: string }
/** What the editor knows about the document beyond its language. */
export interface Vocabulary { variables: string[]; properties: string[]; elements: string[] }

const filters = "upcase downcase titlecase capitalize strip lstrip rstrip squish strip_newlines append prepend replace replace_first remove remove_first truncate truncatewords slice split initials default size url_encode join first last reverse sort map where uniq compact concat sum plus minus times divided_by modulo abs ceil floor round at_least at_most number percent currency date".split(" ");
const tagNames = "if elsif else endif unless endunless case when endcase for endfor break continue cycle assign capture endcapture comment endcomment".split(" ");
const own = ["qr-code", "bar-code", "chart-bar", "chart-line", "chart-area", "chart-pie", "chart-donut", "chart-sparkline", "chart-candlestick", "chart-combo", "chart-gantt", "chart-gauge", "chart-heatmap", "chart-map", "chart-radar", "chart-scatter", "chart-sparklines", "icon", "mesh-gradient", "rating", "progress"];
const ownProperties = ["-svc-text-fit", "-svc-min-font-size", "-svc-max-font-size", "-svc-focus", "text-wrap", "line-clamp"];
const tokens = ["--brand-primary", "--brand-accent", "--brand-background", "--brand-on-primary", "--brand-font-heading", "--brand-font-body"];

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.angleBracket], color: "var(--code-tag)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--code-name)" },
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.number, tags.unit, tags.color, tags.bool, tags.null, tags.atom], color: "var(--code-number)" },
  { tag: [tags.comment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.className, tags.labelName, tags.definition(tags.name)], color: "var(--code-class)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.65" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--ink) 4%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 26%, transparent)" },
  ".cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent) !important" },
  ".cm-tooltip": { backgroundColor: "var(--card)", border: "1px solid var(--line-strong)", borderRadius: "8px", color: "var(--ink)", overflow: "hidden" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-foldGutter span": { color: "var(--soft)" },
});

/** One editor in an element of its own. It keeps a document for each tab. */
export class Editor {
  private readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private tab = "";
  // What was typed lately: the page hands it back a moment later, when more has been typed already.
  private sent: string[] = [];
  // What the page gave last.
  private given = "";

  constructor(parent: HTMLElement, private readonly known: () => Vocabulary, private readonly changed: (tab: string, text: string) => void, private readonly label: string) {
    // The styles of the editor go into a sheet of a shadow root: the page's policy allows no style elements.
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
    root.replaceChildren();
    const holder = document.createElement("div");
    holder.style.height = "100%";
    root.append(holder);
    this.view = new EditorView({ parent: holder, root });
  }

  /** Shows a tab, whose text is text unless the tab has it already. */
  show(tab: string, language: Language, text: string): void {
    // Text that the page had before what was typed since is not new: it must not undo that.
    const known = tab === this.tab && (text === this.given || this.sent.includes(text));
    this.given = text;
    if (known) return;
    this.sent = [];
    if (this.tab && this.tab !== tab) this.states.set(this.tab, this.view.state);
    const old = this.tab === tab ? this.view.state : this.states.get(tab);
    this.tab = tab;
    if (old && old.doc.toString() === text) {
      if (this.view.state !== old) this.view.setState(old);
      return;
    }
    this.view.setState(this.make(tab, language, text));
  }

  remark(remarks: Remark[]): void {
    const doc = this.view.state.doc;
    this.view.dispatch(setDiagnostics(this.view.state, remarks.filter((r) => r.line >= 1 && r.line <= doc.lines).map((r) => {
      const line = doc.line(r.line);
      return { from: line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0), to: line.to, severity: r.severity, message: r.message };
    })));
  }

  focusLine(n: number): void {
    const line = this.view.state.doc.line(Math.min(Math.max(1, n), this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
    this.view.focus();
  }

  close(): void { this.view.destroy(); }

  private typed(tab: string, text: string): void {
    this.sent = [...this.sent.slice(-20), text];
    this.changed(tab, text);
  }

  private make(tab: string, language: Language, text: string): EditorState {
    const languages = { html: () => [html(), htmlLanguage.data.of({ autocomplete: this.elements }), cssLanguage.data.of({ autocomplete: this.styles })], css: () => [css(), cssLanguage.data.of({ autocomplete: this.styles })], json: () => [json()] };
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), foldGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(), lintGutter(),
        autocompletion({ icons: false }), EditorState.languageData.of(() => [{ autocomplete: this.placeholders }]), languages[language](), syntaxHighlighting(colours), look, EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": `${this.label}: ${tab}`, tabindex: "0" }),
        // Escape, then Tab, leaves the editor.
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of((u) => { if (u.docChanged) this.typed(tab, u.state.doc.toString()); }),
      ],
    });
  }

  // Inside {{ … }} the variables and, behind a bar, the filters; inside {% … %} the tags.
  private readonly placeholders = (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(/\{[{%][^}%]*/);
    if (!before) return null;
    const word = context.matchBefore(/[\w.-]*/)!;
    const bar = before.text.includes("|");
    const options = [
      ...(bar ? filters.map((label) => ({ label, type: "function", detail: "filter" })) : []),
      ...(before.text.startsWith("{%") ? tagNames.map((label) => ({ label, type: "keyword", detail: "tag" })) : []),
      ...(bar ? [] : this.known().variables.map((label) => ({ label, type: "variable", detail: "data", boost: 2 }))),
    ];
    return { from: word.from, options, validFor: /^[\w.-]*$/ };
  };

  private readonly elements = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/<[\w-]*/);
    if (!word) return null;
    return { from: word.from + 1, options: [...new Set([...own, ...this.known().elements])].map((label) => ({ label, type: "type", detail: own.includes(label) ? "element of the service" : "", boost: own.includes(label) ? 1 : -1 })), validFor: /^[\w-]*$/ };
  };

  private readonly styles = (context: CompletionContext): CompletionResult | null => {
    const variable = context.matchBefore(/var\(\s*--[\w-]*/);
    if (variable) return { from: variable.from + variable.text.indexOf("--"), options: tokens.map((label) => ({ label, type: "variable", detail: "brand kit" })) };
    const word = context.matchBefore(/(?<=[;{\s])-?[a-z-]+/);
    if (!word) return null;
    return { from: word.from, options: [...new Set([...ownProperties, ...this.known().properties])].map((label) => ({ label, type: "property", apply: `${label}: ` })), validFor: /^[\w-]*$/ };
  };
}
