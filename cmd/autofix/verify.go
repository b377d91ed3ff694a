package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/bazel/client"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/process"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/verify"
	"github.com/rules-autofix/rules_autofix/verify/shadow"
)

// verification holds the flags for verifying fixes by builds and tests.
type verification struct {
	Verify     string // one of config.VerifyLevels; empty: as configured
	Universe   []string
	Unaffected string // keep, drop, or empty: keep safe fixes
	Command    string // instead of Bazel

	// Agents reports whether a fix is by an agent, and verified for that. It may
	// be nil.
	Agents func(o *fixedits.Outcome) bool
}

// The values of --verify-unaffected.
const (
	keepUnaffected = "keep"
	dropUnaffected = "drop"
)

func (v *verification) declare(f cli.FlagSet) {
	cli.FromVariable(f.Optional(&v.Verify, "verify", config.VerifyLevels, "Build what depends on the fixes, or build and test it, in a shadow of the workspace before anything is written. Fixes that break a target are left out. Default: what [verify] in autofix.toml says, else none."), "AUTOFIX_VERIFY")
	cli.FromVariable(f.CommaList(&v.Universe, "verify-universe", "PATTERN", "The targets among which --verify looks for those that depend on the fixes. Default: //... Repeatable."), "AUTOFIX_VERIFY_UNIVERSE")
	cli.FromVariable(f.Optional(&v.Unaffected, "verify-unaffected", []string{keepUnaffected, dropUnaffected}, "What to do with fixes of files that no target depends on. Default: keep safe ones, drop the others."), "AUTOFIX_VERIFY_UNAFFECTED")
	cli.FromVariable(f.Text(&v.Command, "verify-command", "COMMAND", "Verify all fixes with this command, such as 'go test ./...', instead of Bazel. It runs in a copy of the workspace, without a shell; exit code 0 is green."), "AUTOFIX_VERIFY_COMMAND")
}

// flags returns the flags that verify in the same way.
func (v *verification) flags() []string {
	var flags []string
	if v.Verify != "" {
		flags = append(flags, "--verify="+v.Verify)
	}
	for _, pattern := range v.Universe {
		flags = append(flags, "--verify-universe="+pattern)
	}
	if v.Unaffected != "" {
		flags = append(flags, "--verify-unaffected="+v.Unaffected)
	}
	if v.Command != "" {
		flags = append(flags, "--verify-command="+v.Command)
	}
	return flags
}

// level returns how far a fix is verified.
func (v *verification) level(source config.Source) func(o *fixedits.Outcome) policy.Level {
	switch {
	case v.Verify != "":
		return func(*fixedits.Outcome) policy.Level { return policy.ParseLevel(v.Verify) }
	case v.Command != "":
		return func(*fixedits.Outcome) policy.Level { return policy.LevelTest }
	}
	return func(o *fixedits.Outcome) policy.Level {
		level := policy.LevelOf(source, o)
		if level == policy.LevelNone && v.byAgent(o) {
			return policy.LevelTest
		}
		return level
	}
}

func (v *verification) byAgent(o *fixedits.Outcome) bool { return v.Agents != nil && v.Agents(o) }

// keep reports whether to apply a fix that nothing can judge. A fix of an agent
// is applied, unless the user asked for verifying it: a Dockerfile seldom has a
// target.
func (v *verification) keep(o *fixedits.Outcome) bool {
	switch {
	case v.Unaffected != "":
		return v.Unaffected == keepUnaffected
	case v.byAgent(o) && v.Verify == "" && v.Command == "":
		return true
	}
	return cmp.Or(o.Safety, fixedits.SafetySafe) == fixedits.SafetySafe
}

// A verifying is the verification of one run.
type verifying struct {
	*verification
	env   *environment
	root  string   // of the workspace
	bazel judgeOf  // of the workspace
	args  []string // of the command, if there is one

	verifier *verify.Verifier
	start    time.Time
	tree     *shadow.Tree      // nil until a fix is verified
	server   *verify.Bazel     // nil until Bazel is asked
	end      func(failed bool) // of the server
	failed   bool
	stop     func()   // the progress of a build
	strange  []string // files that changed while fixes were verified
	judging  bool     // there is a fix to verify

	certified bool // certificates were asked for
}

