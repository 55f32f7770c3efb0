package display

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// Graph is an SVG filter (Filter Effects 1 §9): steps whose inputs are results of earlier steps. The last step's result
// replaces the layer's content. A graph without steps makes the layer transparent.
type Graph struct {
	// Region limits the content and every result, in the operation's space.
	Region Rect
	Steps  []Step
}

// The inputs that are not steps.
const (
	SourceGraphic = -1 - iota
	SourceAlpha
	NoInput // transparent black
)

// Step is one filter primitive.
type Step struct {
	// Inputs are indices of earlier steps, or one of [SourceGraphic], [SourceAlpha]
	// and [NoInput].
	Inputs []int
	// Area limits the result: the primitive subregion in the operation's space.
	Area Rect
	// Linear reports whether the step operates on linear-light colours.
	Linear bool
	Do     Primitive
}

// Primitive is a step's operation. The set is closed: the types in this file, and [Filter], whose kinds other than
// GraphFilter take one input.
type Primitive interface{ primitive() }

// Move offsets its input (feOffset).
type Move struct{ DX, DY Coord }

// Flood fills its area.
type Flood struct{ Color Color }

// Merge stacks its inputs, the first at the bottom.
type Merge struct{}

// Combine blends its first input onto its second.
type Combine struct{ Mode Blend }

// Arithmetic is k1·a·b + k2·a + k3·b + k4 of its two inputs, premultiplied.
type Arithmetic struct{ K [4]float64 }

// Turbulence is Perlin noise (Filter Effects 1 §9.20). Matrix maps user units to the operation's space.
type Turbulence struct {
	FrequencyX, FrequencyY float64
	Octaves                int
	Seed                   int32
	Fractal                bool
	// Stitch makes the noise periodic over Tile, in user units.
	Stitch bool
	Tile   Rect
	Matrix geom.Matrix
}

// Morphology erodes or dilates its input by radii.
type Morphology struct {
	RadiusX, RadiusY Coord
	Dilate           bool
}

// LightKind is a kind of light source.
type LightKind uint8

// The light sources.
const (
	DistantLight LightKind = iota
	PointLight
	SpotLight
)

// Lighting lights its input's alpha as a height map (Filter Effects 1 §9.11, §9.19).
type Lighting struct {
	Light    LightKind
	Specular bool
	Color    Color
	// Depth is the surface's height, in pixels of the operation's space.
	Depth float64
	// Constant is the diffuse or specular constant, Exponent the specular one.
	Constant, Exponent float64
	// Direction is the unit vector of a distant light. Position and Target are in the operation's space.
	Direction, Position, Target [3]float64
	// Focus is a spot light's exponent, Cone the cosine of its limiting cone angle, −1 if unlimited.
	Focus, Cone float64
}

// EdgeMode selects the pixels outside a convolution's input.
type EdgeMode uint8

// The edge modes.
const (
	EdgeNone EdgeMode = iota
	EdgeDuplicate
	EdgeWrap
)

// Convolve is a convolution with weights already rotated and divided.
type Convolve struct {
	Columns, Rows    int
	TargetX, TargetY int
	Kernel           []float64
	Bias             float64
	Edge             EdgeMode
	PreserveAlpha    bool
}

// Displace displaces its first input's pixels by two channels (0 red … 3 alpha) of the second.
type Displace struct {
	Scale float64
	X, Y  uint8
}

// Paint draws a list in the operation's space (feImage).
type Paint struct{ List *List }

// Tile repeats the part From of its input.
type Tile struct{ From Rect }

func (Filter) primitive()     {}
func (Move) primitive()       {}
func (Flood) primitive()      {}
func (Merge) primitive()      {}
func (Combine) primitive()    {}
func (Arithmetic) primitive() {}
func (Turbulence) primitive() {}
func (Morphology) primitive() {}
func (Lighting) primitive()   {}
func (Convolve) primitive()   {}
func (Displace) primitive()   {}
func (Paint) primitive()      {}
func (Tile) primitive()       {}
