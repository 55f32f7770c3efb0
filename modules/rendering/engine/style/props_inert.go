package style

import "strings"

// defineInert lists the CSS properties without effect in a still image without scripts: their declarations are accepted
// and ignored.
func defineInert(r *registry) {
	for _, n := range strings.Fields(`cursor pointer-events user-select -webkit-user-select -moz-user-select -ms-user-select transition
		transition-property transition-duration transition-delay transition-timing-function transition-behavior -webkit-transition
		-webkit-transition-property -webkit-transition-duration -webkit-transition-delay -webkit-transition-timing-function
		scroll-behavior scroll-margin scroll-margin-top scroll-margin-right scroll-margin-bottom scroll-margin-left scroll-padding scroll-padding-top
		scroll-padding-right scroll-padding-bottom scroll-padding-left scroll-snap-type scroll-snap-align scroll-snap-stop overscroll-behavior
		overscroll-behavior-x overscroll-behavior-y touch-action caret-color caret -webkit-tap-highlight-color -webkit-touch-callout
		-webkit-font-smoothing -moz-osx-font-smoothing font-smooth -webkit-text-size-adjust text-size-adjust -ms-text-size-adjust
		-moz-text-size-adjust forced-color-adjust print-color-adjust -webkit-print-color-adjust speak scrollbar-width scrollbar-color
		overflow-anchor -webkit-overflow-scrolling -ms-overflow-style view-transition-name
		color-rendering dynamic-range-limit
		buffered-rendering text-decoration-skip font-language-override
		nav-up nav-down nav-left nav-right -webkit-user-drag interactivity app-region -webkit-app-region window-drag
		scroll-margin-block scroll-margin-block-start scroll-margin-block-end scroll-margin-inline scroll-margin-inline-start scroll-margin-inline-end
		scroll-padding-block scroll-padding-block-start scroll-padding-block-end scroll-padding-inline scroll-padding-inline-start
		scroll-padding-inline-end overscroll-behavior-block overscroll-behavior-inline scroll-axis-lock scroll-target-group
		caret-animation caret-shape interest-delay interest-delay-start interest-delay-end reading-flow reading-order
		view-transition-class view-transition-group view-transition-scope -webkit-user-modify -webkit-rtl-ordering`) {
		r.inert[n] = true
	}
	for name, values := range map[string]string{
		"scrollbar-gutter": "auto",

		"-webkit-box-direction":     "normal",
		"-webkit-box-ordinal-group": "1",
		"baseline-source":           "auto",
	} {
		r.inertValues[name] = strings.Fields(values)
	}
}

// defineOldNames registers the names under which WebKit introduced properties and which Chromium still accepts.
func defineOldNames(r *registry) {
	for _, n := range strings.Fields(`box-sizing column-count column-gap column-rule column-rule-color column-rule-style column-rule-width column-span
		column-width columns font-feature-settings opacity shape-image-threshold shape-margin shape-outside writing-mode border-top-left-radius
		border-top-right-radius border-bottom-left-radius border-bottom-right-radius`) {
		r.alias("-webkit-"+n, n)
	}
	for old, side := range map[string]string{"before": "block-start", "after": "block-end", "start": "inline-start", "end": "inline-end"} {
		for _, part := range [...]string{"", "-color", "-style", "-width"} {
			r.alias("-webkit-border-"+old+part, "border-"+side+part)
		}
	}
	for _, limit := range [...]string{"min", "max"} {
		r.alias("-webkit-"+limit+"-logical-width", limit+"-inline-size")
		r.alias("-webkit-"+limit+"-logical-height", limit+"-block-size")
	}
}