// begin adds the verification to the options of a run, and with certify, the
// verification of certificates. opts has the configuration of the run. bazel
// returns the judge for a shadow, and a function that ends it.
func (v *verification) begin(env *environment, root string, opts *pipeline.Options, bazel judgeOf, certify bool) (*verifying, error) {
	run := &verifying{verification: v, env: env, root: root, bazel: bazel, end: func(bool) {}, stop: func() {}, certified: certify || opts.Certified}
	none := v.Verify == config.VerifyLevels[policy.LevelNone]
	if v.Command != "" {
		if none {
			return nil, cli.Mistake("--verify=none and --verify-command exclude each other")
		}
		if len(v.Universe) > 0 {
			return nil, cli.Mistake("--verify-universe and --verify-command exclude each other: the command verifies all fixes")
		}
		args, err := process.ParseCommand(v.Command)
		if err != nil {
			return nil, cli.Mistake("--verify-command: %v", err)
		}
		run.args = args
	}
	var steps []pipeline.Verifier
	if certify && isBazelWorkspace(root) {
		actions := &verify.Actions{Open: run.openActions, Required: opts.Certified, Watch: run.watchActions}
		opts.Certifies = actions.Certifies
		steps = append(steps, actions.Verify)
	}
	if !none {
		source := opts.Config
		if source == nil {
			source = (*config.Config)(nil)
		}
		run.verifier = &verify.Verifier{Open: run.open, Level: v.level(source), Keep: v.keep, Watch: run.watch}
		steps = append(steps, run.verifier.Verify)
	}
	if len(steps) > 0 {
		opts.Verify = run.inTurn(steps)
	}
	return run, nil
}

// inTurn returns the verifier that has a plan verified by each step, until one
// refuses a fix. The plan is then made again.
func (r *verifying) inTurn(steps []pipeline.Verifier) pipeline.Verifier {
	return func(ctx context.Context, trial *pipeline.Trial) (*pipeline.Verification, error) {
		defer r.stopTicking()
		r.written() // by earlier rounds
		var all *pipeline.Verification
		for _, step := range steps {
			did, err := step(ctx, trial)
			r.stopTicking()
			r.strange = append(r.strange, r.written()...)
			if err != nil {
				r.failed = true
				return nil, usageOf(err)
			}
			if all = all.And(did); all != nil && len(all.Refused) > 0 {
				break
			}
		}
		return all, nil
	}
}

// openTree opens the shadow.
func (r *verifying) openTree(ctx context.Context) error {
	if r.tree != nil {
		return nil
	}
	r.start = time.Now()
	cache, err := os.UserCacheDir()
	if err != nil {
		return fmt.Errorf("shadow workspace: no cache folder: %w; set XDG_CACHE_HOME to one", err)
	}
	r.env.ProgressDone()
	waiting := func() {
		fmt.Fprintln(r.env.Stderr, "autofix: waiting: another run verifies fixes of this workspace")
	}
	r.tree, err = shadow.Open(ctx, r.root, filepath.Join(cache, "rules_autofix", "verify"), r.args != nil, waiting)
	return err
}

// openBazel returns the shadow, and Bazel in it.
func (r *verifying) openBazel(ctx context.Context) (verify.Shadow, *verify.Bazel, error) {
	if err := r.openTree(ctx); err != nil {
		return nil, nil, err
	}
	if r.server == nil {
		server, end, err := r.bazel(ctx, r.tree)
		if err != nil {
			return nil, nil, err
		}
		r.server, r.end = server, end
	}
	return r.tree, r.server, nil
}

func (r *verifying) openActions(ctx context.Context) (verify.Shadow, verify.ActionGraph, error) {
	return r.openBazel(ctx)
}

// open returns the shadow and its judge.
func (r *verifying) open(ctx context.Context) (verify.Shadow, verify.Judge, error) {
	r.judging = true
	if r.args == nil {
		return r.openBazel(ctx)
	}
	if err := r.openTree(ctx); err != nil {
		return nil, nil, err
	}
	return r.tree, r.command(), nil
}

