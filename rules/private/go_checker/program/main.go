// The program of an autofix_go_checker: analyzers of go/analysis, for one Go
// package at a time. The rule adds a source that sets given.
//
// It prepares what rules_go knows about the package for the unitchecker of
// x/tools, which checks types, runs the analyzers, and reads and writes facts.
// The unitchecker then writes findings as `go vet -json` does. What an analyzer
// does wrong is reported there, too, and does not keep others from running.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// name is what the program is called in what it says.
const name = "autofix_go_checker"

func main() {
	log.SetFlags(0)
	log.SetPrefix(name + ": ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

// run analyzes a package. It returns only if it has not come to that.
func run(args []string) error {
	args, err := expand(args)
	if err != nil {
		return err
	}
	r, err := parse(args)
	if err != nil {
		return err
	}
	files, err := r.files()
	if err != nil {
		return err
	}
	if len(files.compiled) == 0 { // such as a test without external tests
		return r.writeNothing()
	}
	analyzers, err := collect(given)
	if err != nil {
		return err
	}
	if len(r.unreported) > 0 {
		analyzers = withoutRawCgo(analyzers)
	}
	if r.findings == "" && !haveFacts(analyzers) {
		return r.writeNothing()
	}
	unit, err := writeUnit(r, files)
	if err != nil {
		return err
	}
	guard(analyzers, r.unreportedNames(), func() { os.RemoveAll(filepath.Dir(unit)) })
	os.Stdout, err = os.Create(r.output())
	if err != nil {
		return err
	}

	// Main ends the process. It has read the unit when the first analyzer runs.
	os.Args = append(append([]string{name, "-json"}, r.flags...), unit)
	unitchecker.Main(analyzers...)
	return nil
}

// writeNothing writes the outputs for a package without files.
func (r *request) writeNothing() error {
	if err := os.WriteFile(r.facts, nil, 0o666); err != nil {
		return err
	}
	return os.WriteFile(r.output(), []byte("{}\n"), 0o666)
}

// output returns the name of the file for findings, which are not wanted of a
// package that nobody can fix.
func (r *request) output() string {
	if r.findings == "" {
		return os.DevNull
	}
	return r.findings
}

// writeUnit writes what the unitchecker reads: its name must end in .cfg.
func writeUnit(r *request, files *files) (string, error) {
	unit, err := r.unit(files)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(unit)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "autofix-go-")
	if err != nil {
		return "", fmt.Errorf("cannot create a folder for the unit: %w", err)
	}
	name := filepath.Join(dir, "unit.cfg")
	return name, os.WriteFile(name, text, 0o666)
}
