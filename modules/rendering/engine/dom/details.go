package dom

// SummaryOf returns the first summary child of a details element, None if it has none.
func SummaryOf(d *Document, details NodeID) NodeID {
	for c := d.Node(details).FirstChild; c != None; c = d.Node(c).Next {
		if n := d.Node(c); n.Type == Element && n.Namespace == HTML && n.Tag == "summary" {
			return c
		}
	}
	return None
}
