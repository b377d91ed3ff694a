package rounds

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func TestRun(t *testing.T) {
	tests := []struct {
		name     string
		files    map[string]string
		rules    []replacement
		opts     pipeline.Options
		want     map[string]string
		builds   int
		rounds   int
		outcomes []string
		left     []string
		blocked  int
	}{
		{
			name:   "one build is enough if there are no findings",
			files:  map[string]string{"a": "fine", "b": "fine"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "y"}},
			want:   map[string]string{"a": "fine", "b": "fine"},
			builds: 1, rounds: 1,
		},
		{
			name:   "changes are built again, and a file in two targets is fixed once",
			files:  map[string]string{"a": "x", "b": "x and x"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "y"}},
			want:   map[string]string{"a": "y", "b": "y and y"},
			builds: 2, rounds: 1,
			outcomes: []string{"1 r/x applied", "1 r/x applied", "1 r/x applied", "1 r/x duplicate"},
		},
		{
			name:   "a fix may lead to another in each round",
			files:  map[string]string{"a": "x"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "yy"}, {Rule: "r/y", Old: "yy", New: "z"}},
			want:   map[string]string{"a": "z"},
			builds: 3, rounds: 2,
			outcomes: []string{"1 r/x applied", "1 r/x duplicate", "2 r/y applied", "2 r/y duplicate"},
		},
		{
			name:   "pending fixes are left after the last round",
			files:  map[string]string{"a": "x"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "yy"}, {Rule: "r/y", Old: "yy", New: "z"}},
			opts:   pipeline.Options{Rounds: 1},
			want:   map[string]string{"a": "yy"},
			builds: 2, rounds: 1,
			outcomes: []string{"1 r/x applied", "1 r/x duplicate"},
			left:     []string{"a: found yy (deferred: this run has no rounds left)"},
		},
		{
			name:   "a finding whose fix is not applied is left, with the reason of the last round",
			files:  map[string]string{"a": "xs"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "y"}, {Rule: "r/s", Old: "s", New: "t", Safety: fixedits.SafetySuggestion}, {Rule: "r/n", Old: "s", NoFix: true}},
			want:   map[string]string{"a": "ys"},
			builds: 2, rounds: 2,
			outcomes: []string{"1 r/s filtered", "1 r/s filtered", "1 r/x applied", "1 r/x duplicate", "2 r/s filtered", "2 r/s filtered"},
			left:     []string{"a: found s", "a: found s (suggestion)"},
		},
		{
			name:   "a dry run builds once and writes nothing",
			files:  map[string]string{"a": "x"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "yy"}, {Rule: "r/y", Old: "yy", New: "z"}},
			opts:   pipeline.Options{DryRun: true},
			want:   map[string]string{"a": "x"},
			builds: 1, rounds: 1,
			outcomes: []string{"1 r/x applied", "1 r/x duplicate"},
		},
		{
			name:   "strict writes nothing if an error is left in a file that no fix changes",
			files:  map[string]string{"a": "x", "b": "e"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "y"}, {Rule: "r/e", Old: "e", NoFix: true, Severity: fixedits.SeverityError}},
			opts:   pipeline.Options{Policy: policy.Strict},
			want:   map[string]string{"a": "x", "b": "e"},
			builds: 1, rounds: 1,
			outcomes: []string{"1 r/x deferred", "1 r/x duplicate"},
			left:     []string{"b: found e", "a: found x (deferred: the strict policy applies all or nothing)"},
			blocked:  1,
		},
		{
			name:   "strict undoes all if an error is left in a file that a fix changes",
			files:  map[string]string{"a": "x e"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "y"}, {Rule: "r/e", Old: "e", NoFix: true, Severity: fixedits.SeverityError}},
			opts:   pipeline.Options{Policy: policy.Strict},
			want:   map[string]string{"a": "x e"},
			builds: 2, rounds: 1,
			outcomes: []string{"1 r/x deferred", "1 r/x duplicate"},
			left:     []string{"a: found e", "a: found x (deferred: the strict policy applies all or nothing)"},
			blocked:  1,
		},
		{
			name:   "strict passes if a later round removes an error",
			files:  map[string]string{"a": "x e"},
			rules:  []replacement{{Rule: "r/x", Old: "x e", New: "y e"}, {Rule: "r/e", Old: "y e", New: "z"}, {Rule: "r/no", Old: "e", NoFix: true, Severity: fixedits.SeverityError}},
			opts:   pipeline.Options{Policy: policy.Strict},
			want:   map[string]string{"a": "z"},
			builds: 3, rounds: 2,
			outcomes: []string{"1 r/x applied", "1 r/x duplicate", "2 r/e applied", "2 r/e duplicate"},
		},
		{
			name:   "strict undoes earlier rounds if a later one leaves an error",
			files:  map[string]string{"a": "x", "b": "x"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "yy"}, {Rule: "r/y", Old: "yy", New: "e"}, {Rule: "r/e", Old: "e", NoFix: true, Severity: fixedits.SeverityError}},
			opts:   pipeline.Options{Policy: policy.Strict},
			want:   map[string]string{"a": "x", "b": "x"},
			builds: 3, rounds: 2,
			outcomes: []string{
				"1 r/x deferred", "1 r/x deferred", "1 r/x duplicate",
				"2 r/y deferred", "2 r/y deferred", "2 r/y duplicate",
			},
			left: []string{
				"a: found x (deferred: the strict policy applies all or nothing)",
				"b: found x (deferred: the strict policy applies all or nothing)",
			},
			blocked: 2,
		},
		{
			name:  "a finding without a fix has no reason after strict undoes rounds",
			files: map[string]string{"a": "x n"},
			rules: []replacement{
				{Rule: "r/x", Old: "x", New: "e"},
				{Rule: "r/n", Old: "n", NoFix: true},
				{Rule: "r/e", Old: "e", NoFix: true, Severity: fixedits.SeverityError},
			},
			opts:   pipeline.Options{Policy: policy.Strict},
			want:   map[string]string{"a": "x n"},
			builds: 2, rounds: 1,
			outcomes: []string{"1 r/x deferred", "1 r/x duplicate"},
			left:     []string{"a: found x (deferred: the strict policy applies all or nothing)", "a: found n"},
			blocked:  1,
		},
		{
			name:   "strict passes if everything was applied",
			files:  map[string]string{"a": "x"},
			rules:  []replacement{{Rule: "r/x", Old: "x", New: "y", Severity: fixedits.SeverityError}},
			opts:   pipeline.Options{Policy: policy.Strict},
			want:   map[string]string{"a": "y"},
			builds: 2, rounds: 1,
			outcomes: []string{"1 r/x applied", "1 r/x duplicate"},
		},
		{
			name:  "a moved file is checked again under its new name",
			files: map[string]string{"a": "move x"},
			rules: []replacement{
				{Rule: "r/move", Old: "move ", To: "b"}, {Rule: "r/x", Old: "x", New: "yy"}, {Rule: "r/y", Old: "yy", New: "z"},
			},
			want:   map[string]string{"b": "z"},
			builds: 4, rounds: 3,
			outcomes: []string{
				"1 r/move applied", "1 r/move duplicate", "1 r/x conflict", "1 r/x duplicate",
				"2 r/x applied", "2 r/x duplicate", "3 r/y applied", "3 r/y duplicate",
			},
		},
		{
			name:   "strict undoes a move if a later round leaves an error",
			files:  map[string]string{"a": "move x"},
			rules:  []replacement{{Rule: "r/move", Old: "move x", New: "e", To: "b"}, {Rule: "r/x", Old: "e", NoFix: true, Severity: fixedits.SeverityError}},
			opts:   pipeline.Options{Policy: policy.Strict},
			want:   map[string]string{"a": "move x"},
			builds: 2, rounds: 1,
			outcomes: []string{"1 r/move deferred", "1 r/move duplicate"},
			left:     []string{"a: found e", "a: found move x (deferred: the strict policy applies all or nothing)"},
			blocked:  1,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newWorkshop(t, test.files, test.rules...)
			r, err := b.run(t.Context(), test.opts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, b.texts()); diff != "" {
				t.Errorf("files: -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(test.outcomes, outcomes(r)); diff != "" {
				t.Errorf("outcomes: -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(test.left, left(r)); diff != "" {
				t.Errorf("left: -want +got:\n%s", diff)
			}
			if b.builds != test.builds || r.Rounds != test.rounds || len(r.Blocked) != test.blocked {
				t.Errorf("%d builds, %d rounds, blocked by %q, want %d, %d and %d", b.builds, r.Rounds, r.Blocked, test.builds, test.rounds, test.blocked)
			}
			if r.Targets != len(test.files)+1 || r.Checked != len(test.files) || !slices.Equal(r.Checkers, []string{"replacer"}) {
				t.Errorf("checked %d targets, %d files with %q, want %d, %d with replacer", r.Targets, r.Checked, r.Checkers, len(test.files)+1, len(test.files))
			}
			for _, file := range r.Files {
				if string(file.Before) != test.files[file.Path] {
					t.Errorf("%s: changed from %q, want %q", file.Path, file.Before, test.files[file.Path])
				}
				if r.Written && string(file.After) != test.want[file.Path] {
					t.Errorf("%s: changed to %q, want %q", file.Path, file.After, test.want[file.Path])
				}
			}
		})
	}
}

