package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// jsonFlag is the name of the flag that every command has.
const jsonFlag = "json"

// asJSON reports whether --json was given.
func asJSON(cmd *cobra.Command) bool {
	on, err := cmd.Flags().GetBool(jsonFlag)
	return err == nil && on
}

// printResult prints a command's result: v as one JSON object with --json, otherwise the output of text.
func printResult(cmd *cobra.Command, v any, text func(w io.Writer) error) error {
	if !asJSON(cmd) {
		return text(cmd.OutOrStdout())
	}
	enc := json.NewEncoder(cmd.OutOrStdout())
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// line is a response of one line.
func line(format string, args ...any) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := fmt.Fprintf(w, format+"\n", args...)
		return err
	}
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
