package tailwind

import "strings"

// definePassive defines the utilities for scrolling, pointers and loading, which have no effect on an image.
func definePassive(d *definer) {
	none := func(names string) {
		for _, n := range strings.Fields(names) {
			d.static(n, "--tw-none:0;")
		}
	}
	none(`transition transition-all transition-colors transition-opacity transition-shadow transition-transform transition-none transition-normal
		transition-discrete ease-linear ease-in ease-out ease-in-out ease-initial select-none select-text select-all select-auto pointer-events-none
		pointer-events-auto touch-auto touch-none touch-manipulation touch-pan-x touch-pan-left touch-pan-right
		touch-pan-y touch-pan-up touch-pan-down touch-pinch-zoom scroll-auto scroll-smooth overscroll-auto overscroll-contain overscroll-none
		overscroll-x-auto overscroll-x-contain overscroll-x-none overscroll-y-auto overscroll-y-contain overscroll-y-none snap-none snap-x snap-y
		snap-both snap-mandatory snap-proximity snap-start snap-end snap-center snap-align-none snap-normal snap-always scrollbar-auto scrollbar-thin
		scrollbar-none scrollbar-gutter-auto scrollbar-gutter-stable scrollbar-gutter-both forced-color-adjust-auto forced-color-adjust-none
		antialiased subpixel-antialiased`)
	for _, n := range [...]string{"group", "peer"} { // named ones have the name as a modifier
		d.fn(n, func(v value) string {
			return prefixed("", map[bool]string{true: "--tw-none:0;"}[v.name == "" && !v.isArb], "")
		})
	}
	for _, n := range strings.Fields(`auto default pointer wait text move help not-allowed none context-menu progress cell crosshair vertical-text alias copy
		no-drop grab grabbing all-scroll col-resize row-resize n-resize e-resize s-resize w-resize ne-resize nw-resize se-resize sw-resize ew-resize
		ns-resize nesw-resize nwse-resize zoom-in zoom-out`) {
		none("cursor-" + n)
	}
	accept := func(name string, read func(value) string) {
		d.fn(name, func(v value) string { return prefixed("", map[bool]string{true: "--tw-none:0;"}[read(v) != ""], "") })
	}
	word := func(v value) string { return v.name + v.arb }
	for _, n := range [...]string{"duration", "delay", "transition", "ease", "cursor"} {
		accept(n, func(v value) string {
			if n == "duration" || n == "delay" {
				return word(v)
			}
			return v.arb
		})
	}
	for _, side := range strings.Fields("- -x- -y- -s- -e- -bs- -be- -t- -r- -b- -l-") {
		side = strings.TrimSuffix(side, "-")
		side = strings.TrimPrefix(side, "-")
		accept("scroll-m"+side, spacing)
		accept("scroll-p"+side, spacing)
	}
	accept("caret", value.color)
	accept("scrollbar-thumb", value.color)
	accept("scrollbar-track", value.color)
	accept("will-change", func(v value) string { return v.arb })
	d.words("will-change", "will-change", "auto scroll=scroll-position contents transform")
}
