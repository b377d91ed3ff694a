// The program of an autofix_go_checker: analyzers of go/analysis, for one Go
// package at a time. The rule adds a source that sets given.
//
// It is a driver like the unitchecker of x/tools, which cannot take its place:
// since v0.51 that one wants types and facts of the standard library, too, in
// files of its own, where rules_go has compiled packages. It uses only what
// x/tools exports, so that it builds with any version of it. Findings are
// written as `go vet -json` does.
package main

import (
	"fmt"
	"log"
	"os"

	"golang.org/x/tools/go/analysis"
)

// name is the name of the program in its messages.
const name = "autofix_go_checker"

func main() {
	log.SetFlags(0)
	log.SetPrefix(name + ": ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

// run analyzes a package, and writes its facts and findings. A mistake of an
// analyzer is a finding; the error is about the package, or about all analyzers.
func run(args []string) error {
	args, err := expand(args)
	if err != nil {
		return err
	}
	r, err := parse(args)
	if err != nil {
		return err
	}
	analyzers, err := r.analyzers()
	if err != nil {
		return err
	}
	files, err := r.files()
	if err != nil {
		return err
	}
	if len(files.compiled) == 0 || len(analyzers) == 0 { // such as a test without external tests
		return r.write(nil, nil)
	}
	p, err := r.load(files)
	if err != nil {
		return err
	}
	if err := p.readFacts(r.imported); err != nil {
		return err
	}
	actions := p.run(analyzers)
	facts, err := p.facts.encode()
	if err != nil {
		return fmt.Errorf("facts: %w", err)
	}
	findings, err := p.findings(r.path, actions)
	if err != nil {
		return fmt.Errorf("findings: %w", err)
	}
	return r.write(facts, findings)
}

// analyzers returns the analyzers that are to run, with their flags set.
func (r *request) analyzers() ([]*analysis.Analyzer, error) {
	all, err := collect(given)
	if err != nil {
		return nil, err
	}
	if err := analysis.Validate(all); err != nil {
		return nil, err
	}
	if err := setFlags(all, r.flags); err != nil {
		return nil, err
	}
	registerFacts(all)
	if len(r.unreported) > 0 {
		all = withoutRawCgo(all)
	}
	if r.findings == "" {
		all = withFacts(all)
	}
	return all, nil
}

// write writes the outputs. Findings are not wanted of a package that nobody can
// fix.
func (r *request) write(facts, findings []byte) error {
	if err := os.WriteFile(r.facts, facts, 0o666); err != nil || r.findings == "" {
		return err
	}
	if findings == nil {
		findings = []byte("{}\n")
	}
	return os.WriteFile(r.findings, findings, 0o666)
}
