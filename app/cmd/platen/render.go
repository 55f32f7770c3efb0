package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// renderFlags are the flags of platen render.
type renderFlags struct {
	canvasFlags
	out, format string
	quality     int
	lossless    bool
	palette     bool
	maxBytes    int
	background  string
	pipe        bool
}

func renderCommand() *cobra.Command {
	var f renderFlags
	cmd := &cobra.Command{
		Use:   "render FILE",
		Short: "Render an HTML file or a JSON document tree to a picture, without a server",
		Long: `Render an HTML file or a JSON document tree (FILE, or - for standard input) to a picture.
It needs no database and no network: pictures and fonts are read from the file's own folder.
Warnings go to standard error.`,
		Example: "  platen render card.html -o card.png\n  platen render card.html -o card@2x.webp --scale 2 --quality 85",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.pipe {
				return pipe(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
			}
			if len(args) != 1 {
				return fmt.Errorf("name the file to render, or - for standard input")
			}
			return render(cmd.Context(), args[0], f, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f.register(cmd)
	fs := cmd.Flags()
	fs.StringVarP(&f.out, "output", "o", "", "the file to write, or - for standard output")
	fs.StringVar(&f.format, "format", "", "png, jpeg, webp, avif, gif, svg or pdf (default: by the output's ending)")
	fs.IntVar(&f.quality, "quality", 0, "1 to 100 for JPEG, WebP and AVIF (default 80)")
	fs.BoolVar(&f.lossless, "lossless", false, "WebP or AVIF without loss")
	fs.BoolVar(&f.palette, "palette", false, "PNG with at most 256 colours")
	fs.IntVar(&f.maxBytes, "max-bytes", 0, "lower the quality until the file is no larger")
	fs.StringVar(&f.background, "background", "", "a colour below the document, #RRGGBB or #RRGGBBAA")
	fs.BoolVar(&f.pipe, "pipe", false, "render requests from standard input, one JSON object a line, to length-prefixed files on standard output")
	return cmd
}

// render draws one file and writes the picture.
func render(ctx context.Context, file string, f renderFlags, stdin io.Reader, stdout, stderr io.Writer) error {
	if f.out == "" {
		return fmt.Errorf("name the picture to write with -o, or -o - for standard output")
	}
	name := f.format
	if name == "" {
		name = strings.TrimPrefix(filepath.Ext(f.out), ".")
	}
	output := engine.Output{Quality: f.quality, Lossless: f.lossless, Palette: f.palette, MaxBytes: f.maxBytes}
	if err := setFormat(&output, name); err != nil {
		return err
	}
	background, err := parseColor(f.background)
	if err != nil {
		return err
	}
	e := engine.New(engine.Options{Workers: 2})
	pic, err := draw(ctx, e, file, f.canvasFlags, stdin)
	if err != nil {
		return err
	}
	for _, w := range pic.Warnings {
		fmt.Fprintf(stderr, "warning: %s: %s %s\n", w.Code, w.Message, w.Path)
	}
	if cut := pic.Cut(); output.Vector == engine.PDF && cut > 0 {
		fmt.Fprintf(stderr, "warning: content_cut: the document reaches %.0f px below its page and is cut there\n", cut)
	}
	output.Background = background
	made, err := e.Encode(ctx, pic, output)
	if err != nil {
		return err
	}
	if f.out == "-" {
		_, err = stdout.Write(made.Bytes)
		return err
	}
	return os.WriteFile(f.out, made.Bytes, 0o644)
}
