package style

import (
	"strings"
	"testing"
)

// TestUtilities checks the computed values of utility classes against Tailwind CSS 4's default theme.
func TestUtilities(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ classes, prop, want string }{
		{"p-4", "padding-top", "16px"}, {"px-2.5", "padding-left", "10px"}, {"p-4 px-2", "padding-right", "8px"}, {"px-2 p-4", "padding-right", "8px"},
		{"-mt-3", "margin-top", "-12px"}, {"mx-auto", "margin-left", "auto"}, {"mt-[7px]", "margin-top", "7px"}, {"m-px", "margin-top", "1px"},
		{"w-1/2", "width", "50%"}, {"w-full", "width", "100%"}, {"h-screen", "height", "630px"}, {"max-w-md", "max-width", "448px"}, {"size-6", "height", "24px"},
		{"w-[calc(100%_-_20px)]", "width", "max(0px, 100% - 20px)"}, {"min-w-0", "min-width", "0px"}, {"w-fit", "width", "fit-content"}, {"w-96", "width", "384px"},
		{"flex", "display", "flex"}, {"hidden", "display", "none"}, {"inline-grid", "display", "inline-grid"}, {"flex-col", "flex-direction", "column"},
		{"flex-1", "flex-grow", "1"}, {"flex-1", "flex-basis", "0%"}, {"shrink-0", "flex-shrink", "0"}, {"grow", "flex-grow", "1"}, {"basis-1/3", "flex-basis", "33.3333%"},
		{"items-center", "align-items", "center"}, {"justify-between", "justify-content", "space-between"}, {"self-end", "align-self", "flex-end"}, {"gap-x-3", "column-gap", "12px"},
		{"grid-cols-3", "grid-template-columns", "repeat(3, minmax(0px, 1fr))"}, {"grid-cols-[1fr_2fr]", "grid-template-columns", "1fr 2fr"}, {"col-span-2", "grid-column-start", "span 2"},
		{"absolute", "position", "absolute"}, {"inset-0", "left", "0px"}, {"-top-4", "top", "-16px"}, {"left-1/2", "left", "50%"}, {"z-10", "z-index", "10"}, {"-z-10", "z-index", "-10"},
		{"text-xl", "font-size", "20px"}, {"text-xl", "line-height", "28px"}, {"text-5xl/tight", "line-height", "60px"}, {"text-[22px]", "font-size", "22px"}, {"leading-6", "line-height", "24px"},
		{"text-lg leading-none", "line-height", "18px"}, {"font-semibold", "font-weight", "600"}, {"font-mono", "font-family", "ui-monospace, monospace"}, {"tracking-tight", "letter-spacing", "-0.4px"},
		{"text-center", "text-align", "center"}, {"uppercase", "text-transform", "uppercase"}, {"underline", "text-decoration-line", "underline"}, {"truncate", "overflow-x", "hidden"},
		{"text-white", "color", "rgb(255, 255, 255)"}, {"text-red-500", "color", "rgb(251, 44, 54)"}, {"bg-[#123456]", "background-color", "rgb(18, 52, 86)"}, {"text-black/50", "color", "rgba(0, 0, 0, 0.5)"},
		{"bg-slate-900", "background-color", "rgb(15, 23, 43)"}, {"bg-blue-600/[.25]", "background-color", "rgba(21, 93, 252, 0.25)"},
		{"border", "border-top-width", "1px"}, {"border-2 border-dashed", "border-top-style", "dashed"}, {"border-t-4", "border-top-width", "4px"}, {"border-t-4", "border-left-width", "0px"},
		{"border border-white", "border-top-color", "rgb(255, 255, 255)"}, {"rounded-lg", "border-top-left-radius", "8px"}, {"rounded-t-[3px]", "border-top-right-radius", "3px"}, {"rounded-full", "border-top-left-radius", "9999px"},
		{"opacity-75", "opacity", "0.75"}, {"shadow-2xs", "box-shadow", "rgba(0, 0, 0, 0) 0px 0px 0px 0px, rgba(0, 0, 0, 0) 0px 0px 0px 0px, rgba(0, 0, 0, 0) 0px 0px 0px 0px, rgba(0, 0, 0, 0) 0px 0px 0px 0px, rgba(0, 0, 0, 0.05) 0px 1px 0px 0px"},
		{"object-cover", "object-fit", "cover"}, {"mix-blend-multiply", "mix-blend-mode", "multiply"}, {"md:p-8 p-4", "padding-top", "32px"}, {"2xl:p-8 p-4", "padding-top", "16px"},
		{"lg:p-2 md:p-8", "padding-top", "8px"}, {"dark:p-8 p-4", "padding-top", "16px"}, {"hover:p-8 p-4", "padding-top", "16px"}, {"!p-4", "padding-top", "16px"}, {"first:p-2", "padding-top", "8px"},
		{"[margin-top:3px]", "margin-top", "3px"}, {"max-sm:p-8 p-4", "padding-top", "16px"}, {"min-[800px]:p-8", "padding-top", "32px"}, {"aspect-video", "aspect-ratio", "16 / 9"},
		{"w-[calc(100%-20px)]", "width", "max(0px, 100% - 20px)"}, {"w-[calc((10px+2rem)*2)]", "width", "84px"}, {"w-[calc(1rem-var(--a-b,2px))]", "width", "14px"}, {"w-[max(10px,2rem-4px)]", "width", "28px"},
		{"text-[14px]/[20px]", "line-height", "20px"}, {"text-[14px]/[20px]", "font-size", "14px"}, {"w-(--spacing)", "width", "4px"}, {"bg-(--color-blue-600)", "background-color", "rgb(21, 93, 252)"}, {"p-[calc(var(--spacing)*3)]", "padding-top", "12px"},
		{"border-(length:--spacing) border-solid", "border-top-width", "4px"}, {"-tracking-wide", "letter-spacing", "-0.4px"}, {"flex-1/2", "flex-basis", "50%"}, {"inset-s-2", "left", "8px"}, {"inset-bs-1/2", "top", "50%"}, {"mbs-3", "margin-top", "12px"},
		{"inline-20", "width", "80px"}, {"min-inline-4", "min-width", "16px"}, {"border-be-4", "border-bottom-width", "4px"}, {"not-sr-only sr-only", "position", "absolute"}, {"container", "max-width", "1024px"},
		{"@container/card", "display", "block"}, {"text-shadow-[1px_2px_#f00]", "text-shadow", "rgb(255, 0, 0) 1px 2px 0px"}, {"text-shadow-xs text-shadow-white", "text-shadow", "rgb(255, 255, 255) 0px 1px 1px"},
		{"text-shadow-xs/50", "text-shadow", "rgba(0, 0, 0, 0.5) 0px 1px 1px"}, {"items-center-safe", "align-items", "safe center"}, {"self-baseline-last", "align-self", "last baseline"},
		{"group-[.x]:p-3", "padding-top", "0px"}, {"supports-[display:grid]:p-3", "padding-top", "12px"}, {"not-supports-[display:grid]:p-3", "padding-top", "0px"}, {"not-dark:p-3", "padding-top", "12px"},
		{"not-[.y]:p-3", "padding-top", "12px"}, {"in-[.tw]:p-3", "padding-top", "12px"}, {"max-md:p-1 max-2xl:p-3", "padding-top", "12px"}, {"md:p-1 dark:p-3", "padding-top", "4px"}, {"nth-1:p-3", "padding-top", "12px"},
		{"line-clamp-2", "display", "flow-root"}, {"[&.x]:p-3 x", "padding-top", "12px"}, {"text-[color:red]", "color", "rgb(255, 0, 0)"},
	} {
		tree := compute(t, `<body class=tw><div style="color:#000"><div id=t class="`+c.classes+`"></div><div></div></div>`)
		if got := computedText[c.prop](styleOf(t, tree, "t")); got != c.want {
			t.Errorf("%s: %s: got %s, want %s", c.classes, c.prop, got, c.want)
		}
		for _, w := range tree.Warnings {
			t.Errorf("%s: warning %s", c.classes, w.Message)
		}
	}
}

