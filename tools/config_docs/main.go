// Command config_docs writes the reference of autofix.toml, and its JSON Schema
// for editors, from the declared sections and kinds of files.
//
//	go run ./tools/config_docs           writes docs/configuration.md and docs/autofix.schema.json
//	go run ./tools/config_docs -check    fails if one is outdated
//
// The prose is in configuration.md.tmpl. It runs in the top folder of the
// repository, or by `bazel run //tools/config_docs`.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

func main() {
	check := flag.Bool("check", false, "write nothing, and fail if a file is not current")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Getenv("BUILD_WORKSPACE_DIRECTORY"), *check); err != nil {
		fmt.Fprintln(os.Stderr, "config_docs:", err)
		os.Exit(1)
	}
}

// allTools returns the tools of the command.
func allTools() pipeline.Tools {
	checkers, formats := builtin.Registry("")
	return pipeline.Tools{Checkers: checkers, Formats: formats, Sections: []*config.Section{autofixai.Section, settings.Section, report.CISection}}
}

// run writes the files below the top folder, or only compares them. If top is
// empty, it is the working folder.
func run(top string, check bool) error {
	tools := allTools()
	sections := pipeline.Sections(tools)
	guide, err := guide(sections, tools.Checkers.FileKinds())
	if err != nil {
		return err
	}
	schema, err := schema(sections)
	if err != nil {
		return err
	}
	var errs []error
	for name, text := range map[string]string{"docs/configuration.md": guide, "docs/autofix.schema.json": schema} {
		file := filepath.Join(top, filepath.FromSlash(name))
		old, err := os.ReadFile(file)
		switch {
		case err == nil && string(old) == text:
		case check:
			errs = append(errs, fmt.Errorf("%s: not current: run go run ./tools/config_docs", name))
		default:
			errs = append(errs, os.WriteFile(file, []byte(text), 0o666))
		}
	}
	return errors.Join(errs...)
}
