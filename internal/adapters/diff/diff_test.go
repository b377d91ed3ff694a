package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

var given = adaptertest.Files{
	"a.txt":     "one\ntwo\nthree\n",
	"crlf.txt":  "one\r\ntwo\r\n",
	"open.txt":  "one\ntwo",
	"dir/b.txt": "b\n",
	"b/x.txt":   "x\n",
	"empty":     "",
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, dir, output string
		want              []string
	}{
		{"of git", "", "diff --git a/a.txt b/a.txt\nindex 1..2 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n", []string{
			"a.txt:4-8 warning diff/patch the diff changes this line",
			"  suggestion Apply the diff to a.txt",
			`    a.txt:4-8 "2\n"`,
		}},
		{"of diff -u, with times", "", "--- a.txt\t2026-01-01 10:00:00.000000000 +0000\n+++ a.txt\t2026-01-02 10:00:00.000000000 +0000\n@@ -1,3 +1,4 @@\n+zero\n one\n two\n-three\n+3\n", []string{
			"a.txt:0-0 warning diff/patch the diff changes this file in 2 places, of which this is the first",
			"  suggestion Apply the diff to a.txt",
			`    a.txt:0-0 "zero\n"`,
			`    a.txt:8-14 "3\n"`,
		}},
		{"with the prefixes of git, but not of git", "", "--- a/dir/b.txt\n+++ b/dir/b.txt\n@@ -1 +1 @@\n-b\n+c\n", []string{
			"dir/b.txt:0-2 warning diff/patch the diff changes this line",
			"  suggestion Apply the diff to dir/b.txt",
			`    dir/b.txt:0-2 "c\n"`,
		}},
		{"in a folder that is named like a prefix", "", "--- b/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-x\n+y\n", []string{
			"b/x.txt:0-2 warning diff/patch the diff changes this line",
			"  suggestion Apply the diff to b/x.txt",
			`    b/x.txt:0-2 "y\n"`,
		}},
		{"names relative to a folder, and absolute ones", "dir", "--- b.txt\n+++ /work/dir/b.txt\n@@ -1 +1 @@\n-b\n+c\n", []string{
			"dir/b.txt:0-2 warning diff/patch the diff changes this line",
			"  suggestion Apply the diff to dir/b.txt",
			`    dir/b.txt:0-2 "c\n"`,
		}},
		{"line ends", "", "--- crlf.txt\n+++ crlf.txt\n@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r\n", []string{
			"crlf.txt:5-10 warning diff/patch the diff changes this line",
			"  suggestion Apply the diff to crlf.txt",
			`    crlf.txt:5-10 "2\r\n"`,
		}},
		{"a final newline", "", "--- open.txt\n+++ open.txt\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+two\n", []string{
			"open.txt:4-7 warning diff/patch the diff changes this line",
			"  suggestion Apply the diff to open.txt",
			`    open.txt:4-7 "two\n"`,
		}},
		{"two files, after other text", "", "would reformat a.txt\n--- a.txt\n+++ a.txt\n@@ -1,3 +1,2 @@\n one\n-two\n three\n--- dir/b.txt\n+++ dir/b.txt\n@@ -1 +1 @@\n-b\n+c\n", []string{
			"a.txt:4-8 warning diff/patch the diff changes this line",
			"  suggestion Apply the diff to a.txt",
			`    a.txt:4-8 ""`,
			"dir/b.txt:0-2 warning diff/patch the diff changes this line",
			"  suggestion Apply the diff to dir/b.txt",
			`    dir/b.txt:0-2 "c\n"`,
		}},
		{"a new file", "", "diff --git a/new/n.sh b/new/n.sh\nnew file mode 100755\nindex 0000000..2\n--- /dev/null\n+++ b/new/n.sh\n@@ -0,0 +1 @@\n+#!/bin/sh\n", []string{
			"  suggestion Create new/n.sh",
			`    new/n.sh create "#!/bin/sh\n"`,
		}},
		{"a new file, not of git", "dir", "--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1 @@\n+n\n", []string{
			"  suggestion Create dir/n.txt",
			`    dir/n.txt create "n\n"`,
		}},
		{"a new file that is empty", "", "diff --git a/n b/n\nnew file mode 100644\nindex 0000000..e69de29\n", []string{
			"  suggestion Create n",
			`    n create ""`,
		}},
		{"a file that goes", "", "diff --git a/dir/b.txt b/dir/b.txt\ndeleted file mode 100644\nindex 1..0\n--- a/dir/b.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n", []string{
			"dir/b.txt:0-0 warning diff/patch the diff deletes this file",
			"  suggestion Delete dir/b.txt",
			`    dir/b.txt delete`,
		}},
		{"a rename with a change", "", "diff --git a/dir/b.txt b/dir/c.txt\nsimilarity index 50%\nrename from dir/b.txt\nrename to dir/c.txt\nindex 1..2 100644\n--- a/dir/b.txt\n+++ b/dir/c.txt\n@@ -1 +1 @@\n-b\n+c\n", []string{
			"dir/b.txt:0-0 warning diff/patch the diff renames this file to dir/c.txt",
			"  suggestion Rename dir/b.txt to dir/c.txt",
			`    dir/b.txt delete`,
			`    dir/c.txt create "c\n"`,
		}},
		{"a copy", "", "diff --git a/dir/b.txt b/dir/c.txt\nsimilarity index 100%\ncopy from dir/b.txt\ncopy to dir/c.txt\n", []string{
			"dir/b.txt:0-0 warning diff/patch the diff copies this file to dir/c.txt",
			"  suggestion Create dir/c.txt",
			`    dir/c.txt create "b\n"`,
		}},
		{"nothing", "", "", nil},
		{"no change", "", "--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+two\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, given, test.dir, test.output)
			adaptertest.Check(t, found, test.want...)
			if len(refused) > 0 {
				t.Errorf("refused: %v", refused)
			}
		})
	}
}

