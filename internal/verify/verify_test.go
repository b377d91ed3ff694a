package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/verify/shadow"
)

// A repository is a workspace whose files have words. A fix appends a word to a
// file. It is the shadow and the judge, too.
type repository struct {
	targets []Target
	aliases map[string]string                              // by further name of a file
	red     map[string]func(words string, turn int) Answer // by target: of the words in its files
	texts   map[string]string                              // now in the shadow
	written []string                                       // by a build, although they are sources
	err     error                                          // of the judge
	closed  error                                          // when the shadow is opened
	full    error                                          // of the disk

	builds int
	tried  [][]string // names of the targets of each build
	turns  map[string]int
}

func (r *repository) Set(files []shadow.File) error {
	r.texts = map[string]string{}
	for _, file := range files {
		r.texts[file.Path] = string(file.Text)
	}
	return nil
}

func (r *repository) Disturbed() []string { return r.written }

func (r *repository) Full() error { return r.full }

func (r *repository) Aliases(files []string) map[string]string {
	aliases := map[string]string{}
	for alias, file := range r.aliases {
		if slices.Contains(files, file) {
			aliases[alias] = file
		}
	}
	return aliases
}

func (r *repository) Affected(_ context.Context, files []string) ([]Target, error) {
	var affected []Target
	for _, target := range r.targets {
		var depends []string
		for _, file := range target.Files {
			if slices.Contains(files, file) {
				depends = append(depends, file)
			}
		}
		if len(depends) > 0 {
			affected = append(affected, Target{target.Name, target.Test, depends})
		}
	}
	return affected, r.err
}

func (r *repository) Try(_ context.Context, requests []Request) ([]Answer, error) {
	r.builds++
	var names []string
	answers := make([]Answer, len(requests))
	for i, request := range requests {
		at := slices.IndexFunc(r.targets, func(t Target) bool { return t.Name == request.Target })
		var words []string
		for _, file := range r.targets[at].Files {
			words = append(words, r.texts[cmp.Or(r.aliases[file], file)])
		}
		names = append(names, strings.TrimSuffix(fmt.Sprintf("%s test %d", request.Target, request.Runs), " test 1"))
		if red := r.red[request.Target]; red != nil {
			var colors []Color
			for range request.Runs {
				r.turns[request.Target]++
				answers[i] = red(strings.Join(words, " "), r.turns[request.Target])
				if !answers[i].Broken && !request.Test {
					answers[i] = Answer{}
				}
				colors = append(colors, answers[i].Color)
			}
			if slices.Min(colors) != slices.Max(colors) {
				answers[i] = Answer{Color: Flaky}
			}
		}
	}
	r.tried = append(r.tried, names)
	return answers, r.err
}

// A word is a fix. Its safety is the first letter of it: s, u or anything else
// (a suggestion).
type word struct{ file, text string }

// trialOf returns the plan that applies all words that are not refused.
func trialOf(words []word, refused map[string]fixedits.Reason) *pipeline.Trial {
	planOf := func(ids map[string]bool) (*fixedits.Plan, error) {
		plan := &fixedits.Plan{}
		texts := map[string]string{}
		for _, w := range words {
			safety := map[byte]fixedits.Safety{'s': fixedits.SafetySafe, 'u': fixedits.SafetyUnsafe}[w.text[0]]
			o := fixedits.Outcome{ID: w.text, Rule: "w/" + w.text, Status: fixedits.StatusFiltered, Safety: cmp.Or(safety, fixedits.SafetySuggestion), Paths: []string{w.file}}
			if _, out := refused[w.text]; !out && (ids == nil || ids[w.text]) {
				o.Status = fixedits.StatusApplied
				texts[w.file] += w.text + " "
			}
			plan.Outcomes = append(plan.Outcomes, o)
		}
		for file, text := range texts {
			plan.Files = append(plan.Files, fixedits.FileChange{Path: file, After: []byte(text)})
		}
		return plan, nil
	}
	plan, _ := planOf(nil)
	return &pipeline.Trial{Round: 1, Plan: plan, Only: planOf}
}