// command returns the judge of --verify-command. It runs in the shadow of the
// folder of the user.
func (r *verifying) command() *verify.Command {
	dir := r.tree.Dir
	if below, err := filepath.Rel(r.root, r.env.Dir); err == nil && filepath.IsLocal(below) {
		dir = filepath.Join(dir, below)
	}
	return &verify.Command{Args: r.args, Dir: dir, Env: verifyEnv()}
}

// verifyEnv returns the environment of builds and tests in a shadow: the
// person's own. Git must not take locks there, since its folder is the
// person's.
func verifyEnv() []string {
	return append(client.OutsideOfRun(os.Environ()), "GIT_OPTIONAL_LOCKS=0")
}

// watchActions prints which actions are about to be compared.
func (r *verifying) watchActions(step verify.Step) {
	r.stopTicking()
	r.env.ProgressDone()
	fmt.Fprintf(r.env.Stderr, "autofix: certifying: comparing the actions of %s; %s so far\n", namedFirst(step.Targets), r.elapsed())
	r.stop = r.env.Tick("certifying")
}

// watch prints the next step of a build.
func (r *verifying) watch(step verify.Step) {
	r.stopTicking()
	r.env.ProgressDone()
	what := namedFirst(step.Targets)
	if step.Tests > 0 && step.Tests < len(step.Targets) {
		what += fmt.Sprintf(" (%d of %d are tests)", step.Tests, len(step.Targets))
	}
	why := "verifying with"
	if step.Searching {
		why = "searching for the fixes that break"
	}
	line := fmt.Sprintf("autofix: build %d: %s %s", step.Build, why, what)
	if more := step.Remaining - 1; more > 0 {
		line += fmt.Sprintf("; about %d more", more)
	}
	fmt.Fprintf(r.env.Stderr, "%s; %s so far\n", line, r.elapsed())
	r.stop = r.env.Tick(fmt.Sprintf("build %d", step.Build))
}

func (r *verifying) stopTicking() {
	r.stop()
	r.stop = func() {}
}

func (r *verifying) elapsed() time.Duration { return time.Since(r.start).Round(time.Second) }

// namedFirst names the first targets and counts the others.
func namedFirst(targets []string) string {
	const most = 3
	shown := slices.Clone(targets[:min(len(targets), most)])
	for i := range shown {
		shown[i] = report.OneLine(shown[i])
	}
	text := strings.Join(shown, ", ")
	if rest := len(targets) - len(shown); rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}

// finish ends the verification. It is called once, with the context of the run.
func (r *verifying) finish(ctx context.Context) error {
	r.end(r.failed || ctx.Err() != nil)
	if r.tree == nil {
		return nil
	}
	r.warnWritten()
	return r.tree.Close()
}

// written returns the files that changed since the last call.
func (r *verifying) written() []string {
	if r.tree == nil {
		return nil
	}
	names, _ := r.tree.Written() // a folder that cannot be walked is reported elsewhere
	return names
}

// warnWritten names the files that changed while the fixes were verified.
func (r *verifying) warnWritten() {
	slices.Sort(r.strange)
	if names := slices.Compact(r.strange); len(names) > 0 {
		shown := r.env.Shown(r.root)
		for i := range names {
			names[i] = shown.Of(names[i])
		}
		fmt.Fprintf(r.env.Stderr, "autofix: changed while the fixes were verified, by a build, a test or you: %s\n", namedFirst(names))
	}
}

// usageOf makes a mistake in the flags of an error.
func usageOf(err error) error {
	if none, ok := errors.AsType[*verify.NoTargetsError](err); ok {
		return &cli.UsageError{Err: fmt.Errorf("--verify-universe: %w", none)}
	}
	return err
}

// tell adds the verified fixes to a summary.
func (r *verifying) tell(s *report.Summary) {
	s.Certified = r.certified
	if !r.judging {
		return
	}
	s.Verified = &report.Verified{Command: r.Command, Builds: r.verifier.Builds, Before: r.verifier.Before}
	s.Verified.Targets, s.Verified.Tests, s.Verified.Cached = r.verifier.Green()
}