func TestUtilitiesCompose(t *testing.T) {
	t.Parallel()
	s := func(classes string) *Computed {
		return styleOf(t, compute(t, `<body class=tw><div id=t class="`+classes+`"><p>`), "t")
	}
	g := s("bg-gradient-to-r from-red-500 via-[#00ff00] to-transparent via-30%").Background
	if len(g) != 1 || g[0].Image.Gradient == nil || len(g[0].Image.Gradient.Stops) != 3 || g[0].Image.Gradient.Angle != 90 || g[0].Image.Gradient.Stops[1].Pos.Pct != 30 {
		t.Errorf("the gradient is %+v", g)
	}
	if tr := s("translate-x-4 -translate-y-1/2 rotate-45 scale-110").Transform; len(tr) != 3 || tr[0].X.Px != 16 || tr[0].Y.Pct != -50 || tr[1].N[0] != 45 || tr[2].N[0] != 1.1 {
		t.Errorf("the transform is %+v", tr)
	}
	if f := s("blur-sm grayscale brightness-50").Filter; len(f) != 3 || f[0].Blur != 8*64 || f[1].Amount != 0.5 {
		t.Errorf("the filter is %+v", f)
	}
	if f := s("backdrop-blur-md").BackdropFilter; len(f) != 1 {
		t.Errorf("the backdrop filter is %+v", f)
	}
	if r := s("ring-2 ring-red-500 shadow-lg").BoxShadow; len(r) != 6 || r[3].Spread != 2*64 || r[3].Color.R != 251 {
		t.Errorf("the shadows are %+v", r)
	}
	tree := compute(t, `<body class=tw><div class="space-y-4"><p id=a>x</p><p id=t>y</p></div><p class="before:content-['x'] before:block flx-1 my-own" id=b>`)
	if styleOf(t, tree, "a").Margin[Bottom].Px != 16 || styleOf(t, tree, "t").Margin[Bottom].Px != 0 {
		t.Error("space-y must apply between the children only")
	}
	if len(tree.Before) != 1 {
		t.Error("before: generates no box")
	}
	if len(tree.Warnings) != 2 || !strings.Contains(tree.Warnings[0].Message, "flx-1") {
		t.Errorf("warnings: %+v", tree.Warnings)
	}
	// Without the class, utilities do not apply, and a document's own rules take precedence.
	if p := styleOf(t, compute(t, `<div id=t class=p-4>`), "t").Padding[0].Px; p != 0 {
		t.Errorf("padding without opting in: %v", p)
	}
	if p := styleOf(t, compute(t, `<style>div{padding:1px}</style><body class=tw><div id=t class=p-4>`), "t").Padding[0].Px; p != 1 {
		t.Errorf("a utility overrides the document's own rule: %v", p)
	}
}

