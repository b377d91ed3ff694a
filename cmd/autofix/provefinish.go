package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/prove"
	"github.com/rules-autofix/rules_autofix/prove/attest"
	"github.com/rules-autofix/rules_autofix/prove/evidence"
	"github.com/rules-autofix/rules_autofix/prove/reports"
	"github.com/rules-autofix/rules_autofix/report"
)

// The files in the folder of a proof, beside evidence.json.
const (
	patchName     = "patch.diff"
	markdownName  = "evidence.md"
	proofPageName = "index.html"
	bodyName      = "pr-body.md"
	titleName     = "pr-title.txt"
	summaryName   = "summary.json"
)

// finish writes what the proof came to, and judges it. failure is the error that
// ended it early, or nil.
func (s *proving) finish(ctx context.Context, result *prove.Result, failure error) error {
	e := result.Evidence
	if err := s.write(result, failure != nil); err != nil {
		return errors.Join(proofError(failure), err)
	}
	if failure != nil {
		s.tellResume()
		return proofError(failure)
	}
	if s.DryRun && !s.JSON {
		return s.showPatch(result)
	}
	if s.JSON {
		summary := reports.Summarize(e)
		summary.Artifacts = s.options.Folder
		text, err := summary.JSON()
		if err == nil {
			_, err = s.env.stdout.Write(text)
		}
		if err != nil {
			return err
		}
	} else if _, err := fmt.Fprint(s.env.stdout, reports.Text(e, s.options.Folder)); err != nil {
		return err
	}
	if s.Verify != "" {
		if err := s.compare(e); err != nil {
			return err
		}
	}
	if s.DryRun && result.Patch != nil {
		return nil
	}
	if s.OpenPR {
		if err := s.publish(ctx, s.options.Folder); err != nil {
			return err
		}
	}
	switch reports.Exit(e.Verdict) {
	case exitDone:
		return nil
	case exitFindings:
		return &findingsError{}
	}
	return errors.New("prove: the machine failed")
}

// showPatch prints what the engine proposes.
func (s *proving) showPatch(result *prove.Result) error {
	if result.Patch == nil {
		return &findingsError{"prove: no patch was proposed"}
	}
	fmt.Fprintf(s.env.stderr, "autofix: nothing was applied or verified; the patch is also in %s\n", report.OneLine(filepath.Join(s.options.Folder, patchName)))
	_, err := fmt.Fprint(s.env.stdout, result.Patch.Diff())
	return err
}

// tellResume says that a proof that ended early can go on.
func (s *proving) tellResume() {
	fmt.Fprintf(s.env.stderr, "autofix: what ran is recorded in %s; --resume goes on from there\n", report.OneLine(s.options.Folder))
}

// An artifactFile is a file of the folder of a proof.
type artifactFile struct {
	name string
	text []byte
}

// write writes the artifacts. A proof that can be resumed has no evidence.json,
// and nothing that is about it.
func (s *proving) write(result *prove.Result, unfinished bool) error {
	e := result.Evidence
	var diff []byte
	if result.Patch != nil {
		diff = []byte(result.Patch.Diff())
	}
	summary, err := reports.Summarize(e).JSON()
	if err != nil {
		return fmt.Errorf("prove: %w", err)
	}
	page, err := reports.HTML(e, string(diff))
	if err != nil {
		return fmt.Errorf("prove: %w", err)
	}
	files := []artifactFile{
		{proofPageName, page},
		{markdownName, []byte(reports.Markdown(e))},
		{bodyName, []byte(reports.Body(e, prove.Branch(e)))},
		{titleName, []byte(reports.Title(e) + "\n")},
		{summaryName, summary},
	}
	if diff != nil {
		files = append(files, artifactFile{patchName, diff})
	}
	if !unfinished {
		more, err := s.evidenceFiles(e, diff)
		if err != nil {
			return fmt.Errorf("prove: %w", err)
		}
		files = append(files, more...)
	}
	for _, f := range files {
		if err := writeWhole(filepath.Join(s.options.Folder, f.name), f.text); err != nil {
			return fmt.Errorf("prove: cannot write the evidence: %w", err)
		}
	}
	return nil
}

// evidenceFiles returns evidence.json, as the last since it says that all others
// are there, and the attestations of it.
func (s *proving) evidenceFiles(e *evidence.Evidence, diff []byte) ([]artifactFile, error) {
	encoded, err := evidence.Encode(e)
	if err != nil {
		return nil, err
	}
	statements, err := attest.Statements(encoded, diff)
	if err != nil {
		return nil, err
	}
	name := attest.UnsignedName
	if s.signKey != nil {
		if statements, err = attest.Sign(statements, s.signKey); err != nil {
			return nil, err
		}
		name = attest.SignedName
	}
	return []artifactFile{{name, statements}, {prove.EvidenceName, encoded}}, nil
}

// writeWhole writes a file that appears whole or not at all.
func writeWhole(name string, text []byte) error {
	partial := name + ".partial"
	err := os.WriteFile(partial, text, 0o600)
	if err == nil {
		err = os.Rename(partial, name)
	}
	if err != nil {
		_ = os.Remove(partial)
	}
	return err
}

// compare tells how a proof that was made again differs from the one of the
// evidence.
func (s *proving) compare(e *evidence.Evidence) error {
	differences := prove.Compare(s.theirs, e)
	if len(differences) == 0 {
		fmt.Fprintln(s.env.stderr, "autofix: the evidence holds: verdict, tests and patch are the same")
		return nil
	}
	for _, d := range differences {
		fmt.Fprintf(s.env.stderr, "autofix: %s\n", report.OneLine(d))
	}
	return &findingsError{"prove: the evidence does not hold"}
}
