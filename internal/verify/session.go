package verify

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

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/verify/shadow"
)

// The values of Settings.Unaffected.
const (
	KeepUnaffected = "keep"
	DropUnaffected = "drop"
)

// Settings say how a run verifies its fixes.
type Settings struct {
	Level      string   // one of config.VerifyLevels; empty: as configured
	Universe   []string // target patterns
	Unaffected string   // keep, drop, or empty: keep safe fixes
	Command    string   // instead of Bazel, as process.ParseCommand takes it; may be empty
	Certify    bool     // also compares the actions that BUILD and .bzl files make

	// Agents reports whether a fix is by an agent, and verified for that. It
	// may be nil.
	Agents func(o *fixedits.Outcome) bool

	Root     string // of the workspace
	Dir      string // of the person, where the command runs in the shadow
	Bazel    Server
	Progress report.Progress
}

// level returns how far a fix is verified.
func (s *Settings) level(source config.Source) func(o *fixedits.Outcome) policy.Level {
	switch {
	case s.Level != "":
		return func(*fixedits.Outcome) policy.Level { return policy.ParseLevel(s.Level) }
	case s.Command != "":
		return func(*fixedits.Outcome) policy.Level { return policy.LevelTest }
	}
	return func(o *fixedits.Outcome) policy.Level {
		level := policy.LevelOf(source, o)
		if level == policy.LevelNone && s.byAgent(o) {
			return policy.LevelTest
		}
		return level
	}
}

func (s *Settings) byAgent(o *fixedits.Outcome) bool { return s.Agents != nil && s.Agents(o) }

// keep reports whether to apply a fix that nothing can judge. A fix of an agent
// is applied, unless the user asked for verifying it: a Dockerfile seldom has a
// target.
func (s *Settings) keep(o *fixedits.Outcome) bool {
	switch {
	case s.Unaffected != "":
		return s.Unaffected == KeepUnaffected
	case s.byAgent(o) && s.Level == "" && s.Command == "":
		return true
	}
	return cmp.Or(o.Safety, fixedits.SafetySafe) == fixedits.SafetySafe
}

// A Session is the verification of one run.
type Session struct {
	settings Settings
	args     []string // of the command, if there is one
	verifier *Verifier
	start    time.Time
	tree     *shadow.Tree      // nil until a fix is verified
	server   *Bazel            // nil until Bazel is asked
	end      func(failed bool) // of the server
	failed   bool
	stop     func()   // the progress of a build
	strange  []string // files that changed while fixes were verified
	judging  bool     // there is a fix to verify

	certified bool // certificates were asked for
}

// Begin adds the verification to the options of a run, which have its
// configuration. An error is one of the command. The caller finishes the
// session.
func Begin(settings Settings, opts *pipeline.Options) (*Session, error) {
	s := &Session{settings: settings, end: func(bool) {}, stop: func() {}, certified: settings.Certify || opts.Certified}
	if settings.Command != "" {
		var err error
		if s.args, err = process.ParseCommand(settings.Command); err != nil {
			return nil, err
		}
	}
	var steps []pipeline.Verifier
	if settings.Certify && undeclared.IsWorkspace(settings.Root) {
		actions := &Actions{Open: s.openActions, Required: opts.Certified, Watch: s.watchActions}
		opts.Certifies = actions.Certifies
		steps = append(steps, actions.Verify)
	}
	if settings.Level != config.VerifyLevels[policy.LevelNone] {
		source := opts.Config
		if source == nil {
			source = (*config.Config)(nil)
		}
		s.verifier = &Verifier{Open: s.open, Level: s.settings.level(source), Keep: s.settings.keep, Watch: s.watch}
		steps = append(steps, s.verifier.Verify)
	}
	if len(steps) > 0 {
		opts.Verify = s.inTurn(steps)
	}
	return s, nil
}

// inTurn returns the verifier that has a plan verified by each step, until one
// refuses a fix. The plan is then made again.
func (s *Session) inTurn(steps []pipeline.Verifier) pipeline.Verifier {
	return func(ctx context.Context, trial *pipeline.Trial) (*pipeline.Verification, error) {
		defer s.stopTicking()
		s.written() // by earlier rounds
		var all *pipeline.Verification
		for _, step := range steps {
			did, err := step(ctx, trial)
			s.stopTicking()
			s.strange = append(s.strange, s.written()...)
			if err != nil {
				s.failed = true
				if none, ok := errors.AsType[*NoTargetsError](err); ok {
					err = &exit.UsageError{Err: fmt.Errorf("--verify-universe: %w", none)}
				}
				return nil, err
			}
			if all = all.And(did); all != nil && len(all.Refused) > 0 {
				break
			}
		}
		return all, nil
	}
}

