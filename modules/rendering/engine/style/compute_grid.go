package style

// Grid holds the grid properties of containers and items.
type Grid struct {
	Columns, Rows                            []TrackEntry
	AutoColumns, AutoRows                    []TrackSize
	SubgridColumns                           bool
	SubgridRows                              bool
	Areas                                    [][]string // template areas by row, "" or "." for none
	FlowColumn                               bool
	FlowDense                                bool
	ColumnStart, ColumnEnd, RowStart, RowEnd GridLine
}

// TrackEntry is a track with the line names before it, or a repeat().
type TrackEntry struct {
	Names  []string // line names before this entry (or the trailing ones)
	Size   *TrackSize
	Repeat *TrackRepeat
}

// TrackRepeat is repeat(): Count 0 with AutoFill or AutoFit set.
type TrackRepeat struct {
	Count    int
	AutoFill bool
	AutoFit  bool
	Entries  []TrackEntry
}

// TrackSize is minmax(Min, Max); a plain size has both equal; fit-content(X) is Max FitContent.
type TrackSize struct{ Min, Max Length }

// GridLine is a grid-placement value.
type GridLine struct {
	Auto bool
	Span bool
	N    int
	Name string
}
