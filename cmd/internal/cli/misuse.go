package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/exit"
)

// Mistake returns a UsageError about the command line.
func Mistake(format string, args ...any) error { return exit.Mistake(format, args...) }

// Misused returns an error about the command line of a verb, with the remedy.
func Misused(cmd *cobra.Command, err error) error {
	if !cmd.HasParent() {
		return Mistake("%w; see `autofix help`", err)
	}
	return Mistake("%w; see `autofix help %s`", err, cmd.Name())
}

// flagMisused rewords an error of pflag for this command.
func flagMisused(cmd *cobra.Command, err error) error {
	if !cmd.HasParent() && cmd.Flags().NArg() > 0 {
		return unknownVerb(cmd, cmd.Flags().Arg(0)) // the flag might be one of that verb
	}
	var unknown *pflag.NotExistError
	var lacking *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		err = fmt.Errorf("unknown flag -%s%s", unknown.GetSpecifiedShortnames(), insteadOf(cmd, unknown.GetSpecifiedShortnames()))
	case errors.As(err, &unknown):
		err = fmt.Errorf("unknown flag --%s%s", unknown.GetSpecifiedName(), insteadOf(cmd, unknown.GetSpecifiedName()))
	case errors.As(err, &lacking):
		err = fmt.Errorf("--%s needs a value", lacking.GetSpecifiedName())
	case errors.Is(err, errEmpty) && errors.As(err, &invalid):
		return Mistake("--%s %w", invalid.GetFlag().Name, errEmpty)
	case errors.As(err, &invalid):
		err = fmt.Errorf("--%s=%s: %w", invalid.GetFlag().Name, invalid.GetValue(), errors.Unwrap(invalid))
	}
	return Misused(cmd, err)
}

// flagNames returns the flags of a verb that its help lists.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	for _, flag := range Listed(cmd.Flags()) {
		names = append(names, flag.Name)
	}
	return names
}

func unknownVerb(root *cobra.Command, name string) error {
	var verbs []string
	for _, verb := range root.Commands() {
		verbs = append(verbs, verb.Name())
	}
	if name == "" {
		return Mistake("the verb is empty; `autofix help` lists the verbs")
	}
	return Mistake("unknown verb %s%s; `autofix help` lists the verbs", name, config.DidYouMean(name, verbs))
}

// Needs requires at least one argument.
func Needs(names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Misused(cmd, fmt.Errorf("%s needs an argument: %s", cmd.Name(), names))
		}
		return nil
	}
}

// NeedsOne requires exactly one argument.
func NeedsOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := TakesOne(cmd, args); err != nil {
			return err
		}
		return Needs(name)(cmd, args)
	}
}

// TakesOne rejects more than one argument.
func TakesOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return Misused(cmd, fmt.Errorf("unexpected argument %s", args[1]))
	}
	return nil
}

// TakesNone rejects all arguments.
func TakesNone(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Misused(cmd, fmt.Errorf("unexpected argument %s", args[0]))
	}
	return nil
}