func TestRulesThatUndoEachOtherAreACycleAndLeaveTheFilesAsTheyWere(t *testing.T) {
	files := map[string]string{"a": "x", "b": "q"}
	b := newWorkshop(t, files, replacement{Rule: "r/x", Old: "x", New: "y"}, replacement{Rule: "r/y", Old: "y", New: "x"}, replacement{Rule: "r/q", Old: "q", New: "p"})
	r, err := b.run(t.Context(), pipeline.Options{})
	var cycle *fixedits.CycleError
	if !errors.As(err, &cycle) || !slices.Equal(cycle.Rules, []string{"r/x", "r/y"}) || r != nil {
		t.Errorf("got %v and error %v, want a cycle of r/x and r/y", r, err)
	}
	if diff := cmp.Diff(files, b.texts()); diff != "" {
		t.Errorf("files: -want +got:\n%s", diff)
	}
}

func TestARunThatDoesNotSettleIsACycleAndLeavesTheFilesAsTheyWere(t *testing.T) {
	for _, how := range []policy.Policy{policy.Permissive, policy.Strict} {
		files := map[string]string{"a": "x", "b": "q"}
		b := newWorkshop(t, files, replacement{Rule: "r/x", Old: "x", New: "xx"}, replacement{Rule: "r/q", Old: "q", New: "p"})
		r, err := b.run(t.Context(), pipeline.Options{Policy: how})
		var cycle *fixedits.CycleError
		if !errors.As(err, &cycle) || !slices.Equal(cycle.Rules, []string{"r/x"}) || !slices.Equal(cycle.Paths, []string{"a"}) || r != nil {
			t.Errorf("%s: got %v and error %v, want a cycle of r/x", how, r, err)
		}
		if diff := cmp.Diff(files, b.texts()); diff != "" {
			t.Errorf("%s: files: -want +got:\n%s", how, diff)
		}
	}
}

