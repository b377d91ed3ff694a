package fixedits_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// mustMergeApart asserts that proposals make the same plan if each set of
// connected files is merged separately.
func mustMergeApart(t *testing.T, want *fixedits.Plan, proposals []fixedits.Proposal, opts fixedits.Options) {
	t.Helper()
	got, err := fixedits.Merge(proposals, opts.Apart())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmpDiff(want, got); diff != "" {
		t.Fatalf("in parts, the plan is another (-together +apart):\n%s", diff)
	}
}

// The files of a plan are read and dropped part by part. Each row has one fix
// of each of the files a to f, and says what is read before anything of it is
// dropped.
func TestFilesThatAreConnectedAreMergedTogether(t *testing.T) {
	both := func(other string) func(*fixedits.Fix) {
		return func(f *fixedits.Fix) { f.Edits = append(f.Edits, in(other, 0, 1, "z")) }
	}
	for _, r := range []struct {
		name        string
		fixes       []fixedits.Fix
		diagnostics []fixedits.Diagnostic
		want        string // the files of each part
	}{
		{"nothing in common", []fixedits.Fix{fix("f1", in("a", 0, 1, "y")), fix("f2", in("b", 0, 1, "y")), fix("f3", in("c", 0, 1, "y"))}, nil, "a; b; c"},
		{"two fixes of one file", []fixedits.Fix{fix("f1", in("a", 0, 1, "y")), fix("f2", in("a", 2, 3, "y")), fix("f3", in("b", 0, 1, "y"))}, nil, "a; b"},
		{"a fix of two files", []fixedits.Fix{fix("f1", in("a", 0, 1, "y"), both("c")), fix("f2", in("b", 0, 1, "y"))}, nil, "a c; b"},
		{"a chain", []fixedits.Fix{fix("f1", in("a", 0, 1, "y"), both("e")), fix("f2", in("e", 2, 3, "y"), both("c")), fix("f3", in("c", 4, 5, "y"), both("d")), fix("f4", in("b", 0, 1, "y"))}, nil, "a c d e; b"},
		{"an isolation key", []fixedits.Fix{fix("f1", in("a", 0, 1, "y"), isolation("k")), fix("f2", in("c", 0, 1, "y"), isolation("k")), fix("f3", in("b", 0, 1, "y"), isolation("l"))}, nil, "a; b"},
		{
			"alternatives",
			[]fixedits.Fix{fix("f1", in("a", 0, 1, "y")), fix("f2", in("c", 0, 1, "y")), fix("f3", in("b", 0, 1, "y"))},
			[]fixedits.Diagnostic{{ID: "d1", Fixes: []string{"f1", "f2"}}, {ID: "d2", Fixes: []string{"f3"}}},
			"a; b",
		},
		{"files that are created", []fixedits.Fix{fix("f1", create("New", "x\n")), fix("f2", create("new", "x\n")), fix("f3", create("other", "x\n")), fix("f4", in("b", 0, 1, "y"))}, nil, "New other; b"},
		{"a file in place of a folder", []fixedits.Fix{fix("f1", in("a", 0, 1, "y")), fix("f2", create("a/b", "x\n")), fix("f3", in("c", 0, 1, "y"))}, nil, "a; c"},
	} {
		t.Run(r.name, func(t *testing.T) {
			files := map[string]string{}
			for _, name := range strings.Fields("a b c d e f") {
				files[name] = "x x x x\n"
			}
			p := propose("//a", files, r.fixes...)
			p.Diagnostics = r.diagnostics
			var mutex sync.Mutex
			var parts [][]string
			read := true // since the last part
			opts := fixedits.Options{
				Read: func(path string) ([]byte, error) {
					mutex.Lock()
					defer mutex.Unlock()
					read = true
					return reader(files)(path)
				},
				Each: func(f *fixedits.FileChange) {
					mutex.Lock()
					defer mutex.Unlock()
					if read {
						parts, read = append(parts, nil), false
					}
					parts[len(parts)-1] = append(parts[len(parts)-1], f.Path)
				},
			}
			mustMerge(t, []fixedits.Proposal{p}, fixedits.Options{Read: opts.Read})
			if _, err := fixedits.Merge([]fixedits.Proposal{p}, opts.Apart()); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, part := range parts {
				slices.Sort(part)
				got = append(got, strings.Join(part, " "))
			}
			if got := strings.Join(got, "; "); got != r.want {
				t.Errorf("the parts are %s, want %s", got, r.want)
			}
		})
	}
}

// A plan whose texts are dropped keeps everything else.
func TestDropTexts(t *testing.T) {
	files := map[string]string{}
	var fixes []fixedits.Fix
	for i := range 100 {
		name := fmt.Sprintf("f%03d", i)
		files[name] = "x x\n"
		fixes = append(fixes, fix("x"+name, in(name, 0, 1, "y")))
	}
	fixes = append(fixes, fix("new", create("new", "x\n")), fix("gone", remove("f099")))
	p := propose("//a", files, fixes...)
	kept := mustMerge(t, []fixedits.Proposal{p}, fixedits.Options{Read: reader(files)})
	opts := fixedits.Options{Read: reader(files), Each: (*fixedits.FileChange).DropTexts}
	for _, opts := range []fixedits.Options{opts, opts.Apart()} {
		dropped, err := fixedits.Merge([]fixedits.Proposal{p}, opts)
		if err != nil {
			t.Fatal(err)
		}
		if len(dropped.Files) != len(kept.Files) || cmpDiff(kept.Outcomes, dropped.Outcomes) != "" {
			t.Fatalf("%d files, want %d; outcomes:\n%s", len(dropped.Files), len(kept.Files), cmpDiff(kept.Outcomes, dropped.Outcomes))
		}
		for i := range dropped.Files {
			got, want := &dropped.Files[i], &kept.Files[i]
			if got.Before != nil || got.After != nil || got.Edits != nil {
				t.Errorf("%s has texts", got.Path)
			}
			if got.Path != want.Path || got.AfterSHA256() != want.AfterSHA256() || got.BeforeSHA256 != want.BeforeSHA256 || got.Created != want.Created || got.Deleted != want.Deleted {
				t.Errorf("got %+v, want %+v", got, want)
			}
		}
	}
}
