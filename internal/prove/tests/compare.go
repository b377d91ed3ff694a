// Package tests reports the effect of a change on tests, and which code only
// tests use.
package tests

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// A Pair is a file before and after a change. A text is nil where there is no
// such file.
type Pair struct {
	Path          string
	Before, After []byte
}

// A Difference is the effect of a change on tests. A test is in several lists
// if several things happened to it. Tests of Deleted are as before the change,
// all others as after it.
type Difference struct {
	Added   []source.Test
	Changed []source.Test // also by a skip or a constraint
	Deleted []source.Test
	// Skipped are newly skipped: always, or under more conditions.
	Skipped []source.Test
	// Emptied asserted something and assert nothing any more; Weakened assert
	// less often.
	Emptied  []source.Test
	Weakened []source.Test
	// Only newly keep other tests from running.
	Only []source.Test
	// Hooks are code around tests that was added or changed.
	Hooks []source.Test
	// Shared are the paths of files whose code outside of tests changed, such
	// as a table that tests read.
	Shared []string
	// Unreadable are the paths of files whose tests are not all known after the
	// change, and were before it.
	Unreadable []string
}

// The codes of findings, which are also names of policies.
const (
	CodeDeleted    = "tests.deleted"
	CodeSkipped    = "tests.skipped"
	CodeEmptied    = "tests.emptied"
	CodeOnly       = "tests.only"
	CodeHarness    = "tests.harness"
	CodeUnreadable = "tests.unreadable"
)

// A Finding is something that a change must not do to tests without an
// exception.
type Finding struct {
	Code   string
	Path   string
	Test   string // its full name, or empty
	Detail string // a sentence without a full stop
}

// Compare returns the effect of a change of files on their tests. A test
// that moved to another file of its language is not deleted; a Go test must
// stay in its package.
func Compare(pairs ...Pair) *Difference {
	d := &Difference{}
	var gone, added []source.Test
	for _, p := range pairs {
		before, after := source.Of(p.Path, p.Before), source.Of(p.Path, p.After)
		d.file(p, before, after)
		old := byKey(before.Tests)
		for _, t := range after.Tests {
			if was, ok := take(old, &t, t.Key()); ok {
				d.pair(was, t)
				continue
			}
			added = append(added, t)
		}
		for _, t := range before.Tests {
			if left, ok := take(old, &t, t.Key()); ok {
				gone = append(gone, left)
			}
		}
	}
	d.moved(gone, added)
	return d
}

// file compares the code around the tests.
func (d *Difference) file(p Pair, before, after *source.File) {
	if p.Before != nil && p.After != nil && before.Rest != after.Rest {
		d.Shared = append(d.Shared, p.Path)
	}
	if p.After != nil && after.Unreadable != "" && (p.Before == nil || before.Unreadable == "") {
		d.Unreadable = append(d.Unreadable, p.Path)
	}
	old := byKey(before.Hooks)
	for _, h := range after.Hooks {
		if was, ok := take(old, &h, h.Key()); !ok || was.Digest != h.Digest {
			d.Hooks = append(d.Hooks, h)
		}
	}
	for _, h := range before.Hooks {
		if left, ok := take(old, &h, h.Key()); ok {
			d.Hooks = append(d.Hooks, left)
		}
	}
	if p.Before != nil && before.Constraint != after.Constraint && after.Constraint != "" {
		for _, t := range after.Tests {
			if t.Skipped == "" {
				t.Skipped = "build constraint " + after.Constraint
				d.Skipped = append(d.Skipped, t)
			}
		}
	}
}

// moved pairs tests that are in another file now.
func (d *Difference) moved(gone, added []source.Test) {
	place := func(t *source.Test) string {
		folder := ""
		if t.Language == source.Go || t.Language == source.Starlark {
			folder = path.Dir(t.Path)
		}
		return string(t.Language) + "\x00" + folder + "\x00" + t.Key()
	}
	left := map[string][]source.Test{}
	for _, t := range gone {
		left[place(&t)] = append(left[place(&t)], t)
	}
	for _, t := range added {
		if was, ok := take(left, &t, place(&t)); ok {
			d.pair(was, t)
			continue
		}
		d.Added = append(d.Added, t)
		if t.Only {
			d.Only = append(d.Only, t)
		}
	}
	for _, t := range gone {
		if lost, ok := take(left, &t, place(&t)); ok {
			d.Deleted = append(d.Deleted, lost)
		}
	}
}

// pair compares a test before and after.
func (d *Difference) pair(was, is source.Test) {
	if was.Digest != is.Digest || was.Skipped != is.Skipped {
		d.Changed = append(d.Changed, is)
	}
	if is.Skipped != "" && was.Skipped == "" || is.Skips > was.Skips {
		d.Skipped = append(d.Skipped, is)
	}
	switch {
	case is.Asserts < 0 || is.Asserts >= was.Asserts:
	case is.Asserts == 0:
		// Code behind an unconditional skip is not counted.
		if is.Skipped == "" || was.Skipped != "" {
			d.Emptied = append(d.Emptied, is)
		}
	default:
		d.Weakened = append(d.Weakened, is)
	}
	if is.Only && !was.Only {
		d.Only = append(d.Only, is)
	}
}

// Findings returns the problems with the change of tests, in a stable order.
// Tests that only assert less often are not among them.
func (d *Difference) Findings() []Finding {
	var all []Finding
	each := func(code string, list []source.Test, detail func(t *source.Test) string) {
		for i := range list {
			t := &list[i]
			all = append(all, Finding{code, t.Path, t.FullName(), detail(t)})
		}
	}
	named := func(what string) func(t *source.Test) string {
		return func(t *source.Test) string { return fmt.Sprintf("%s %s", t.FullName(), what) }
	}
	each(CodeDeleted, d.Deleted, named("is deleted"))
	each(CodeSkipped, d.Skipped, func(t *source.Test) string {
		if t.Skipped != "" {
			return fmt.Sprintf("%s is newly skipped (%s)", t.FullName(), t.Skipped)
		}
		return t.FullName() + " may be skipped in more cases"
	})
	each(CodeEmptied, d.Emptied, named("asserts nothing any more"))
	each(CodeOnly, d.Only, named("keeps other tests from running"))
	each(CodeHarness, d.Hooks, named("decides how tests run, and changes"))
	for _, p := range d.Unreadable {
		all = append(all, Finding{CodeUnreadable, p, "", "the tests of " + p + " cannot be read after the change"})
	}
	slices.SortStableFunc(all, func(a, b Finding) int {
		return strings.Compare(a.Code+"\x00"+a.Path+"\x00"+a.Test, b.Code+"\x00"+b.Path+"\x00"+b.Test)
	})
	return all
}

func byKey(list []source.Test) map[string][]source.Test {
	m := map[string][]source.Test{}
	for _, t := range list {
		m[t.Key()] = append(m[t.Key()], t)
	}
	return m
}

// take removes a test of a key, one of the same digest if there is one.
func take(m map[string][]source.Test, like *source.Test, key string) (source.Test, bool) {
	list := m[key]
	if len(list) == 0 {
		return source.Test{}, false
	}
	i := slices.IndexFunc(list, func(t source.Test) bool { return t.Digest == like.Digest })
	i = max(i, 0)
	t := list[i]
	list[i] = list[0]
	m[key] = list[1:]
	return t, true
}