func TestAFailedBuild(t *testing.T) {
	broken := &bazel.BuildError{ExitCode: 1}
	tests := []struct {
		name    string
		in      int // the build that fails
		want    string
		written bool
	}{
		{"failure of the first round", 1, "x", false},
		{"failure of a later round", 2, "y", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newWorkshop(t, map[string]string{"a": "x"}, replacement{Rule: "r/x", Old: "x", New: "y"})
			b.before = func(build int) error {
				if build == test.in {
					return broken
				}
				return nil
			}
			r, err := b.run(t.Context(), pipeline.Options{})
			if !errors.Is(err, broken) || b.read("a") != test.want {
				t.Errorf("got error %v and %q, want %v and %q", err, b.read("a"), broken, test.want)
			}
			if test.written != (r != nil && r.Written && len(r.Files) == 1) {
				t.Errorf("got result %+v", r)
			}
		})
	}
}

func TestAnInterruptBetweenBuildAndWriteWritesNothing(t *testing.T) {
	b := newWorkshop(t, map[string]string{"a": "x"}, replacement{Rule: "r/x", Old: "x", New: "y"})
	ctx, cancel := context.WithCancel(t.Context())
	b.after = func(int) { cancel() }
	r, err := b.run(ctx, pipeline.Options{})
	if !errors.Is(err, context.Canceled) || r != nil || b.read("a") != "x" {
		t.Errorf("got %v, error %v and %q", r, err, b.read("a"))
	}
}

func TestASourceEditedSinceItsCheckIsStale(t *testing.T) {
	b := newWorkshop(t, map[string]string{"a": "x", "b": "x"}, replacement{Rule: "r/x", Old: "x", New: "y"})
	b.after = func(build int) {
		if build == 1 {
			b.write("b", "x, edited")
		}
	}
	r, err := b.run(t.Context(), pipeline.Options{Rounds: 1})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a": "y", "b": "x, edited"}, b.texts()); diff != "" {
		t.Errorf("files: -want +got:\n%s", diff)
	}
	want := []string{"1 r/x applied", "1 r/x duplicate", "1 r/x stale"}
	if diff := cmp.Diff(want, outcomes(r)); diff != "" {
		t.Errorf("outcomes: -want +got:\n%s", diff)
	}
}

