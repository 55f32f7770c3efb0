package tailwind

// defineLogical defines the sizes along the block and inline axes, and the edges of the block axis.
func defineLogical(d *definer) {
	for _, x := range [...][2]string{{"inset-s", "inset-inline-start"}, {"inset-e", "inset-inline-end"}, {"inset-bs", "inset-block-start"},
		{"inset-be", "inset-block-end"}, {"mbs", "margin-block-start"}, {"mbe", "margin-block-end"}} {
		d.fn(x[0], set(autoSpacing, x[1]))
	}
	d.fn("pbs", notNegative(set(spacing, "padding-block-start")))
	d.fn("pbe", notNegative(set(spacing, "padding-block-end")))
	for _, prefix := range [...]string{"", "min-", "max-"} {
		d.fn(prefix+"inline", notNegative(set(func(v value) string { return v.size("w") }, prefix+"inline-size")))
		d.fn(prefix+"block", notNegative(set(func(v value) string { return v.size("h") }, prefix+"block-size")))
	}
}
