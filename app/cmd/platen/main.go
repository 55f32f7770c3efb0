// Command platen serves images, renders them without a server, and manages an installation.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/conf"
	"github.com/platenhq/platen/modules/platform/footprint"
)

// commands lists every subcommand; each is in a file of its name.
var commands = []func() *cobra.Command{
	serveCommand, workerCommand, renderCommand, batchCommand, inspectCommand, pdfCommand, verifyCommand, verifyReleaseCommand, fixCommand, signCommand, templatesCommand,
	consoleCommand, workspaceCommand, keysCommand, creditsCommand, decisionsCommand, contractTestCommand, auditCommand, webhookListenCommand, mcpCommand,
	doctorCommand, healthcheckCommand, configCommand, migrateCommand, versionCommand, completionCommand, referenceCommand, pdfChildCommand,
}

func main() {
	// The first signal drains; a second one ends the process immediately, because the handler is removed by then.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() { <-ctx.Done(); stop() }()
	root := rootCommand()
	if err := root.ExecuteContext(ctx); err != nil {
		if !errors.Is(err, context.Canceled) {
			asJSON, _ := root.PersistentFlags().GetBool(jsonFlag)
			printError(os.Stderr, err, asJSON)
		}
		os.Exit(exitCode(err))
	}
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "platen",
		Short:         "Render deterministic images from HTML, over an API or on the command line",
		Version:       app.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		PersistentPreRun: func(cmd *cobra.Command, _ []string) {
			if cmd.Name() != renderName { // which sets a pace of its own
				footprint.Restore()
			}
		},
	}
	root.PersistentFlags().Bool(jsonFlag, false, "print the response, and any error, as JSON")
	for _, c := range commands {
		root.AddCommand(c())
	}
	strict(root)
	strictHelp(root)
	return root
}

// load reads the configuration; flags take precedence over the environment.
func load(flags map[string]string) (app.Config, *conf.Report, error) {
	cfg, report, err := app.LoadConfig(conf.Map("flag", flags), conf.Environment())
	report.Unknown = slices.DeleteFunc(report.Unknown, func(name string) bool { return slices.Contains(clientVariables, name) })
	return cfg, report, err
}

// clientVariables are read by commands that call a service, by the SDKs and by the sites of the guides.
var clientVariables = []string{"PLATEN_API_KEY", "PLATEN_BINARY", "PLATEN_KID", "PLATEN_SIGNING_SECRET"}

// withInstallation runs fn on the installation that locate finds, whether or not its service is running.
func withInstallation(cmd *cobra.Command, fn func(ctx context.Context, in *app.Installation) error) (err error) {
	cfg, service, err := locate()
	if err != nil {
		return err
	}
	if service != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "platen: the service at %s, whose data is in %s\n", service.URL, cfg.DataDir)
	}
	cfg.DatabaseMax = 4
	in, err := app.OpenInstallation(cmd.Context(), cfg, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	return fn(cmd.Context(), in)
}
