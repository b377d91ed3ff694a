package autofix

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

var (
	one   = fixedits.SnapshotOf("a/one.txt", []byte("one"))
	two   = fixedits.SnapshotOf("a/two.txt", []byte("two"))
	given = []fixedits.Snapshot{one, two}
)

// found returns an artifact with a finding and a fix of the first byte of one.
func found() *artifact.Artifact {
	return &artifact.Artifact{
		Version:   artifact.Version,
		Tool:      artifact.Tool{Name: "theirs", Version: "7"},
		Origin:    "theirs too",
		Without:   []string{"format"},
		Snapshots: []fixedits.Snapshot{one},
		Diagnostics: []fixedits.Diagnostic{{
			ID: "d1", Rule: "x/rule", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Message: "wrong",
			Path: one.Path, Start: 0, End: 1, Line: 1, Column: 1, Fixes: []string{"f1"},
		}},
		Fixes: []fixedits.Fix{{
			ID: "f1", Rule: "x/rule", Phase: fixedits.PhaseStyle, Title: "Fix it", Safety: fixedits.SafetySafe,
			Confidence: fixedits.ConfidenceHigh, Edits: []fixedits.Edit{{Path: one.Path, Start: 0, End: 1, New: []byte("O")}},
		}},
	}
}

// read reads an artifact. No file is read for it.
func read(t *testing.T, a *artifact.Artifact) *adapters.Result {
	t.Helper()
	text, err := artifact.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	files := adapters.NewFiles(given, func(string) ([]byte, error) { return nil, os.ErrInvalid })
	result, err := Adapter{}.Read(bytes.NewReader(text), files, "elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// accepted returns the artifact produced from another one, and fails the test
// if anything is refused.
func accepted(t *testing.T, a *artifact.Artifact) *artifact.Artifact {
	t.Helper()
	result := read(t, a)
	for _, refusal := range result.Refused {
		t.Errorf("refused: %v", refusal)
	}
	got, err := result.Artifact("mine", "//a:b", given)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestReadMakesAnArtifactOfOurs(t *testing.T) {
	a := found()
	a.Plan = true
	a.Fixes[0].Disposition = &fixedits.Disposition{Status: fixedits.StatusConflict, Code: "overlaps", By: "f1"}
	want := found()
	want.Tool.Name, want.Origin, want.Snapshots = "mine", "//a:b", given
	want.Fixes[0].ID = fixedits.ContentID(&want.Fixes[0])
	want.Diagnostics[0].ID = fixedits.DiagnosticID(&want.Diagnostics[0])
	want.Diagnostics[0].Fixes = []string{want.Fixes[0].ID}
	if diff := cmp.Diff(want, accepted(t, a)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadMakesOneOfEqualFindings(t *testing.T) {
	a := found()
	fix, d := a.Fixes[0], a.Diagnostics[0]
	fix.ID, d.ID, d.Fixes = "f2", "d2", []string{"f2"}
	other := fix
	other.ID, other.Edits = "f3", []fixedits.Edit{{Path: one.Path, Start: 0, End: 1, New: []byte("0")}}
	d.Fixes = append(d.Fixes, other.ID)
	a.Fixes = append(a.Fixes, fix, other)
	a.Diagnostics = append(a.Diagnostics, d)
	got := accepted(t, a)
	if len(got.Fixes) != 2 || len(got.Diagnostics) != 1 {
		t.Fatalf("%d fixes, %d diagnostics, want 2 and 1", len(got.Fixes), len(got.Diagnostics))
	}
	want := []string{fixedits.ContentID(&fix), fixedits.ContentID(&other)}
	if diff := cmp.Diff(want, got.Diagnostics[0].Fixes); diff != "" {
		t.Errorf("alternatives (-want +got):\n%s", diff)
	}
}

// A related place in another file than the given ones costs nothing but itself.
func TestReadKeepsRelatedPlacesOfGivenFiles(t *testing.T) {
	a := found()
	other := fixedits.SnapshotOf("b/one.txt", []byte("one"))
	a.Snapshots = append(a.Snapshots, other, two)
	for _, path := range []string{two.Path, other.Path, one.Path} {
		a.Diagnostics[0].Relate(fixedits.Related{Path: path, End: 3, Line: 1, Column: 1, Message: "of " + path})
	}
	result := read(t, a)
	if len(result.Refused) != 1 || result.Refused[0].Path != other.Path {
		t.Errorf("refused: %v, want only %s", result.Refused, other.Path)
	}
	got, err := result.Artifact("mine", "", given)
	if err != nil {
		t.Fatal(err)
	}
	want := []fixedits.Related{a.Diagnostics[0].Related[0], a.Diagnostics[0].Related[2]}
	i := slices.IndexFunc(got.Diagnostics, func(d fixedits.Diagnostic) bool { return d.Rule == "x/rule" })
	if diff := cmp.Diff(want, got.Diagnostics[i].Related); diff != "" {
		t.Errorf("related places (-want +got):\n%s", diff)
	}
}

func TestReadKeepsFixesWithoutAFinding(t *testing.T) {
	a := found()
	fix := a.Fixes[0]
	fix.ID, fix.Edits = "f2", []fixedits.Edit{{Path: one.Path, Start: 0, End: 1, New: []byte("0")}}
	a.Fixes = append(a.Fixes, fix)
	if got := accepted(t, a); len(got.Fixes) != 2 || len(got.Diagnostics[0].Fixes) != 1 {
		t.Errorf("%+v", got)
	}
}

// A finding or fix of another file, or of other bytes, is refused. The others
// stay.
func TestReadRefuses(t *testing.T) {
	for _, test := range []struct {
		name string
		to   fixedits.Snapshot
		code adapters.Code
		want string
	}{
		{"another file", fixedits.SnapshotOf("b/one.txt", []byte("one")), adapters.CodeNotGiven, "b/one.txt: not among the files"},
		{"other bytes", fixedits.SnapshotOf(two.Path, []byte("TWO")), adapters.CodeChanged, "a/two.txt: the artifact was made for other bytes of it (3, "},
		{"another size", fixedits.Snapshot{Path: two.Path, SHA256: two.SHA256, Size: 4}, adapters.CodeChanged, "a/two.txt: the artifact was made for other bytes of it (4, "},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := found()
			a.Snapshots = append(a.Snapshots, test.to)
			across, alone, d := a.Fixes[0], a.Fixes[0], a.Diagnostics[0]
			across.ID, across.Edits = "f2", append([]fixedits.Edit{{Path: test.to.Path, End: 1}}, across.Edits...)
			alone.ID, alone.Edits = "f3", across.Edits[:1]
			d.ID, d.Path, d.Fixes = "d2", test.to.Path, []string{"f3"}
			a.Diagnostics[0].Fixes = []string{"f2", "f1"}
			a.Fixes = append(a.Fixes, across, alone)
			a.Diagnostics = append(a.Diagnostics, d)
			result := read(t, a)
			var ids []string
			for _, refusal := range result.Refused {
				if refusal.Code != test.code || !strings.Contains(refusal.Error(), test.want) {
					t.Errorf("refused %s: %v, want %s: %q", refusal.Code, refusal, test.code, test.want)
				}
				ids = append(ids, refusal.ID)
			}
			if diff := cmp.Diff([]string{"", "f2", "f3", "d2"}, ids); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
			got, err := result.Artifact("mine", "", given)
			if err != nil {
				t.Fatal(err)
			}
			own := fixedits.ContentID(&a.Fixes[0])
			if len(got.Fixes) != 1 || got.Fixes[0].ID != own {
				t.Errorf("fixes that are left: %+v", got.Fixes)
			}
			var rules []string
			for _, d := range got.Diagnostics {
				rules = append(rules, d.Rule)
			}
			if diff := cmp.Diff([]string{"x/rule", adapters.RefusedRule}, rules); diff != "" || !slices.Equal(got.Diagnostics[0].Fixes, []string{own}) {
				t.Errorf("findings that are left (-want +got):\n%s\n%+v", diff, got.Diagnostics)
			}
		})
	}
}

// The actions of a fix may be about a file that none of its edits changes.
func TestReadRefusesActionsForOtherBytes(t *testing.T) {
	a := found()
	a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(two.Path, []byte("TWO")))
	a.Fixes[0].Actions = []fixedits.Operation{{Kind: fixedits.OpRemoveKey, File: two.Path, Key: "k"}}
	result := read(t, a)
	var refused []string
	for _, refusal := range result.Refused {
		refused = append(refused, refusal.ID+" "+string(refusal.Code))
	}
	if diff := cmp.Diff([]string{" changed", "f1 changed"}, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
}

func TestReadRefusesAFindingOfWhatWasNotRead(t *testing.T) {
	a := found()
	a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{
		ID: "d9", Rule: "r", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityInfo, Message: "m", Path: "b", Line: 1, Column: 1,
	})
	result := read(t, a)
	if len(result.Refused) != 1 || result.Refused[0].Error() != "result 2 (d9): b: not among the files that the checker was given" {
		t.Errorf("refused %v", result.Refused)
	}
}

func TestReadMalformed(t *testing.T) {
	result, err := Adapter{}.Read(strings.NewReader(`{"version": 1`), adapters.NewFiles(nil, nil), "")
	if malformed, ok := errors.AsType[*artifact.Error](err); !ok || result != nil || !strings.Contains(malformed.Error(), "was it cut off?") {
		t.Errorf("%v, %v", result, err)
	}
}

// Whatever is read results in a valid artifact.
func FuzzRead(f *testing.F) {
	text, err := artifact.Marshal(found())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(bytes.ReplaceAll(text, []byte(one.Path), []byte("b")))
	f.Add(text[:len(text)/2])
	f.Fuzz(func(t *testing.T, text []byte) {
		files := adapters.NewFiles(given, func(string) ([]byte, error) { return nil, os.ErrInvalid })
		result, err := Adapter{}.Read(bytes.NewReader(text), files, "")
		if err != nil {
			return
		}
		if _, err := result.Artifact("mine", "", given); err != nil {
			t.Error(err)
		}
	})
}

// A path that is not given may be created if the artifact has an absent
// snapshot of it and no file exists.
func TestReadTakesCreations(t *testing.T) {
	for _, test := range []struct {
		name, path string
		want       string // of the refusal; empty: there is none
	}{
		{"no file", "b/new.txt", ""},
		{"a folder's file that is not there", "none/of/it", ""},
		{"below a file", "a/one.txt/x", ""}, // for the merge to judge
		{"a given file", one.Path, "a/one.txt: the output says that it is absent, but the checker was given it"},
		{"another file that is there", "b/there.txt", "b/there.txt: the output says that it is absent, but it exists"},
		{"what cannot be read", "b/secret.txt", "b/secret.txt: the output says that it is absent, but it exists"},
	} {
		t.Run(test.name, func(t *testing.T) {
			created := fixedits.Edit{Path: test.path, New: []byte("x\n"), Kind: fixedits.EditCreate, Executable: true}
			a := found()
			a.Snapshots = []fixedits.Snapshot{two, fixedits.SnapshotOfAbsent(test.path), fixedits.SnapshotOfAbsent("unused")}
			a.Fixes[0].Edits = []fixedits.Edit{{Path: two.Path, Kind: fixedits.EditDelete}, created}
			a.Diagnostics[0].Path, a.Diagnostics[0].End = test.path, 0
			text, err := artifact.Marshal(a)
			if err != nil {
				t.Fatal(err)
			}
			files := adapters.NewFiles(given, func(path string) ([]byte, error) {
				switch path {
				case "b/there.txt":
					return []byte("there"), nil
				case "b/secret.txt":
					return nil, os.ErrPermission
				case "a/one.txt/x":
					return nil, syscall.ENOTDIR
				}
				return nil, os.ErrNotExist
			})
			result, err := Adapter{}.Read(bytes.NewReader(text), files, "")
			if err != nil {
				t.Fatal(err)
			}
			if test.want != "" {
				if len(result.Refused) != 3 || result.Refused[0].Error() != test.want { // the path, its fix and its finding
					t.Errorf("refused %v, want %s", result.Refused, test.want)
				}
				return
			}
			got, err := result.Artifact("mine", "", given)
			if err != nil || len(result.Refused) > 0 {
				t.Fatalf("%v, refused %v", err, result.Refused)
			}
			want := append(slices.Clone(given), fixedits.SnapshotOfAbsent(test.path))
			slices.SortFunc(want, func(a, b fixedits.Snapshot) int { return strings.Compare(a.Path, b.Path) })
			if diff := cmp.Diff(want, got.Snapshots); diff != "" {
				t.Errorf("snapshots (-want +got):\n%s", diff)
			}
			edits := []fixedits.Edit{{Path: two.Path, Kind: fixedits.EditDelete}, created}
			if len(got.Fixes) != 1 || len(got.Diagnostics) != 1 || !cmp.Equal(sorted(edits), sorted(got.Fixes[0].Edits)) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func sorted(edits []fixedits.Edit) []fixedits.Edit {
	slices.SortFunc(edits, func(a, b fixedits.Edit) int { return strings.Compare(a.Path, b.Path) })
	return edits
}

// Artifacts with hostile values are no panic.
func FuzzModel(f *testing.F) {
	type record struct {
		Rule, Message, Path, Phase, Safety string
		Start, End, Fix                    int
		New                                []byte
	}
	type model struct {
		Text    string // of the snapshot
		Absent  bool
		Records []record
	}
	encode := func(m *model) ([]byte, error) {
		a := artifact.New(artifact.Tool{Name: "t"}, "")
		a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf("a", []byte(m.Text)), fixedits.SnapshotOf("b.txt", []byte(m.Text))}
		if m.Absent {
			a.Snapshots[1] = fixedits.SnapshotOfAbsent("b.txt")
		}
		for i, r := range m.Records {
			id := fmt.Sprint(i)
			a.Fixes = append(a.Fixes, fixedits.Fix{
				ID: id, Rule: "r/" + r.Rule, Title: r.Message, Phase: fixedits.Phase(r.Phase), Safety: fixedits.Safety(r.Safety), Confidence: fixedits.ConfidenceHigh,
				Edits: []fixedits.Edit{{Path: r.Path, Start: r.Start, End: r.End, New: r.New}},
			})
			a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{
				ID: id, Rule: "r/" + r.Rule, Message: r.Message, Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityError, Path: r.Path, Start: r.Start, End: r.End, Line: 1, Column: 1, Fixes: []string{id},
			})
		}
		return artifact.Marshal(a)
	}
	adaptertest.FuzzModel(f, Adapter{}, "a", encode, "safe", "suggestion", "syntax", "semantic", "", "one\ntwo\n")
}
