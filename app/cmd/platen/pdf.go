package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/pdfedit"
)

func pdfCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pdf",
		Short: "Merge, split, rotate, stamp, encrypt and decrypt PDF files",
		Long: `Edit existing PDF files, of platen render or other programs. FILE - reads standard input, -o - writes standard output.
The output is PDF 2.0 and deterministic, except for encrypt, whose keys are random. Edited files no longer claim to
conform to PDF/A or PDF/UA. Only info and decrypt read encrypted files: encrypt last.
A file that takes longer than --timeout or more memory than --max-memory is rejected, and so are files above 256 MiB.
Exit code 1 means that a file is not a PDF, is damaged, is encrypted or exceeds a limit; 2 that the usage is wrong or a file cannot be opened.`,
	}
	timeout, mebibytes := 2*time.Minute, int64(2048)
	fs := cmd.PersistentFlags()
	fs.DurationVar(&timeout, "timeout", timeout, "time limit")
	fs.Int64Var(&mebibytes, "max-memory", mebibytes, "memory limit of the process in MiB")
	for _, c := range []*cobra.Command{pdfMergeCommand(), pdfSplitCommand(), pdfRotateCommand(), pdfStampCommand(), pdfEncryptCommand(), pdfDecryptCommand(), pdfInfoCommand()} {
		run := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if timeout <= 0 || mebibytes < 64 || mebibytes > 1<<20 {
				return usage("--timeout must be above 0, and --max-memory 64 to 1048576 MiB")
			}
			bounds := pdfedit.Bounds{Time: timeout, Memory: mebibytes << 20}
			return pdfError(bounds.Within(cmd.Context(), func() error { return run(cmd, args) }))
		}
		cmd.AddCommand(c)
	}
	return cmd
}

// written lists the files that a command has written, in --json output.
type written struct {
	File  string `json:"file"`
	Bytes int    `json:"bytes"`
	From  int    `json:"from,omitempty"`
	To    int    `json:"to,omitempty"`
}

// pdfInput reads a file of a command.
func pdfInput(cmd *cobra.Command, name string) (pdfedit.File, error) {
	in, err := openInput(name, cmd.InOrStdin())
	if err != nil {
		return pdfedit.File{}, exit{exitUsage, err}
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, pdfedit.MaxBytes+1))
	if err != nil {
		return pdfedit.File{}, exit{exitUsage, err}
	}
	if len(data) > pdfedit.MaxBytes {
		return pdfedit.File{}, fmt.Errorf("%s is larger than the limit of %d MiB", name, pdfedit.MaxBytes>>20)
	}
	return pdfedit.File{Name: name, Data: data}, nil
}

// pdfError adds advice to an error.
func pdfError(err error) error {
	switch {
	case errors.Is(err, pdfedit.ErrArgument):
		return exit{exitUsage, err}
	case errors.Is(err, pdfedit.ErrEncrypted):
		return fmt.Errorf("%w; platen pdf info reads it with --password, platen pdf decrypt decrypts it, and the other commands read only unencrypted files: encrypt last", err)
	case errors.Is(err, pdfedit.ErrLimit):
		return fmt.Errorf("%w; raise --timeout or --max-memory", err)
	}
	return err
}

// pdfOutput writes one file, or an error.
func pdfOutput(cmd *cobra.Command, out string, data []byte, err error) error {
	if err != nil {
		return err
	}
	if out == standardInput {
		_, err := cmd.OutOrStdout().Write(data)
		return err
	}
	if err := writeFile(out, data); err != nil {
		return err
	}
	w := written{File: out, Bytes: len(data)}
	return printResult(cmd, map[string]any{"outputs": []written{w}}, line("%s: %d bytes", w.File, w.Bytes))
}

// outputFlag registers -o, which these commands need.
func outputFlag(cmd *cobra.Command, out *string, what string) {
	cmd.Flags().StringVarP(out, "output", "o", "", what)
	_ = cmd.MarkFlagRequired("output") // it exists
}

// pdfEditCommand completes the command of work on one file, which edit does: it reads the argument and writes the result to -o.
func pdfEditCommand(cmd *cobra.Command, edit func(cmd *cobra.Command, f pdfedit.File) ([]byte, error)) *cobra.Command {
	var out string
	cmd.Args = cobra.ExactArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f, err := pdfInput(cmd, args[0])
		if err != nil {
			return err
		}
		data, err := edit(cmd, f)
		return pdfOutput(cmd, out, data, err)
	}
	outputFlag(cmd, &out, "the file to write")
	return cmd
}

func pdfMergeCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:     "merge FILE FILE…",
		Short:   "Concatenate PDF files",
		Long:    "Concatenate PDF files. Title, author and language are those of the first file.",
		Example: "  platen pdf merge cover.pdf report.pdf -o all.pdf",
		Args:    cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			var files []pdfedit.File
			for _, name := range args {
				f, err := pdfInput(cmd, name)
				if err != nil {
					return err
				}
				files = append(files, f)
			}
			data, err := pdfedit.Merge(files)
			return pdfOutput(cmd, out, data, err)
		},
	}
	outputFlag(cmd, &out, "the file to write")
	return cmd
}

func pdfSplitCommand() *cobra.Command {
	var out, pages string
	var every int
	cmd := &cobra.Command{
		Use:   "split FILE",
		Short: "Split a PDF into pages or ranges of pages",
		Long: `Write one PDF for each page, each --every pages, or each range of --pages into the folder -o. Files are named after the
source and the pages: report-1.pdf, report-2-4.pdf. Bookmarks, tags and links between pages are dropped.`,
		Example: "  platen pdf split report.pdf -o parts\n  platen pdf split report.pdf --pages 1-3,4- -o parts",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := pdfInput(cmd, args[0])
			if err != nil {
				return err
			}
			parts, err := pdfedit.Split(f, every, pages)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(out, 0o755); err != nil {
				return err
			}
			base := strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
			if args[0] == standardInput {
				base = "page"
			}
			var made []written
			for _, p := range parts {
				name := fmt.Sprintf("%s-%d.pdf", base, p.From)
				if p.To != p.From {
					name = fmt.Sprintf("%s-%d-%d.pdf", base, p.From, p.To)
				}
				w := written{File: filepath.Join(out, name), Bytes: len(p.Data), From: p.From, To: p.To}
				if err := writeFile(w.File, p.Data); err != nil {
					return err
				}
				made = append(made, w)
			}
			return printResult(cmd, map[string]any{"outputs": made}, func(to io.Writer) error {
				for _, w := range made {
					fmt.Fprintf(to, "%s: %d bytes\n", w.File, w.Bytes)
				}
				return nil
			})
		},
	}
	outputFlag(cmd, &out, "the folder to write into; it is created if it does not exist")
	cmd.Flags().IntVar(&every, "every", 1, "pages per part")
	cmd.Flags().StringVar(&pages, "pages", "", "one part for each range of pages: 1-3,5,8-")
	cmd.MarkFlagsMutuallyExclusive("every", "pages")
	return cmd
}

func pdfRotateCommand() *cobra.Command {
	var pages string
	var by int
	cmd := pdfEditCommand(&cobra.Command{
		Use:     "rotate FILE",
		Short:   "Rotate pages clockwise",
		Example: "  platen pdf rotate scan.pdf --by 90 --pages 2- -o upright.pdf",
	}, func(cmd *cobra.Command, f pdfedit.File) ([]byte, error) {
		return pdfedit.Rotate(f, by, pages)
	})
	cmd.Flags().IntVar(&by, "by", 90, "angle in degrees: 90, 180 or 270")
	cmd.Flags().StringVar(&pages, "pages", "", "which pages: 1-3,5,8- (default all)")
	return cmd
}

func pdfStampCommand() *cobra.Command {
	var imageFile, page string
	var s pdfedit.Stamp
	cmd := pdfEditCommand(&cobra.Command{
		Use:   "stamp FILE",
		Short: "Stamp text, an image or a page onto the pages of a PDF",
		Long: `Stamp text, a PNG or JPEG, or the first page of another PDF onto the pages of a PDF. Text uses Helvetica, a standard font of PDF, for
Western European characters and the fonts of platen render for others. For other fonts render the stamp
with platen render -o stamp.pdf and pass it as --pdf.`,
		Example: "  platen pdf stamp report.pdf --text Draft --angle 45 --opacity 0.2 --size 96 -o draft.pdf\n  platen pdf stamp report.pdf --image logo.png --position top-right --scale 0.2 -o branded.pdf",
	}, func(cmd *cobra.Command, f pdfedit.File) ([]byte, error) {
		for _, o := range []struct {
			name string
			into *[]byte
		}{{imageFile, &s.Image}, {page, &s.PDF}} {
			if o.name == "" {
				continue
			}
			overlay, err := pdfInput(cmd, o.name)
			if err != nil {
				return nil, err
			}
			*o.into = overlay.Data
		}
		if err := s.Draw(cmd.Context()); err != nil {
			return nil, err
		}
		return s.Apply(f)
	})
	fs := cmd.Flags()
	fs.StringVar(&s.Text, "text", "", "the text to stamp")
	fs.StringVar(&imageFile, "image", "", "the PNG or JPEG to stamp")
	fs.StringVar(&page, "pdf", "", "the PDF whose first page is stamped")
	cmd.MarkFlagsOneRequired("text", "image", "pdf")
	cmd.MarkFlagsMutuallyExclusive("text", "image", "pdf")
	fs.StringVar(&s.Position, "position", "center", "position: "+strings.Join(pdfedit.Positions(), ", "))
	fs.Float64Var(&s.Opacity, "opacity", 1, "above 0, up to 1")
	fs.Float64Var(&s.Angle, "angle", 0, "rotation in degrees, counter-clockwise")
	fs.IntVar(&s.Size, "size", 48, "text size in points")
	fs.StringVar(&s.Color, "color", "#808080", "text colour, as #rrggbb")
	fs.Float64Var(&s.Scale, "scale", 0.5, "size of an image or PDF relative to the page, above 0, up to 1")
	fs.BoolVar(&s.Behind, "behind", false, "place the stamp behind the page's content")
	fs.StringVar(&s.Pages, "pages", "", "which pages: 1-3,5,8- (default all)")
	return cmd
}

