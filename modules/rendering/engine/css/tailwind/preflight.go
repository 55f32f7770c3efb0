package tailwind

// preflight is the reset that the utilities rely on: no margins, border-box sizes, unstyled headings, lists and links,
// block images.
const preflight = `
*, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
html { line-height: 1.5; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif }
hr { height: 0; color: inherit; border-top-width: 1px }
abbr[title] { text-decoration: underline dotted }
h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit }
a { color: inherit; text-decoration: inherit }
b, strong { font-weight: bolder }
code, kbd, samp, pre { font-family: ui-monospace, monospace; font-size: 1em }
small { font-size: 80% }
sub, sup { font-size: 75%; line-height: 0; position: relative; vertical-align: baseline }
sub { bottom: -0.25em }
sup { top: -0.5em }
table { text-indent: 0; border-color: inherit; border-collapse: collapse }
progress { vertical-align: baseline }
summary { display: list-item }
ol, ul, menu { list-style: none }
img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }
img, video { max-width: 100%; height: auto }
button, input, select, optgroup, textarea, ::file-selector-button { font: inherit; font-feature-settings: inherit; font-variation-settings: inherit;
	letter-spacing: inherit; color: inherit; border-radius: 0; background-color: transparent; opacity: 1 }
:where(select:is([multiple], [size])) optgroup { font-weight: bolder }
:where(select:is([multiple], [size])) optgroup option { padding-inline-start: 20px }
::file-selector-button { margin-inline-end: 4px }
::placeholder { opacity: 1; color: color-mix(in oklab, currentcolor 50%, transparent) }
textarea { resize: vertical }
button, input:where([type="button"], [type="reset"], [type="submit"]), ::file-selector-button { appearance: button }
[hidden]:where(:not([hidden="until-found"])) { display: none !important }
`

// registered declares the custom properties that utilities are composed of; they are not inherited.
const registered = `
@property --tw-translate-x { syntax: "*"; inherits: false; initial-value: 0 }
@property --tw-translate-y { syntax: "*"; inherits: false; initial-value: 0 }
@property --tw-translate-z { syntax: "*"; inherits: false; initial-value: 0 }
@property --tw-scale-z { syntax: "*"; inherits: false; initial-value: 1 }
@property --tw-rotate-x { syntax: "*"; inherits: false }
@property --tw-rotate-y { syntax: "*"; inherits: false }
@property --tw-rotate-z { syntax: "*"; inherits: false }
@property --tw-border-spacing-x { syntax: "*"; inherits: false; initial-value: 0 }
@property --tw-border-spacing-y { syntax: "*"; inherits: false; initial-value: 0 }
@property --tw-space-x-reverse { syntax: "*"; inherits: false; initial-value: 0 }
@property --tw-space-y-reverse { syntax: "*"; inherits: false; initial-value: 0 }
@property --tw-divide-x-reverse { syntax: "*"; inherits: false; initial-value: 0 }
@property --tw-divide-y-reverse { syntax: "*"; inherits: false; initial-value: 0 }
@property --tw-gradient-via-stops { syntax: "*"; inherits: false }
@property --tw-inset-shadow-color { syntax: "*"; inherits: false }
@property --tw-text-shadow-color { syntax: "*"; inherits: false }
@property --tw-drop-shadow-color { syntax: "*"; inherits: false }
@property --tw-inset-ring-color { syntax: "*"; inherits: false }
@property --tw-ordinal { syntax: "*"; inherits: false }
@property --tw-slashed-zero { syntax: "*"; inherits: false }
@property --tw-numeric-figure { syntax: "*"; inherits: false }
@property --tw-numeric-spacing { syntax: "*"; inherits: false }
@property --tw-numeric-fraction { syntax: "*"; inherits: false }
@property --tw-scale-x { syntax: "*"; inherits: false; initial-value: 1 }
@property --tw-scale-y { syntax: "*"; inherits: false; initial-value: 1 }
@property --tw-skew-x { syntax: "*"; inherits: false }
@property --tw-skew-y { syntax: "*"; inherits: false }
@property --tw-content { syntax: "*"; inherits: false; initial-value: "" }
@property --tw-border-style { syntax: "*"; inherits: false; initial-value: solid }
@property --tw-outline-style { syntax: "*"; inherits: false; initial-value: solid }
@property --tw-gradient-position { syntax: "*"; inherits: false }
@property --tw-gradient-from { syntax: "*"; inherits: false; initial-value: #0000 }
@property --tw-gradient-via { syntax: "*"; inherits: false }
@property --tw-gradient-to { syntax: "*"; inherits: false; initial-value: #0000 }
@property --tw-gradient-from-position { syntax: "*"; inherits: false; initial-value: 0% }
@property --tw-gradient-via-position { syntax: "*"; inherits: false; initial-value: 50% }
@property --tw-gradient-to-position { syntax: "*"; inherits: false; initial-value: 100% }
@property --tw-gradient-stops { syntax: "*"; inherits: false }
@property --tw-leading { syntax: "*"; inherits: false }
@property --tw-shadow { syntax: "*"; inherits: false; initial-value: 0 0 #0000 }
@property --tw-shadow-color { syntax: "*"; inherits: false }
@property --tw-inset-shadow { syntax: "*"; inherits: false; initial-value: 0 0 #0000 }
@property --tw-ring-color { syntax: "*"; inherits: false }
@property --tw-ring-shadow { syntax: "*"; inherits: false; initial-value: 0 0 #0000 }
@property --tw-ring-inset { syntax: "*"; inherits: false }
@property --tw-ring-offset-width { syntax: "*"; inherits: false; initial-value: 0px }
@property --tw-ring-offset-color { syntax: "*"; inherits: false; initial-value: #fff }
@property --tw-ring-offset-shadow { syntax: "*"; inherits: false; initial-value: 0 0 #0000 }
@property --tw-inset-ring-shadow { syntax: "*"; inherits: false; initial-value: 0 0 #0000 }
`
