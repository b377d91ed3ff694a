package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// makesActions reports whether a file says which actions Bazel runs: whether it
// is a BUILD file or a .bzl file.
func makesActions(file string) bool {
	return isPackageFile(path.Base(file)) || strings.HasSuffix(file, ".bzl")
}

// An ActionGraph knows the actions of targets, as the files of the shadow make
// them. It is a *Bazel.
type ActionGraph interface {
	// Affected is as in a Judge.
	Affected(ctx context.Context, files []string) ([]Target, error)
	// Actions returns the actions of targets. If some cannot be analyzed,
	// trouble has the last lines of what Bazel says about them, and is not
	// empty.
	Actions(ctx context.Context, targets []string) (actions []client.Action, trouble string, err error)
}

// Actions certifies fixes of BUILD and .bzl files: with a certified fix, the
// targets that depend on its files have the same actions. Its Verify method is
// a pipeline.Verifier.
type Actions struct {
	// Open returns what the certificates are made with. It is called once, if
	// there is a fix to certify.
	Open func(ctx context.Context) (Shadow, ActionGraph, error)
	// Required is set if fixes without a certificate must not be applied.
	Required bool
	// Watch is as in a Verifier.
	Watch func(Step)

	verifier *Verifier
	judge    *actionJudge
}

// Certifies reports whether Verify finds out about a fix.
func (a *Actions) Certifies(fix *fixedits.Fix) bool {
	other := func(e fixedits.Edit) bool { return !makesActions(e.Path) }
	return len(fix.Edits) > 0 && !slices.ContainsFunc(fix.Edits, other)
}

// Verify certifies the fixes of a plan that have no certificate yet.
func (a *Actions) Verify(ctx context.Context, trial *pipeline.Trial) (*pipeline.Verification, error) {
	if a.verifier == nil {
		a.verifier = &Verifier{Open: a.open, Level: levelOfActions, Keep: func(*fixedits.Outcome) bool { return true }, Watch: a.Watch}
	}
	judged, err := a.verifier.Verify(ctx, trial)
	if err != nil || judged == nil {
		return nil, err
	}
	did := &pipeline.Verification{Refused: map[string]fixedits.Reason{}, Certificates: map[string]*fixedits.Certificate{}}
	for i := range trial.Plan.Outcomes {
		o := &trial.Plan.Outcomes[i]
		verdict := judged.Verdicts[o.ID]
		switch {
		case verdict == nil:
		case verdict.Kind == fixedits.VerdictVerified:
			did.Certificates[o.ID] = a.judge.certificate(o.Paths)
		case a.Required:
			did.Refused[o.ID] = fixedits.Reason{Code: fixedits.CodeUncertified, Detail: uncertified(o, verdict)}
		}
	}
	return did, nil
}

func (a *Actions) open(ctx context.Context) (Shadow, Judge, error) {
	tree, graph, err := a.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	a.judge = &actionJudge{graph: graph}
	return tree, a.judge, nil
}

// levelOfActions selects the fixes to certify.
func levelOfActions(o *fixedits.Outcome) policy.Level {
	other := func(file string) bool { return !makesActions(file) }
	if o.Certificate != nil || slices.ContainsFunc(o.Paths, other) {
		return policy.LevelNone
	}
	return policy.LevelBuild
}

// uncertified says why a fix has no certificate.
func uncertified(o *fixedits.Outcome, verdict *fixedits.Verdict) string {
	if verdict.Red == nil {
		return fmt.Sprintf("no certificate: no target that can be analyzed depends on %s", strings.Join(o.Paths, ", "))
	}
	if verdict.Red.Output != "" {
		return fmt.Sprintf("no certificate: %s cannot be analyzed with it", verdict.Red.Target)
	}
	return fmt.Sprintf("no certificate: it changes the actions of %s", verdict.Red.Target)
}

// An actionJudge calls a target green if it has the actions that it had without
// the fixes.
type actionJudge struct {
	graph   ActionGraph
	targets []Target          // that can be analyzed without the fixes
	before  map[string]string // digests of their actions, by name
}

// Affected returns the targets that can be analyzed.
func (j *actionJudge) Affected(ctx context.Context, files []string) ([]Target, error) {
	targets, err := j.graph.Affected(ctx, files)
	if err != nil || len(targets) == 0 {
		return nil, err
	}
	names := make([]string, len(targets))
	for i, target := range targets {
		names[i] = target.Name
	}
	if j.before, _, err = j.digests(ctx, names); err != nil {
		return nil, err
	}
	j.targets = slices.DeleteFunc(targets, func(t Target) bool { return j.before[t.Name] == "" })
	return j.targets, nil
}

// Try compares the actions of targets with those before.
func (j *actionJudge) Try(ctx context.Context, requests []Request) ([]Answer, error) {
	names := make([]string, len(requests))
	for i, request := range requests {
		names[i] = request.Target
	}
	now, trouble, err := j.digests(ctx, names)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(requests))
	for i, name := range names {
		switch now[name] {
		case j.before[name]:
		case "":
			answers[i] = Answer{Color: Red, Broken: true, Output: trouble}
		default:
			answers[i] = Answer{Color: Red, Broken: true}
		}
	}
	return answers, nil
}

// digests returns the digests of the actions of targets, by name. A target that
// cannot be analyzed has none; trouble is then what Bazel says.
func (j *actionJudge) digests(ctx context.Context, names []string) (digests map[string]string, trouble string, err error) {
	actions, trouble, err := j.graph.Actions(ctx, names)
	if err != nil {
		return nil, "", err
	}
	of := map[string][]client.Action{}
	for _, action := range actions {
		of[action.Owner] = append(of[action.Owner], action)
	}
	digests = map[string]string{}
	for _, name := range names {
		if len(of[name]) > 0 || trouble == "" {
			digests[name] = digestOfActions(of[name])
		}
	}
	return digests, trouble, nil
}

// digestOfActions returns a digest of the actions of one target: their command
// lines, inputs and outputs.
func digestOfActions(actions []client.Action) string {
	sum := sha256.New()
	for _, a := range actions {
		for _, text := range append([]string{a.Mnemonic, a.Configuration, a.Key, a.Inputs}, a.Outputs...) {
			fmt.Fprintf(sum, "%d:%s", len(text), text)
		}
		io.WriteString(sum, ";")
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// certificate returns the certificate of a fix of files with which all targets
// have the actions that they had before.
func (j *actionJudge) certificate(files []string) *fixedits.Certificate {
	sum := sha256.New()
	for _, target := range j.targets {
		if slices.ContainsFunc(files, func(file string) bool { return slices.Contains(target.Files, file) }) {
			fmt.Fprintf(sum, "%s %s\n", target.Name, j.before[target.Name])
		}
	}
	digest := hex.EncodeToString(sum.Sum(nil))
	return &fixedits.Certificate{Kind: fixedits.CertificateActions, Before: digest, After: digest}
}