// TestUtilitiesOfRelations checks variants that depend on other elements and on containers.
func TestUtilitiesOfRelations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ body, want string }{
		{`<div class="group on"><p id=t class="group-[.on]:pt-2">`, "8px"},
		{`<div class="group/a" data-open><div class="group"><p id=t class="group-data-open/a:pt-2 group-data-open:pt-4">`, "8px"},
		{`<div class="group"><p id=t class="group-has-[b]:pt-2"><b></b>`, "8px"},
		{`<div class="group"><p id=t class="group-[section_&]:pt-2">`, "0px"},
		{`<section><div class="group"><p id=t class="group-[section_&]:pt-2">`, "8px"},
		{`<i class="peer" hidden></i><p id=t class="peer-[[hidden]]:pt-2">`, "8px"},
		{`<p id=t class="peer-first:pt-2"></p><i class="peer"></i>`, "0px"},
		{`<i class="peer/x"></i><p id=t class="peer-empty/x:pt-2">`, "8px"},
		{`<div class="*:pt-2"><p id=t>`, "8px"},
		{`<div class="**:pt-2"><p><i id=t></i>`, "8px"},
		{`<div class="*:last:pt-2"><p></p><p id=t>`, "8px"},
		{`<div class="last:*:pt-2"><p id=t>`, "8px"},
		{`<div class="space-y-2"><p id=t class="pt-1 mb-5"></p><p>`, "4px"},
		{`<div data-theme="dark"><p id=t class="in-data-[theme=dark]:pt-2">`, "8px"},
		{`<p id=t class="not-last:pt-2">`, "0px"},
	} {
		tree := compute(t, `<body class=tw>`+c.body)
		if got := computedText["padding-top"](styleOf(t, tree, "t")); got != c.want {
			t.Errorf("%s: padding-top is %s, want %s", c.body, got, c.want)
		}
		for _, w := range tree.Warnings {
			t.Errorf("%s: warning %s", c.body, w.Message)
		}
	}
}
