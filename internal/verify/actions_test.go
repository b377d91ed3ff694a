package verify

import (
	"context"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// actionsOf are the actions that words in BUILD files make: a word that starts
// with a capital letter is one, "broken" breaks its file, and others say
// nothing.
type actionsOf struct{ *repository }

func (a actionsOf) Actions(_ context.Context, targets []string) (actions []client.Action, trouble string, err error) {
	for _, target := range a.targets {
		if !slices.Contains(targets, target.Name) {
			continue
		}
		var words []string
		for _, file := range target.Files {
			words = append(words, strings.Fields(a.texts[file])...)
		}
		if slices.Contains(words, "broken") {
			trouble = "ERROR: no such thing"
			continue
		}
		actions = append(actions, client.Action{Owner: target.Name, Mnemonic: "Make"})
		for _, word := range words {
			if word[0] < 'a' {
				actions = append(actions, client.Action{Owner: target.Name, Mnemonic: word})
			}
		}
	}
	return actions, trouble, a.err
}

func TestActions(t *testing.T) {
	targets := []Target{
		{Name: "//a", Files: []string{"a/BUILD.bazel", "defs.bzl"}},
		{Name: "//b", Files: []string{"b/BUILD.bazel", "defs.bzl"}},
	}
	for _, row := range []struct {
		name     string
		required bool
		words    []word
		want     []string // a line for each fix: its certificate, and the reason why it is refused
	}{
		{
			"fixes that change no action",
			false,
			[]word{{"a/BUILD.bazel", "load"}, {"b/BUILD.bazel", "sort"}, {"defs.bzl", "name"}},
			[]string{"load actions", "sort actions", "name actions"},
		},
		{
			"one that does",
			false,
			[]word{{"a/BUILD.bazel", "load"}, {"a/BUILD.bazel", "New"}, {"b/BUILD.bazel", "sort"}},
			[]string{"load actions", "New", "sort actions"},
		},
		{
			"one that does, if certificates are required",
			true,
			[]word{{"a/BUILD.bazel", "load"}, {"defs.bzl", "New"}, {"b/BUILD.bazel", "sort"}},
			[]string{"load actions", "New: uncertified: no certificate: it changes the actions of //a", "sort actions"},
		},
		{
			"one that cannot be analyzed",
			true,
			[]word{{"a/BUILD.bazel", "broken"}, {"a/BUILD.bazel", "load"}},
			[]string{"broken: uncertified: no certificate: //a cannot be analyzed with it", "load actions"},
		},
		{
			"a file that nothing depends on",
			true,
			[]word{{"c/BUILD.bazel", "load"}},
			[]string{"load: uncertified: no certificate: no target that can be analyzed depends on c/BUILD.bazel"},
		},
		{
			"other files",
			true,
			[]word{{"a.go", "go"}, {"BUILD.go", "go2"}},
			[]string{"go", "go2"},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := &repository{targets: targets}
			opened := 0
			a := &Actions{Required: row.required, Open: func(context.Context) (Shadow, ActionGraph, error) {
				opened++
				return r, actionsOf{r}, nil
			}}
			refused, found := map[string]fixedits.Reason{}, map[string]*fixedits.Certificate{}
			for again := true; again; {
				did, err := a.Verify(t.Context(), trialOf(row.words, refused))
				if err != nil {
					t.Fatal(err)
				}
				did = (&pipeline.Verification{}).And(did)
				for id, certificate := range did.Certificates {
					found[id] = certificate
				}
				for id, reason := range did.Refused {
					refused[id] = reason
				}
				again = len(did.Refused) > 0
			}
			var got []string
			for _, w := range row.words {
				line := w.text
				if c := found[w.text]; c.Holds() {
					line += " " + string(c.Kind)
				}
				if reason := refused[w.text]; reason.Code != "" {
					line += ": " + string(reason.Code) + ": " + reason.Detail
				}
				got = append(got, line)
			}
			if diff := gocmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if opened > 1 {
				t.Errorf("opened %d times", opened)
			}
		})
	}
}

// A fix has the certificate of the targets that depend on it.
func TestCertificateIsOfItsTargets(t *testing.T) {
	judge := &actionJudge{
		targets: []Target{{Name: "//a", Files: []string{"a/BUILD"}}, {Name: "//b", Files: []string{"b/BUILD"}}},
		before:  map[string]string{"//a": "1", "//b": "2"},
	}
	a, b, both := judge.certificate([]string{"a/BUILD"}), judge.certificate([]string{"b/BUILD"}), judge.certificate([]string{"a/BUILD", "b/BUILD"})
	if a.Before == b.Before || a.Before == both.Before || !a.Holds() || len(a.Before) != 64 {
		t.Errorf("%+v, %+v, %+v", a, b, both)
	}
}
