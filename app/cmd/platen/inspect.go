package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/inspect"
)

// inspection is the output of platen inspect.
type inspection struct {
	Width  int           `json:"width"`
	Height int           `json:"height"`
	Boxes  []inspect.Box `json:"boxes"`
}

func inspectCommand() *cobra.Command {
	var f canvasFlags
	cmd := &cobra.Command{
		Use:   "inspect FILE",
		Short: "Print the layout box of every element as JSON",
		Long: `Print the border box of every element in document order, in CSS pixels from the canvas' corner,
after layout and before transforms.`,
		Example: "  platen inspect card.html --width 1200 --height 630",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			pic, err := draw(cmd.Context(), engine.New(engine.Options{}), args[0], f, cmd.InOrStdin())
			if err != nil {
				return err
			}
			enc := json.NewEncoder(cmd.OutOrStdout())
			enc.SetIndent("", " ")
			return enc.Encode(inspection{Width: f.width, Height: f.height, Boxes: pic.Boxes()})
		},
	}
	f.register(cmd)
	return cmd
}
