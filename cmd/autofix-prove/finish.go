package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/attest"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/reports"
	"github.com/rules-autofix/rules_autofix/internal/wholefile"
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

// finish writes the result of the proof, and judges it. failure is the error
// that ended it early, or nil.
func (s *proving) finish(ctx context.Context, result *prove.Result, failure error) error {
	e := result.Evidence
	err := errors.Join(proofError(failure), s.write(result, failure != nil))
	if !prove.Finished(s.options.Folder) {
		s.tellResume()
		return err
	}
	err = errors.Join(err, prove.Forget(s.options.Folder))
	if shown := s.show(result); err == nil {
		err = shown
	}
	if err != nil {
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
	case cli.ExitDone:
		return nil
	case cli.ExitFindings:
		return &cli.FindingsError{}
	}
	return errors.New("prove: the machine failed")
}

// show prints the result of the proof.
func (s *proving) show(result *prove.Result) error {
	switch e := result.Evidence; {
	case s.JSON:
		summary := reports.Summarize(e)
		summary.Artifacts = s.options.Folder
		text, err := summary.JSON()
		if err == nil {
			_, err = s.env.Stdout.Write(text)
		}
		return err
	case s.DryRun && result.Patch != nil:
		return s.showPatch(result.Patch)
	default:
		_, err := fmt.Fprint(s.env.Stdout, reports.Text(e, s.options.Folder, s.env.Shown(s.repository.Root).Of))
		return err
	}
}

// showPatch prints what the engine proposes.
func (s *proving) showPatch(c *change.Change) error {
	fmt.Fprintf(s.env.Stderr, "autofix: nothing was applied or verified; the patch is also in %s\n", inert.Line(filepath.Join(s.options.Folder, patchName)))
	_, err := fmt.Fprint(s.env.Stdout, c.Diff())
	return err
}

// tellResume says that a proof that ended early can go on.
func (s *proving) tellResume() {
	fmt.Fprintf(s.env.Stderr, "autofix: what ran is recorded in %s; --resume goes on from there\n", inert.Line(s.options.Folder))
}

// An artifactFile is a file of the folder of a proof.
type artifactFile struct {
	name string
	text func() ([]byte, error)
}

func textFile(name, text string) artifactFile {
	return artifactFile{name, func() ([]byte, error) { return []byte(text), nil }}
}

// write writes the artifacts. A proof that can be resumed has no evidence.json,
// and nothing that is about it.
func (s *proving) write(result *prove.Result, unfinished bool) error {
	e := result.Evidence
	diff := ""
	if result.Patch != nil {
		diff = result.Patch.Diff()
	}
	files := []artifactFile{
		{proofPageName, func() ([]byte, error) { return reports.HTML(e, diff) }},
		textFile(markdownName, reports.Markdown(e)),
		textFile(bodyName, reports.Body(e, prove.Branch(e))),
		textFile(titleName, reports.Title(e)+"\n"),
		{summaryName, reports.Summarize(e).JSON},
	}
	if result.Patch != nil {
		files = append(files, textFile(patchName, diff))
	}
	if !unfinished {
		encoded, err := evidence.Encode(e)
		if err == nil {
			files = append(files, s.attestations(encoded, diff))
		}
		// The last, since it says that the proof has ended.
		files = append(files, artifactFile{prove.EvidenceName, func() ([]byte, error) { return encoded, err }})
	}
	return writeArtifacts(s.options.Folder, files)
}

// writeArtifacts writes the files in their order. A file that cannot be made
// does not stop the others. After a failure of the disk the last is not
// written, so that the proof can be resumed when there is room. The error has
// why files are missing.
func writeArtifacts(folder string, files []artifactFile) error {
	var failed []error
	disk := false
	for i, f := range files {
		text, err := f.text()
		if err == nil && disk && i == len(files)-1 {
			break
		}
		if err == nil {
			err = wholefile.Write(filepath.Join(folder, f.name), text)
			disk = disk || err != nil
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("prove: cannot write %s: %w", f.name, err))
		}
	}
	return errors.Join(failed...)
}

// attestations returns the statements about evidence.json, signed if there is a
// key.
func (s *proving) attestations(encoded []byte, diff string) artifactFile {
	statements := func() ([]byte, error) { return attest.Statements(encoded, []byte(diff)) }
	if s.signKey == nil {
		return artifactFile{attest.UnsignedName, statements}
	}
	return artifactFile{attest.SignedName, func() ([]byte, error) {
		text, err := statements()
		if err != nil {
			return nil, err
		}
		return attest.Sign(text, s.signKey)
	}}
}

// compare tells how a proof that was made again differs from the one of the
// evidence.
func (s *proving) compare(e *evidence.Evidence) error {
	differences := prove.Compare(s.theirs, e)
	if len(differences) == 0 {
		fmt.Fprintln(s.env.Stderr, "autofix: the evidence holds: verdict, tests and patch are the same")
		return nil
	}
	for _, d := range differences {
		fmt.Fprintf(s.env.Stderr, "autofix: %s\n", inert.Line(d))
	}
	return &cli.FindingsError{What: "prove: the evidence does not hold"}
}
