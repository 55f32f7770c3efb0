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
		 interpolate-size color-rendering dynamic-range-limit
		hyphenate-limit-chars buffered-rendering text-decoration-skip font-language-override
		nav-up nav-down nav-left nav-right -webkit-user-drag interactivity app-region -webkit-app-region`) {
		r.inert[n] = true
	}
	for name, values := range map[string]string{
		"field-sizing":     "fixed",
		"scrollbar-gutter": "auto",
	} {
		r.inertValues[name] = strings.Fields(values)
	}
}