// openTree opens the shadow.
func (s *Session) openTree(ctx context.Context) error {
	if s.tree != nil {
		return nil
	}
	s.start = time.Now()
	cache, err := os.UserCacheDir()
	if err != nil {
		return fmt.Errorf("shadow workspace: no cache folder: %w; set XDG_CACHE_HOME to one", err)
	}
	waiting := func() { s.settings.Progress.Say("waiting: another run verifies fixes of this workspace") }
	s.tree, err = shadow.Open(ctx, s.settings.Root, filepath.Join(cache, "rules_autofix", "verify"), s.args != nil, waiting)
	return err
}

// openBazel returns the shadow, and Bazel in it.
func (s *Session) openBazel(ctx context.Context) (Shadow, *Bazel, error) {
	if err := s.openTree(ctx); err != nil {
		return nil, nil, err
	}
	if s.server == nil {
		server, end, err := s.settings.Bazel.start(ctx, s.tree, s.settings.Universe)
		if err != nil {
			return nil, nil, err
		}
		s.server, s.end = server, end
	}
	return s.tree, s.server, nil
}

func (s *Session) openActions(ctx context.Context) (Shadow, ActionGraph, error) {
	return s.openBazel(ctx)
}

// open returns the shadow and its judge.
func (s *Session) open(ctx context.Context) (Shadow, Judge, error) {
	s.judging = true
	if s.args == nil {
		return s.openBazel(ctx)
	}
	if err := s.openTree(ctx); err != nil {
		return nil, nil, err
	}
	return s.tree, s.command(), nil
}

// command returns the judge that runs the command, in the shadow of the folder
// of the person.
func (s *Session) command() *Command {
	dir := s.tree.Dir
	if below, err := filepath.Rel(s.settings.Root, s.settings.Dir); err == nil && filepath.IsLocal(below) {
		dir = filepath.Join(dir, below)
	}
	return &Command{Args: s.args, Dir: dir, Env: environment()}
}

// environment returns the environment of builds and tests in a shadow: the
// person's own. Git must not take locks there, since its folder is the
// person's.
func environment() []string {
	return append(client.OutsideOfRun(os.Environ()), "GIT_OPTIONAL_LOCKS=0")
}

// watchActions prints which actions are about to be compared.
func (s *Session) watchActions(step Step) {
	s.stopTicking()
	s.settings.Progress.Say("certifying: comparing the actions of %s; %s so far", namedFirst(step.Targets), s.elapsed())
	s.stop = s.settings.Progress.Tick("certifying")
}

// watch prints the next step of a build.
func (s *Session) watch(step Step) {
	s.stopTicking()
	what := namedFirst(step.Targets)
	if step.Tests > 0 && step.Tests < len(step.Targets) {
		what += fmt.Sprintf(" (%d of %d are tests)", step.Tests, len(step.Targets))
	}
	why := "verifying with"
	if step.Searching {
		why = "searching for the fixes that break"
	}
	line := fmt.Sprintf("build %d: %s %s", step.Build, why, what)
	if more := step.Remaining - 1; more > 0 {
		line += fmt.Sprintf("; about %d more", more)
	}
	s.settings.Progress.Say("%s; %s so far", line, s.elapsed())
	s.stop = s.settings.Progress.Tick(fmt.Sprintf("build %d", step.Build))
}

func (s *Session) stopTicking() {
	s.stop()
	s.stop = func() {}
}

func (s *Session) elapsed() time.Duration { return time.Since(s.start).Round(time.Second) }

// namedFirst names the first targets and counts the others.
func namedFirst(targets []string) string {
	const most = 3
	shown := slices.Clone(targets[:min(len(targets), most)])
	for i := range shown {
		shown[i] = inert.Line(shown[i])
	}
	text := strings.Join(shown, ", ")
	if rest := len(targets) - len(shown); rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}

// Finish ends the verification. It is called once, with the context of the run.
// It names the files that changed while the fixes were verified, as shown has
// them.
func (s *Session) Finish(ctx context.Context, shown report.Shown) error {
	s.end(s.failed || ctx.Err() != nil)
	if s.tree == nil {
		return nil
	}
	slices.Sort(s.strange)
	if names := shown.All(slices.Compact(s.strange)); len(names) > 0 {
		s.settings.Progress.Say("changed while the fixes were verified, by a build, a test or you: %s", namedFirst(names))
	}
	return s.tree.Close()
}

// written returns the files that changed since the last call.
func (s *Session) written() []string {
	if s.tree == nil {
		return nil
	}
	names, _ := s.tree.Written() // a folder that cannot be walked is reported elsewhere
	return names
}

// Report adds the verified fixes to a summary.
func (s *Session) Report(summary *report.Summary) {
	summary.Certified = s.certified
	if !s.judging {
		return
	}
	v := &report.Verified{Command: s.settings.Command, Builds: s.verifier.Builds, Before: s.verifier.Before}
	v.Targets, v.Tests, v.Cached = s.verifier.Green()
	summary.Verified = v
}
