package policy

import (
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

// tests judges the effect of a patch on tests.
func (j *Judgment) tests(r *Rules, c *change.Change, protected map[string]string) {
	var pairs []tests.Pair
	for i := range c.Files {
		f := &c.Files[i]
		pairs = append(pairs, tests.Pair{Path: f.Path, Before: f.Before, After: f.After})
	}
	j.Tests = tests.Compare(pairs...)
	for _, finding := range j.Tests.Findings() {
		switch f := c.File(finding.Path); {
		case finding.Code == tests.CodeHarness && protected[finding.Path] != "":
			continue // the whole file is refused
		case finding.Code == tests.CodeUnreadable && f != nil && f.Deleted:
			continue // there is nothing to read
		}
		j.refuse(finding.Code, finding.Path, finding.Detail)
	}
	for i := range j.Tests.Weakened {
		t := &j.Tests.Weakened[i]
		j.note(Weakened, t.Path, t.FullName()+" asserts less often than before")
	}
	for i := range c.Files {
		// Deleted tests of other languages are in files that cannot be read.
		f := &c.Files[i]
		if f.Deleted && j.Kind(f.Path) == evidence.TestFile && source.Of(f.Path, f.Before).Language == "" {
			j.refuse(tests.CodeDeleted, f.Path, "a file of tests, or of data that tests read, is deleted")
		}
	}
	j.required(r, c)
}

// required judges whether the patch adds or changes a test.
func (j *Judgment) required(r *Rules, c *change.Change) {
	counted := j.counted(c)
	switch {
	case counted > 0:
		j.note(Required, "", fmt.Sprintf("tests or files of tests that the patch adds or changes: %d", counted))
	case len(j.Files) == 0:
	case !slices.ContainsFunc(j.Files, func(f evidence.File) bool { return f.Kind != evidence.Docs }):
		const reason = "only documentation changes"
		j.note(Required, "", reason)
		j.except(evidence.Exception{Policy: Required, Reason: reason, Alternative: "people read the documentation", By: "automatic"})
	case slices.ContainsFunc(j.Files, func(f evidence.File) bool { return f.Op != "delete" && path.Ext(f.Path) == ".rs" }):
		j.note(Required, "", "whether the patch adds or changes a test is not known: Rust, which has tests in sources, is not read")
	case !r.TestsRequired:
		j.note(Required, "", "the patch adds or changes no test; none is required")
	default:
		j.refuse(Required, "", "the patch adds or changes no test that asserts something; add one that fails without the change")
	}
}

// Proven records whether running a patch showed that a test fails without it
// and passes with it, which is P3. A test of the base that does serves as well
// as one of the patch.
func (j *Judgment) Proven(holds evidence.Holds) {
	for i := range j.Decisions {
		if d := &j.Decisions[i]; d.Policy == Required && !d.OK && holds == evidence.Yes {
			d.OK, d.Detail = true, "the patch adds or changes no test; one of the base fails without it and passes with it"
		}
	}
}

// counted returns how many tests a patch adds or changes that assert something,
// or how many files of tests whose tests are not known.
func (j *Judgment) counted(c *change.Change) int {
	n := 0
	worse := make(map[string]bool)
	for _, list := range [][]source.Test{j.Tests.Skipped, j.Tests.Emptied} {
		for i := range list {
			worse[list[i].Path+"\x00"+list[i].FullName()] = true
		}
	}
	for _, list := range [][]source.Test{j.Tests.Added, j.Tests.Changed} {
		for i := range list {
			// A target of a BUILD file names tests, and is none.
			if t := &list[i]; !t.Empty() && t.Skipped == "" && t.Kind != source.Target && t.Kind != source.Benchmark && !worse[t.Path+"\x00"+t.FullName()] {
				n++
			}
		}
	}
	for i := range c.Files {
		f := &c.Files[i]
		if f.Deleted || j.Kind(f.Path) != evidence.TestFile {
			continue
		}
		if source.Of(f.Path, f.After).Language == "" || slices.Contains(j.Tests.Shared, f.Path) {
			n++ // such as data, or a table, that a test reads
		}
	}
	return n
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
