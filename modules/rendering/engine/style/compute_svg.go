package style

// SVGStyle holds the SVG presentation properties.
type SVGStyle struct {
	Fill, Stroke                            Paint
	FillOpacity, StrokeOpacity              float64
	FillEvenOdd, ClipEvenOdd                bool
	StrokeWidth                             Length
	StrokeLinecap                           uint8 // butt, round, square
	StrokeLinejoin                          uint8 // miter, round, bevel
	StrokeMiterlimit                        float64
	StrokeDasharray                         []Length
	StrokeDashoffset                        Length
	StopColor                               StopColor
	StopOpacity                             float64
	FloodColor                              Color
	FloodOpacity                            float64
	LightingColor                           Color
	TextAnchor                              uint8 // start, middle, end
	DominantBaseline                        string
	AlignmentBaseline                       string
	BaselineShift                           Length
	MarkerStart, MarkerMid, MarkerEnd       string // url fragments
	MaskAlpha                               bool   // mask-type: alpha
	CrispEdges                              bool   // shape-rendering: crispEdges or optimizeSpeed
	VectorEffectNonScaling                  bool
	PaintOrder                              [3]uint8 // fill 0, stroke 1, markers 2 in order
	ColorInterpolationFiltersLinear         bool
	ColorInterpolationLinear                bool
	GeometryX, GeometryY, CX, CY, R, RX, RY Length // geometry properties set by CSS; Auto = not set
	D                                       string
}

// StopColor is the colour of an SVG gradient stop.
type StopColor struct {
	Color
	// Modern is set for colours that are not in a legacy syntax, between which gradients interpolate in OKLab.
	Modern bool
}

// Paint is an SVG paint.
type Paint struct {
	Kind     PaintKind
	Color    Color
	URL      string // fragment of the paint server
	Fallback *Color // used when the URL does not resolve; nil = none
	current  bool   // Color follows the color property of the element that inherits it
}