// A strict run that writes nothing leaves no journal in the workspace.
func TestARefusedWriteLeavesNothingBehind(t *testing.T) {
	b := newWorkshop(t, map[string]string{"a": "x", "b": "x"}, replacement{Rule: "r/x", Old: "x", New: "y"})
	// Between the merge and the write.
	edit := func(context.Context, *pipeline.Trial) (*pipeline.Verification, error) {
		b.write("b", "x, edited")
		return nil, nil
	}
	r, err := b.run(t.Context(), pipeline.Options{Policy: policy.Strict, Verify: edit})
	if err != nil || len(r.Blocked) == 0 || r.Written {
		t.Fatalf("got %+v and error %v, want a refusal", r, err)
	}
	entries, err := os.ReadDir(b.root)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if diff := cmp.Diff([]string{"a", "b"}, names); diff != "" || b.read("a") != "x" {
		t.Errorf("a is %q; files: -want +got:\n%s", b.read("a"), diff)
	}
}

func TestAMalformedArtifactIsAFailureOfItsCheck(t *testing.T) {
	b := newWorkshop(t, map[string]string{"a": "x"}, replacement{Rule: "r/x", Old: "x", New: "y"})
	file := filepath.Join(t.TempDir(), "autofix.json")
	if err := os.WriteFile(file, []byte(`{"version": 1, "tool"`), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		file bazel.File
		want string
	}{
		{"a file", bazel.File{Path: file}, "the check of //:bad: malformed artifact " + file + ": "},
		{"contents", bazel.File{Contents: []byte("{}")}, "the check of //:bad: malformed artifact artifact: "},
		{"a missing file", bazel.File{Path: file + ".gone"}, "the check of //:bad: its artifact: open " + file + ".gone: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			build := func(ctx context.Context, round int) (*bazel.Collection, error) {
				collection, err := b.build(ctx, round)
				collection.Targets = append(collection.Targets, bazel.Target{Label: "//:bad", Files: []bazel.File{test.file}})
				return collection, err
			}
			checkers, formats := builtin.Registry("test")
			r, err := Run(t.Context(), b.ws, Checks{Build: build}, pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}})
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || r != nil {
				t.Errorf("got %v and error %v, want one that starts with %s", r, err, test.want)
			}
			if b.read("a") != "x" {
				t.Errorf("a is %q: something was written", b.read("a"))
			}
		})
	}
}

func TestARunThatChecksNothingIsAnError(t *testing.T) {
	unknown, err := artifact.Marshal(artifact.New(artifact.Tool{Name: "autofix"}, "//:a"))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name       string
		collection bazel.Collection
		want       string
	}{
		{"no targets", bazel.Collection{}, "nothing was checked: no targets"},
		{"a target without sources", bazel.Collection{Empty: []string{"//:a"}}, "nothing was checked: the target has no source file that a checker knows"},
		{
			"targets without sources that a checker knows",
			bazel.Collection{Empty: []string{"//:a"}, Targets: []bazel.Target{{Label: "//:b", Files: []bazel.File{{Contents: unknown}}}}},
			"nothing was checked: none of the 2 targets has a source file that a checker knows",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newWorkshop(t, nil)
			checkers, formats := builtin.Registry("test")
			build := func(context.Context, int) (*bazel.Collection, error) { return &test.collection, nil }
			r, err := Run(t.Context(), b.ws, Checks{Build: build}, pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}})
			var nothing *NothingCheckedError
			if !errors.As(err, &nothing) || err.Error() != test.want || r != nil {
				t.Errorf("got %v and error %v, want %s", r, err, test.want)
			}
			allowed := Checks{Build: build, AllowEmpty: true}
			r, err = Run(t.Context(), b.ws, allowed, pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}})
			if err != nil || r.Checked != 0 || r.Written {
				t.Errorf("allowed: got %+v and error %v", r, err)
			}
		})
	}
}

func TestEarlierRoundsAreNotTakenBackOverSomebodysEdit(t *testing.T) {
	b := newWorkshop(t, map[string]string{"a": "x"},
		replacement{Rule: "r/x", Old: "x", New: "e"}, replacement{Rule: "r/e", Old: "e", NoFix: true, Severity: fixedits.SeverityError})
	b.after = func(build int) {
		if build == 2 {
			b.write("a", "e, edited")
		}
	}
	r, err := b.run(t.Context(), pipeline.Options{Policy: policy.Strict})
	var stale *workspace.StaleError
	if !errors.As(err, &stale) || r == nil || b.read("a") != "e, edited" {
		t.Errorf("got %v, error %v and %q, want the edit and a *workspace.StaleError", r, err, b.read("a"))
	}
}

