package contract

func aiClauses() []Clause {
	const wait = "the image models' module"
	return []Clause{
		{ID: "G-01", Says: "`ai/generate` takes a prompt of 1 to 2000 characters, a substyle, up to 5 colours, 256 to 2048 pixels a side and a seed.", Pending: wait},
		{ID: "G-02", Says: "`ai/generate-background` requires width and height and takes a prompt, colours and a mood.", Pending: wait},
		{ID: "G-03", Says: "`ai/mesh-gradient` takes width, height, colours and a seed.", Pending: wait},
		{ID: "G-04", Says: "`ai/gradient-styles` and `ai/gradient-styles/{tone}` answer 200; an unknown tone is GRADIENT_STYLE_NOT_FOUND.", Pending: wait},
		{ID: "G-05", Says: "`ai/capabilities` answers 200.", Pending: wait},
	}
}
