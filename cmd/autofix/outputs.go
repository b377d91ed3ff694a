package main

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// outHelp is the help of --out. %s is the format of a FILE alone.
const outHelp = "Write to this file, in %s or in a FORMAT of --format, such as --out=sarif=FILE. A FILE of - is standard output. Repeatable."

// An outputFile is a file, and the format in which it is written.
type outputFile struct {
	flag   string // for messages
	format string
	file   string // - is standard output
}

// mayBeFormat matches the text before the = of a FORMAT=FILE. A file of such a
// name needs ./ in front.
var mayBeFormat = lazyregexp.New(`^[a-z][a-z0-9-]*$`)

// parseOutputs returns the values of --out, each FILE or FORMAT=FILE. The
// format of a FILE alone is standard.
func parseOutputs(values []string, standard string) ([]outputFile, error) {
	var all []outputFile
	for _, value := range values {
		format, file, named := strings.Cut(value, "=")
		if !named || !mayBeFormat().MatchString(format) {
			all = append(all, outputFile{"--out", standard, value})
			continue
		}
		switch {
		case !slices.Contains(report.OutputFormats(), format):
			return nil, cli.Mistake("--out=%s: unknown format%s; the formats are %s; the name of a file with = starts with ./", value, config.DidYouMean(format, report.OutputFormats()), strings.Join(report.OutputFormats(), ", "))
		case file == "":
			return nil, cli.Mistake("--out=%s: name a file, or - for standard output", value)
		}
		all = append(all, outputFile{"--out=" + format, format, file})
	}
	return all, nil
}

// named adds an output whose flag names its format, unless the file is "".
func named(all []outputFile, flag, format, file string) []outputFile {
	if file == "" {
		return all
	}
	return append(all, outputFile{flag, format, file})
}

// flagsOfOutputs returns the outputs for environment.claimStdout.
func flagsOfOutputs(all []outputFile) []outputFlag {
	flags := make([]outputFlag, len(all))
	for i, o := range all {
		flags[i] = outputFlag{o.flag, o.file}
	}
	return flags
}