// What cannot be used is refused by itself.
func TestRefused(t *testing.T) {
	const good = "diff --git a/dir/b.txt b/dir/b.txt\n--- a/dir/b.txt\n+++ b/dir/b.txt\n@@ -1 +1 @@\n-b\n+c\n"
	for _, test := range []struct{ name, output, want string }{
		{"another text", "--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n one\n-2\n+two\n", "changed: result 1: a.txt: the diff does not apply: line 2: "},
		{"other lines", "--- a.txt\n+++ a.txt\n@@ -2,2 +2,2 @@\n one\n-two\n+2\n", "changed: result 1: a.txt: the diff does not apply: line 2: "},
		{"lines after the end", "--- a.txt\n+++ a.txt\n@@ -9 +9 @@\n-x\n+y\n", "changed: result 1: a.txt: the diff does not apply: line 4: "},
		{"a file that was not given", "--- x.txt\n+++ x.txt\n@@ -1 +1 @@\n-x\n+y\n", "not_given: result 1: x.txt: not among the files that the checker was given"},
		{"a file outside", "--- ../x.txt\n+++ ../x.txt\n@@ -1 +1 @@\n-x\n+y\n", "not_given: result 1: ../x.txt: not among the files that the checker was given"},
		{"a new file outside", "--- /dev/null\n+++ b/../../x.txt\n@@ -0,0 +1 @@\n+x\n", "not_given: result 1: ../../x.txt: not a path in the workspace"},
		{"a new file with an absolute path", "--- /dev/null\n+++ /etc/x\n@@ -0,0 +1 @@\n+x\n", "not_given: result 1: /etc/x: not a path in the workspace"},
		{"a new file that is there", "--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n", "changed: result 1: a.txt: the output says that it is absent, but the checker was given it"},
		{"a deletion of a part", "--- a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n", "changed: result 1: a.txt: the diff does not apply: line 3: "},
		{"a mode", "diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n", "invalid: result 1: a.txt: the diff changes its mode, which a fix cannot do"},
		{"a link", "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n", "invalid: result 1: l: not a regular file in the diff: a fix neither writes nor replaces links"},
		{"a repository", "diff --git a/l b/l\nnew file mode 160000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+Subproject commit 1\n", "invalid: result 1: l: not a regular file in the diff: a fix neither writes nor replaces links"},
		{"a binary file without its bytes", "diff --git a/a.txt b/a.txt\nindex 1..2 100644\nBinary files a/a.txt and b/a.txt differ\n", "place: result 1: a.txt: the diff does not apply: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, given, "", test.output+good)
			if len(refused) != 1 || !strings.HasPrefix(refused[0], test.want) {
				t.Errorf("got  %q\nwant %q", refused, test.want)
			}
			if len(found.Fixes) != 1 || found.Fixes[0].Title != "Apply the diff to dir/b.txt" {
				t.Errorf("the other fixes are %+v", found.Fixes)
			}
		})
	}
}

func TestMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"error: no such option\n":                       "not a unified diff: no file header was found",
		"@@ -1 +1 @@\n-b\n+c\n":                         "not a unified diff: ",
		"--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n": "not a unified diff: ",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, given, output); !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %q, want %q", output, got, want)
		}
	}
}

// What our own diffs say is what is read.
func TestRoundTrip(t *testing.T) {
	before := given["a.txt"]
	after := "zero\none\nthree\nfour"
	patch := string(textdiff.Unified("a.txt", "a.txt", []byte(before), []byte(after), textdiff.Options{}))
	found, _ := adaptertest.Read(t, Adapter{}, given, "", patch)
	got := before
	edits := found.Fixes[0].Edits
	for i := len(edits) - 1; i >= 0; i-- {
		got = got[:edits[i].Start] + string(edits[i].New) + got[edits[i].End:]
	}
	if diff := cmp.Diff(after, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("one\ntwo\n", "--- a\n+++ a\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n")
	f.Add("x", "diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n")
	f.Add("", "diff --git a/n b/n\nnew file mode 100644\nindex 0000000..e69de29\n")
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type hunk struct {
		OldStart, OldCount, NewStart, NewCount int
		Lines                                  []struct {
			Op   uint8
			Text string
		}
		NoNewline bool
	}
	type file struct {
		Git           bool
		OldPath, Path string
		Header        string
		Hunks         []hunk
	}
	encode := func(files *[]file) ([]byte, error) {
		var text strings.Builder
		for _, p := range *files {
			if p.Git {
				fmt.Fprintf(&text, "diff --git a/%s b/%s\n%s\n", p.OldPath, p.Path, p.Header)
			}
			fmt.Fprintf(&text, "--- a/%s\n+++ b/%s\n", p.OldPath, p.Path)
			for _, h := range p.Hunks {
				fmt.Fprintf(&text, "@@ -%d,%d +%d,%d @@\n", h.OldStart, h.OldCount, h.NewStart, h.NewCount)
				for _, l := range h.Lines {
					fmt.Fprintf(&text, "%c%s\n", " +-\\"[l.Op%4], strings.TrimSuffix(l.Text, "\n"))
				}
				if h.NoNewline {
					text.WriteString("\\ No newline at end of file\n")
				}
			}
		}
		return []byte(text.String()), nil
	}
	adaptertest.FuzzModel(f, Adapter{}, "a", encode, "old_mode_100644", "deleted_file_mode_100644")
}
