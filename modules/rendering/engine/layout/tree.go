package layout

func (l *layouter) buildTree() (*Box, error) { return nil, nil }