// verified runs a verifier until it refuses nothing more, as the pipeline does,
// and returns a line for each fix.
func verified(t *testing.T, r *repository, v *Verifier, words []word) ([]string, error) {
	t.Helper()
	r.turns = map[string]int{}
	v.Open = func(context.Context) (Shadow, Judge, error) { return r, r, r.closed }
	if v.Level == nil {
		v.Level = func(o *fixedits.Outcome) policy.Level {
			if o.Safety == fixedits.SafetyUnsafe {
				return policy.LevelNone
			}
			return policy.LevelTest
		}
	}
	if v.Keep == nil {
		v.Keep = func(o *fixedits.Outcome) bool { return o.Safety == fixedits.SafetySafe }
	}
	refused, verdicts := map[string]fixedits.Reason{}, map[string]*fixedits.Verdict{}
	for range 10 {
		did, err := v.Verify(t.Context(), trialOf(words, refused))
		if err != nil {
			return nil, err
		}
		if did == nil {
			break
		}
		for id, reason := range did.Refused {
			refused[id] = reason
		}
		for id, verdict := range did.Verdicts {
			verdicts[id] = verdict
		}
		if len(did.Refused) == 0 {
			break
		}
	}
	var lines []string
	for _, w := range words {
		line := w.text
		if verdict := verdicts[w.text]; verdict != nil {
			line += " " + string(verdict.Kind)
			if verdict.Targets > 0 {
				line += fmt.Sprintf(" %d/%d/%d", verdict.Targets, verdict.Tests, verdict.Cached)
			}
			if verdict.Red != nil && verdict.Red.Output != "" {
				line += " [" + verdict.Red.Output + "]"
			}
		}
		if reason, out := refused[w.text]; out {
			line += fmt.Sprintf(": %s: %s", reason.Code, reason.Detail)
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// breaksOn returns a build that fails if all of the words are in its files.
func breaksOn(all ...string) func(string, int) Answer {
	return func(words string, _ int) Answer {
		for _, word := range all {
			if !slices.Contains(strings.Fields(words), word) {
				return Answer{Cached: true}
			}
		}
		return Answer{Color: Red, Broken: true, Output: words}
	}
}

// failsOn is like breaksOn for a test.
func failsOn(all ...string) func(string, int) Answer {
	return func(words string, turn int) Answer {
		answer := breaksOn(all...)(words, turn)
		answer.Broken = false
		if answer.Color == Red {
			answer.Case = "TestIt"
		}
		return answer
	}
}

func TestVerify(t *testing.T) {
	lib := Target{Name: "//:lib", Files: []string{"a"}}
	test := Target{Name: "//:test", Test: true, Files: []string{"a", "b"}}
	for _, row := range []struct {
		name    string
		targets []Target
		words   []word
		red     map[string]func(string, int) Answer
		level   policy.Level // if not LevelNone, of all fixes
		keep    bool         // all fixes
		want    []string
		before  []fixedits.Red
		builds  int
	}{
		{
			name: "green", targets: []Target{lib, test}, words: []word{{"a", "s1"}, {"b", "s2"}},
			want: []string{"s1 verified 2/1/0", "s2 verified 1/1/0"}, builds: 1,
		},
		{
			name: "cached", targets: []Target{test}, words: []word{{"a", "s1"}},
			red:  map[string]func(string, int) Answer{"//:test": failsOn("other")},
			want: []string{"s1 verified 1/1/1"}, builds: 1,
		},
		{
			name: "red build", targets: []Target{lib, test}, words: []word{{"a", "s1"}, {"a", "s2"}, {"b", "s3"}},
			red: map[string]func(string, int) Answer{"//:lib": breaksOn("s2")},
			want: []string{
				"s1 verified 2/1/0",
				"s2 broke_build [s2 ]: broke_build: //:lib does not build with this fix",
				"s3 verified 1/1/0",
			}, builds: 5,
		},
		{
			name: "red test", targets: []Target{lib, test}, words: []word{{"a", "s1"}, {"b", "s2"}},
			red: map[string]func(string, int) Answer{"//:test": failsOn("s2")},
			want: []string{
				"s1 verified 2/1/1",
				"s2 broke_build [ s2 ]: broke_test: the test //:test fails (TestIt) with this fix",
			}, builds: 4,
		},
		{
			name: "a red test of fixes that need only build", targets: []Target{test}, words: []word{{"b", "s1"}}, level: policy.LevelBuild,
			red:  map[string]func(string, int) Answer{"//:test": failsOn("s1")},
			want: []string{"s1 verified 1/0/0"}, builds: 1,
		},
		{
			name: "two only together", targets: []Target{lib, test}, words: []word{{"a", "s1"}, {"a", "s2"}, {"b", "s3"}},
			red: map[string]func(string, int) Answer{"//:test": failsOn("s1", "s3")},
			want: []string{
				"s1 verified 2/1/1",
				"s2 verified 2/1/1",
				"s3 broke_build [s1  s3 ]: together: the test //:test fails (TestIt) with this fix, together with w/s1 in a",
			}, builds: 9,
		},
		{
			name: "three only together", targets: []Target{test}, words: []word{{"a", "s1"}, {"a", "s2"}, {"b", "s3"}},
			red: map[string]func(string, int) Answer{"//:test": failsOn("s1", "s2", "s3")},
			want: []string{
				"s1 verified 1/1/1",
				"s2 verified 1/1/1",
				"s3 broke_build [s1 s2  s3 ]: together: the test //:test fails (TestIt) with this fix, together with w/s1 in a and w/s2 in a",
			}, builds: 10,
		},
		{
			name: "two only together, one of which breaks another target", targets: []Target{lib, test}, words: []word{{"a", "s1"}, {"a", "s2"}, {"b", "s3"}},
			red: map[string]func(string, int) Answer{"//:lib": breaksOn("s1"), "//:test": failsOn("s1", "s3")},
			want: []string{
				"s1 broke_build [s1 ]: broke_build: //:lib does not build with this fix",
				"s2 verified 2/1/1",
				"s3 verified 1/1/1",
			}, builds: 4,
		},
		{
			name: "red before", targets: []Target{lib, test}, words: []word{{"a", "s1"}, {"b", "s2"}},
			red:    map[string]func(string, int) Answer{"//:test": failsOn()},
			want:   []string{"s1 verified 1/0/0", "s2 unverified"},
			before: []fixedits.Red{{Target: "//:test", Test: true, Case: "TestIt", Output: " "}}, builds: 2,
		},
		{
			name: "red before, of a suggestion", targets: []Target{test}, words: []word{{"a", "x1"}},
			red:    map[string]func(string, int) Answer{"//:test": breaksOn()},
			want:   []string{"x1 unverified: unverified: //:test was red before, so no build can verify the fix; apply it with --verify-unaffected=keep"},
			before: []fixedits.Red{{Target: "//:test", Output: " "}}, builds: 2,
		},
		{
			name: "flaky", targets: []Target{lib, test}, words: []word{{"a", "s1"}, {"b", "s2"}},
			red: map[string]func(string, int) Answer{"//:test": func(words string, turn int) Answer {
				return Answer{Color: Color(turn % 2 * min(1, len(strings.TrimSpace(words))))}
			}},
			want: []string{
				"s1 inconclusive: flaky: //:test is flaky: it fails and passes on the same text",
				"s2 inconclusive: flaky: //:test is flaky: it fails and passes on the same text",
			}, builds: 4,
		},
		{
			name: "unaffected", targets: []Target{lib}, words: []word{{"a", "s1"}, {"c", "s2"}, {"c", "x3"}},
			want: []string{
				"s1 verified 1/0/0", "s2 unverified",
				"x3 unverified: unverified: no target depends on c, so no build can verify the fix; apply it with --verify-unaffected=keep",
			}, builds: 1,
		},
		{
			name: "unaffected, and kept", targets: []Target{lib}, words: []word{{"c", "x3"}}, keep: true,
			want: []string{"x3 unverified"},
		},
		{
			name: "a fix that is not verified belongs to the base", targets: []Target{lib}, words: []word{{"a", "u1"}, {"a", "s2"}},
			red:    map[string]func(string, int) Answer{"//:lib": breaksOn("u1")},
			want:   []string{"u1", "s2 unverified"},
			before: []fixedits.Red{{Target: "//:lib", Output: "u1 "}}, builds: 2,
		},
		{name: "nothing to verify", targets: []Target{lib}, words: []word{{"a", "u1"}}, want: []string{"u1"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := &repository{targets: row.targets, red: row.red}
			v := &Verifier{}
			if row.level > policy.LevelNone {
				v.Level = func(*fixedits.Outcome) policy.Level { return row.level }
			}
			if row.keep {
				v.Keep = func(*fixedits.Outcome) bool { return true }
			}
			got, err := verified(t, r, v, row.words)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(row.want, got); diff != "" {
				t.Errorf("fixes (-want +got):\n%s", diff)
			}
			if diff := gocmp.Diff(row.before, v.Before); diff != "" {
				t.Errorf("red before (-want +got):\n%s", diff)
			}
			if r.builds != row.builds || v.Builds != row.builds {
				t.Errorf("%d builds, counted as %d, want %d: %q", r.builds, v.Builds, row.builds, r.tried)
			}
		})
	}
}

// Few builds find few bad fixes among many, and no other fix is lost.
func TestVerifyManyFixes(t *testing.T) {
	for _, row := range []struct {
		bad  []int
		most int // builds to find them
	}{
		{[]int{0}, 12},
		{[]int{617}, 12},
		{[]int{999}, 12},
		{[]int{3, 250, 251, 700, 999}, 60},
	} {
		all := Target{Name: "//:all"}
		r := &repository{red: map[string]func(string, int) Answer{}}
		var words []word
		for i := range 1000 {
			file := fmt.Sprintf("f%04d", i)
			words = append(words, word{file, fmt.Sprintf("s%d", i)})
			all.Files = append(all.Files, file)
		}
		r.targets = []Target{all}
		r.red[all.Name] = func(texts string, _ int) Answer {
			for _, n := range row.bad {
				if slices.Contains(strings.Fields(texts), fmt.Sprintf("s%d", n)) {
					return Answer{Color: Red, Broken: true}
				}
			}
			return Answer{}
		}
		v := &Verifier{}
		var searches int
		v.Watch = func(step Step) {
			if step.Searching {
				searches++
			}
		}
		got, err := verified(t, r, v, words)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range got {
			if slices.Contains(row.bad, i) == strings.Contains(line, " verified ") {
				t.Errorf("bad %v: %s", row.bad, line)
			}
		}
		t.Logf("bad %v: %d builds, %d of them searching", row.bad, v.Builds, searches)
		if searches > row.most {
			t.Errorf("bad %v: searched with %d builds, want at most %d", row.bad, searches, row.most)
		}
	}
}

// Fixes that share no target are searched side by side.
func TestVerifySearchesSideBySide(t *testing.T) {
	builds := func(packages int) int {
		r := &repository{red: map[string]func(string, int) Answer{}}
		var words []word
		for p := range packages {
			target := Target{Name: fmt.Sprintf("//p%d", p)}
			for i := range 16 {
				file := fmt.Sprintf("p%d/f%02d", p, i)
				target.Files = append(target.Files, file)
				words = append(words, word{file, fmt.Sprintf("s%d.%d", p, i)})
			}
			r.targets = append(r.targets, target)
			r.red[target.Name] = breaksOn(fmt.Sprintf("s%d.%d", p, p))
		}
		v := &Verifier{}
		if _, err := verified(t, r, v, words); err != nil {
			t.Fatal(err)
		}
		return v.Builds
	}
	if one, eight := builds(1), builds(8); eight > one+1 {
		t.Errorf("%d builds for one package, %d for eight", one, eight)
	}
}

// A target may depend on a file by another name, such as that of a link to it.
func TestVerifyAliases(t *testing.T) {
	r := &repository{
		targets: []Target{{Name: "//:both", Files: []string{"a", "link"}}, {Name: "//:linked", Files: []string{"b", "link"}}},
		aliases: map[string]string{"link": "a"},
		red:     map[string]func(string, int) Answer{"//:linked": breaksOn("s1")},
	}
	got, err := verified(t, r, &Verifier{}, []word{{"a", "s1"}, {"a", "s2"}, {"b", "s3"}, {"c", "s4"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"s1 broke_build [ s1 ]: broke_build: //:linked does not build with this fix",
		"s2 verified 2/0/0",
		"s3 verified 1/0/0",
		"s4 unverified",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("fixes (-want +got):\n%s", diff)
	}
}

// A package that a fix deletes leaves its files to the package above.
func TestVerifyDeletedPackage(t *testing.T) {
	for deleted, want := range map[bool]fixedits.VerdictKind{true: fixedits.VerdictVerified, false: fixedits.VerdictUnverified} {
		plan := &fixedits.Plan{
			Files:    []fixedits.FileChange{{Path: "a/b/BUILD.bazel", Deleted: deleted}},
			Outcomes: []fixedits.Outcome{{ID: "f", Status: fixedits.StatusApplied, Paths: []string{"a/b/BUILD.bazel"}}},
		}
		r := &repository{targets: []Target{{Name: "//a:glob", Files: []string{"a/b"}}}}
		v := &Verifier{
			Open:  func(context.Context) (Shadow, Judge, error) { return r, r, nil },
			Level: func(*fixedits.Outcome) policy.Level { return policy.LevelBuild },
			Keep:  func(*fixedits.Outcome) bool { return true },
		}
		only := func(map[string]bool) (*fixedits.Plan, error) { return plan, nil }
		did, err := v.Verify(t.Context(), &pipeline.Trial{Round: 1, Plan: plan, Only: only})
		if err != nil {
			t.Fatal(err)
		}
		if got := did.Verdicts["f"].Kind; got != want {
			t.Errorf("deleted %v: verdict %s, want %s", deleted, got, want)
		}
	}
}

func TestVerifyErrors(t *testing.T) {
	words := []word{{"a", "s1"}}
	lib := Target{Name: "//:lib", Files: []string{"a"}}
	broken := errors.New("no Bazel")
	if _, err := verified(t, &repository{targets: []Target{lib}, err: broken}, &Verifier{}, words); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if _, err := verified(t, &repository{closed: broken}, &Verifier{}, words); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	_, err := verified(t, &repository{targets: []Target{lib}, written: []string{"a"}}, &Verifier{}, words)
	if want := "verify: a build or test changed its own sources, so its result says nothing: a; leave its targets out with --verify-universe"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	full := errors.New("the disk is full")
	red := map[string]func(string, int) Answer{"//:lib": breaksOn("s1")}
	if _, err := verified(t, &repository{targets: []Target{lib}, red: red, full: full}, &Verifier{}, words); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	if _, err := verified(t, &repository{targets: []Target{lib}, full: full}, &Verifier{}, words); err != nil {
		t.Errorf("nothing is red: error %v, want none", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	r := &repository{targets: []Target{lib}}
	v := &Verifier{Open: func(context.Context) (Shadow, Judge, error) { return r, r, nil }, Level: func(*fixedits.Outcome) policy.Level { return policy.LevelBuild }}
	if _, err := v.Verify(ctx, trialOf(words, nil)); !errors.Is(err, broken) || r.builds > 0 {
		t.Errorf("canceled: error %v after %d builds", err, r.builds)
	}
}