// Files that no target has are merged with what the build proposes, and checked
// again after each round.
func TestRunChecksUndeclaredFilesInEveryRound(t *testing.T) {
	b := newWorkshop(t, map[string]string{"a": "x", "b": "x"},
		replacement{Rule: "r/first", Old: "x", New: "yy"}, replacement{Rule: "r/second", Old: "yy", New: "z"})
	undeclared := func(_ context.Context, built Built) ([]*artifact.Artifact, error) {
		if built.Round > 3 || len(built.Artifacts) != 1 {
			t.Errorf("round %d has %d artifacts", built.Round, len(built.Artifacts))
		}
		a, err := artifact.Decode(b.check("", "b"))
		return []*artifact.Artifact{a}, err
	}
	build := func(context.Context, int) (*bazel.Collection, error) {
		return &bazel.Collection{Targets: []bazel.Target{{Label: "//:a", Files: []bazel.File{{Contents: b.check("//:a", "a")}}}}}, nil
	}
	checkers, formats := builtin.Registry("test")
	r, err := Run(t.Context(), b.ws, Checks{Build: build, Undeclared: undeclared}, pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a": "z", "b": "z"}, b.texts()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if r.Targets != 1 || r.Checked != 2 || r.Rounds != 2 || len(r.Left) != 0 {
		t.Errorf("got %+v", r)
	}
}

func TestRunFailsWithWhatUndeclaredFilesFailWith(t *testing.T) {
	b := newWorkshop(t, map[string]string{"a": "x"}, replacement{Rule: "r/first", Old: "x", New: "yy"})
	failure := errors.New("no git")
	undeclared := func(context.Context, Built) ([]*artifact.Artifact, error) { return nil, failure }
	r, err := Run(t.Context(), b.ws, Checks{Build: b.build, Undeclared: undeclared}, pipeline.Options{})
	if !errors.Is(err, failure) || r != nil || b.read("a") != "x" {
		t.Errorf("got %v and error %v, and a is %q", r, err, b.read("a"))
	}
}

func TestRunNamesTheCheckersThatRan(t *testing.T) {
	b := newWorkshop(t, map[string]string{"a.go": "package a\n", "b.go": "package b\n"})
	checkers, formats := builtin.Registry("test")
	opts := pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}}
	theirs := artifact.Tool{Name: "ruff", Version: "1"}
	made := func(tool artifact.Tool, file string, names ...string) []byte {
		a := artifact.New(tool, "//:x")
		a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(file, []byte(b.read(file)))}
		a.Checkers = names
		data, err := artifact.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, test := range []struct {
		artifacts [][]byte
		want      []string
	}{
		{[][]byte{made(checkers.Tool, "a.go", "format", "text")}, []string{"format", "text"}},
		{[][]byte{made(checkers.Tool, "a.go", "text"), made(checkers.Tool, "b.go", "format", "text")}, []string{"format", "text"}},
		{[][]byte{made(checkers.Tool, "a.go")}, nil},
		{[][]byte{made(checkers.Tool, "a.go", "text"), made(theirs, "b.go")}, []string{"ruff", "text"}},
		{[][]byte{made(theirs, "a.go"), made(theirs, "b.go")}, []string{"ruff"}},
		{[][]byte{made(theirs, "a.go", "one", "two")}, []string{"one", "two"}},
	} {
		build := func(context.Context, int) (*bazel.Collection, error) {
			var files []bazel.File
			for _, data := range test.artifacts {
				files = append(files, bazel.File{Contents: data})
			}
			return &bazel.Collection{Targets: []bazel.Target{{Label: "//:x", Files: files}}}, nil
		}
		r, err := Run(t.Context(), b.ws, Checks{Build: build}, opts)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, r.Checkers); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

func TestRunOfAPartlyFailedBuild(t *testing.T) {
	b := newWorkshop(t, map[string]string{"a": "x"}, replacement{Rule: "r/x", Old: "x", New: "y"})
	failed := &bazel.BuildError{ExitCode: 1, Partial: true}
	build := func(ctx context.Context, round int) (*bazel.Collection, error) {
		collection, err := b.build(ctx, round)
		collection.Failed = failed
		return collection, err
	}
	checkers, formats := builtin.Registry("test")
	opts := pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}, Policy: policy.Strict}
	if r, err := Run(t.Context(), b.ws, Checks{Build: build}, opts); !errors.Is(err, failed) || r != nil || b.read("a") != "x" {
		t.Errorf("strict: got %v and error %v, and a is %q", r, err, b.read("a"))
	}
	opts.Policy = policy.Permissive
	if r, err := Run(t.Context(), b.ws, Checks{Build: build}, opts); err != nil || r.Unbuilt != failed || b.read("a") != "y" {
		t.Errorf("permissive: got %+v and error %v, and a is %q", r, err, b.read("a"))
	}
}