func pdfEncryptCommand() *cobra.Command {
	var user, owner string
	var allow []string
	cmd := pdfEditCommand(&cobra.Command{
		Use:   "encrypt FILE",
		Short: "Encrypt a PDF with AES-256",
		Long: `Encrypt a PDF with AES-256 (PDF 2.0). The user password opens the file; without one anyone can open it. The owner password removes the
restrictions of --allow, which viewers enforce voluntarily: they do not protect the content from anyone who can open the file.
Keys and salts are random, so the output differs at each run.`,
		Example: "  platen pdf encrypt report.pdf --user-password @user.txt --owner-password @owner.txt --allow print -o locked.pdf",
	}, func(cmd *cobra.Command, f pdfedit.File) ([]byte, error) {
		var err error
		if user, err = secretFlag("--user-password", user); err != nil {
			return nil, err
		}
		if owner, err = secretFlag("--owner-password", owner); err != nil {
			return nil, err
		}
		return pdfedit.Encrypt(f, user, owner, allow)
	})
	fs := cmd.Flags()
	fs.StringVar(&user, "user-password", "", "password that opens the file, or @FILE that contains it")
	fs.StringVar(&owner, "owner-password", "", "password that removes the restrictions, or @FILE that contains it")
	_ = cmd.MarkFlagRequired("owner-password") // it exists
	fs.StringSliceVar(&allow, "allow", nil, "permissions: "+strings.Join(pdfedit.Permissions(), ", ")+" (default: none)")
	return cmd
}

func pdfDecryptCommand() *cobra.Command {
	var owner string
	cmd := pdfEditCommand(&cobra.Command{
		Use:     "decrypt FILE",
		Short:   "Decrypt a PDF",
		Long:    "Decrypt a PDF. It needs the owner password: the user password opens the file but does not remove its restrictions.",
		Example: "  platen pdf decrypt locked.pdf --owner-password @owner.txt -o report.pdf",
	}, func(cmd *cobra.Command, f pdfedit.File) ([]byte, error) {
		var err error
		if owner, err = secretFlag("--owner-password", owner); err != nil {
			return nil, err
		}
		return pdfedit.Decrypt(f, owner)
	})
	cmd.Flags().StringVar(&owner, "owner-password", "", "the owner password, or @FILE that contains it")
	_ = cmd.MarkFlagRequired("owner-password") // it exists
	return cmd
}

func pdfInfoCommand() *cobra.Command {
	var password string
	cmd := &cobra.Command{
		Use:     "info FILE",
		Short:   "Print the pages, sizes and titles of a PDF",
		Example: "  platen pdf info report.pdf --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := pdfInput(cmd, args[0])
			if err != nil {
				return err
			}
			if password, err = secretFlag("--password", password); err != nil {
				return err
			}
			info, err := pdfedit.Read(f, password)
			if err != nil {
				return err
			}
			return printResult(cmd, info, func(w io.Writer) error { return printInfo(w, info) })
		},
	}
	cmd.Flags().StringVar(&password, "password", "", "password of an encrypted file, or @FILE that contains it")
	return cmd
}

func printInfo(w io.Writer, i *pdfedit.Info) error {
	fmt.Fprintf(w, "PDF %s, %d pages, %d bytes\n", i.Version, i.Pages, i.Bytes)
	for _, field := range [][2]string{{"title", i.Title}, {"author", i.Author}, {"subject", i.Subject}, {"keywords", i.Keywords}, {"creator", i.Creator}, {"producer", i.Producer}} {
		if field[1] != "" {
			fmt.Fprintf(w, "%s: %s\n", field[0], field[1])
		}
	}
	fmt.Fprintf(w, "encrypted: %t\ntagged: %t\n", i.Encrypted, i.Tagged)
	for _, s := range i.Sizes {
		fmt.Fprintf(w, "pages %d to %d: %g × %g points\n", s.From, s.To, s.Width, s.Height)
	}
	return nil
}
