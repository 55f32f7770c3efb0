package check

// Kit is the tokens of a brand as a style sheet, as brand kits put them on the root element.
type Kit struct{ Name, CSS string }

// Kits are the empty kit, and a warm, a dark and a plain brand. The primary colour of the dark one is as light as its accent.
var Kits = []Kit{
	{"none", ""},
	{"harbour", `:root{--brand-primary:#0B3B5B;--brand-accent:#F4A259;--brand-background:#F7F3EC;--brand-on-primary:#FDF8EF;--brand-font-heading:"Playfair Display",serif;--brand-font-body:Inter,sans-serif;--brand-font-weight-heading:700}`},
	{"signal", `:root{--brand-primary:#A3FF12;--brand-accent:#22D3EE;--brand-background:#0A0F14;--brand-on-primary:#0A0F14;--brand-font-heading:"JetBrains Mono",monospace;--brand-font-body:Inter,sans-serif;--brand-font-weight-heading:700}`},
	{"meadow", `:root{--brand-primary:#1F7A4D;--brand-accent:#FFC53D;--brand-background:#FFFFFF;--brand-on-primary:#FFFFFF;--brand-font-heading:Inter,sans-serif;--brand-font-body:Inter,sans-serif;--brand-font-weight-heading:800}`},
}

// Sizes are the presets in CSS pixels.
var Sizes = map[string][2]int{"og": {1200, 630}, "twitter": {1200, 600}, "linkedin": {1200, 627}, "whatsapp": {800, 800}, "instagram_post": {1080, 1080},
	"instagram_story": {1080, 1920}, "pinterest": {1000, 1500}, "youtube_thumb": {1280, 720}, "email_header": {1200, 400}, "a4": {794, 1123}, "letter": {816, 1056}}
