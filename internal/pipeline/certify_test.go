package pipeline

import (
	"context"
	"errors"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// sameWords certifies fixes that keep the number of words.
type sameWords struct{ rounds int }

func (s *sameWords) End() { s.rounds++ }

func (s *sameWords) Compare(path string, before []byte) func(context.Context, []byte) *fixedits.Certificate {
	if path != "a.txt" {
		return nil
	}
	digest := func(text []byte) string { return fixedits.Digest([]byte{byte(len(strings.Fields(string(text))))}) }
	return func(_ context.Context, after []byte) *fixedits.Certificate {
		return &fixedits.Certificate{Kind: fixedits.CertificateLLB, Before: digest(before), After: digest(after)}
	}
}

// certificates returns by the title of a fix whether its certificate holds.
func certificates(r *Result) map[string]string {
	all := map[string]string{}
	for _, o := range r.Outcomes {
		all[o.Title] = string(o.Status)
		if o.Certificate != nil {
			all[o.Title] += " " + string(o.Certificate.Kind)
			if !o.Certificate.Holds() {
				all[o.Title] += " fails"
			}
		}
	}
	return all
}

func TestCertifyApply(t *testing.T) {
	text := map[string]string{"a.txt": "one two\n", "b.txt": "one\n"}
	propose := func(title, path string, start, end int, with string) *artifact.Artifact {
		a := artifactOf(t, "//a", text)
		fix := fixedits.Fix{
			Rule: "w/" + title, Title: title, Phase: fixedits.PhaseSemantic, Safety: fixedits.SafetySuggestion, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{edit(path, start, end, with)},
		}
		fix.ID = fixedits.ContentID(&fix)
		a.Fixes = append(a.Fixes, fix)
		return a
	}
	artifacts := []*artifact.Artifact{
		propose("keeps", "a.txt", 0, 3, "1"), propose("changes", "a.txt", 4, 7, ""), propose("unknown", "b.txt", 0, 3, "1"),
	}
	for _, test := range []struct {
		name string
		opts Options
		want map[string]string
		a, b string
	}{
		{
			"certificates are found",
			Options{Safety: fixedits.SafetyUnsafe, Certify: &sameWords{}},
			map[string]string{"keeps": "applied llb", "changes": "applied llb fails", "unknown": "applied"},
			"1 \n", "1\n",
		},
		{
			"only certified fixes",
			Options{Safety: fixedits.SafetyUnsafe, Certified: true, Certify: &sameWords{}},
			map[string]string{"keeps": "applied llb", "changes": "filtered llb fails", "unknown": "filtered"},
			"1 two\n", "one\n",
		},
		{
			"nothing is asked for",
			Options{Safety: fixedits.SafetyUnsafe, Certified: true},
			map[string]string{"keeps": "filtered", "changes": "filtered", "unknown": "filtered"},
			"one two\n", "one\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws := newWorkspace(t, text)
			test.opts.Tools = tools(&rewriter{})
			result, err := Apply(t.Context(), ws, artifacts, test.opts)
			if err != nil {
				t.Fatal(err)
			}
			if words, ok := test.opts.Certify.(*sameWords); ok && words.rounds == 0 {
				t.Error("the certifier was not ended")
			}
			got := certificates(result)
			for title, want := range test.want {
				if got[title] != want {
					t.Errorf("%s: %q, want %q", title, got[title], want)
				}
			}
			if a, b := content(t, ws, "a.txt"), content(t, ws, "b.txt"); a != test.a || b != test.b {
				t.Errorf("a.txt %q, b.txt %q", a, b)
			}
			for _, a := range artifacts {
				if a.Fixes[0].Certificate != nil {
					t.Error("the artifact of the caller has changed")
				}
			}
		})
	}
}

// The fixes of given artifacts are verified like others.
func TestApplyVerifies(t *testing.T) {
	text := map[string]string{"a.txt": "old\n"}
	a := artifactOf(t, "//a", text)
	fix := fixedits.Fix{
		Rule: "w/old", Title: "Replace old", Phase: fixedits.PhaseSemantic, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
		Edits: []fixedits.Edit{edit("a.txt", 0, 3, "new")},
	}
	fix.ID = fixedits.ContentID(&fix)
	a.Fixes = append(a.Fixes, fix)
	ws := newWorkspace(t, text)
	certificate := &fixedits.Certificate{Kind: fixedits.CertificateActions, Before: fixedits.Digest(nil), After: fixedits.Digest(nil)}
	var tried []string
	result, err := Apply(t.Context(), ws, []*artifact.Artifact{a}, Options{
		Tools: tools(&rewriter{}),
		Verify: func(_ context.Context, trial *Trial) (*Verification, error) {
			tried = append(tried, string(trial.Plan.Files[0].After))
			return &Verification{
				Refused:      map[string]fixedits.Reason{fix.ID: {Code: fixedits.CodeBrokeTest, Detail: "a test fails"}},
				Verdicts:     map[string]*fixedits.Verdict{fix.ID: {Kind: fixedits.VerdictBrokeBuild}},
				Certificates: map[string]*fixedits.Certificate{fix.ID: certificate},
			}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	o := result.Outcomes[0]
	if len(tried) != 1 || tried[0] != "new\n" || o.Status != fixedits.StatusBrokeBuild || o.Certificate != certificate || content(t, ws, "a.txt") != "old\n" {
		t.Errorf("tried %q; outcome %+v", tried, o)
	}

	failure := errors.New("no disk")
	_, err = Apply(t.Context(), ws, []*artifact.Artifact{a}, Options{
		Tools:  tools(&rewriter{}),
		Verify: func(context.Context, *Trial) (*Verification, error) { return nil, failure },
	})
	if !errors.Is(err, failure) || content(t, ws, "a.txt") != "old\n" {
		t.Errorf("error %v", err)
	}
}
