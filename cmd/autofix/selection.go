package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/certifier"
	"github.com/rules-autofix/rules_autofix/internal/checks"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// selection holds the flags for selecting and applying fixes, common to all
// verbs that apply.
type selection struct {
	Mode    string
	Policy  string
	Safety  string // or certifiedOnly
	Certify bool
	Rule    []string
	Rounds  int
	Format  string
	Out     []string
	Summary string
	SARIF   string
	Verbose bool
	Brief   bool
	Quiet   bool

	outputs []outputFile // of Format, Out, Summary and SARIF
	seen    *report.Seen
	full    bool     // the summary has the findings in full
	details []string // what --verbose tells about the run
	warned  []string // likewise, about the tag autofix-warn
	offered string   // the command that shows the changes of all fixes, safe or not; may be empty
}

// certifiedOnly is the value of --safety that selects fixes by their
// certificates.
const certifiedOnly = "certified"

// policies are the values of --policy.
var policies = []string{string(policy.Permissive), string(policy.Strict)}

// declare declares the flags.
func (s *selection) declare(f cli.FlagSet) {
	cli.FromVariable(f.Choice(&s.Mode, "mode", []string{"write", "diff", "print", "check"}, "What to do with the fixes. write applies them, diff prints a patch, print prints the new texts, and check prints only the summary. diff and check exit 1 if something would change."), "AUTOFIX_MODE")
	cli.FromVariable(f.Choice(&s.Policy, "policy", policies, "permissive applies what can be applied; strict applies all or nothing."), "AUTOFIX_POLICY")
	cli.FromVariable(f.Choice(&s.Safety, "safety", []string{"safe", "suggestion", "unsafe", certifiedOnly}, "Apply fixes that are at least this safe. certified applies the fixes, of any safety, of which a certificate shows that they keep the meaning of their file; see --certify."), "AUTOFIX_SAFETY")
	cli.FromVariable(f.Toggle(&s.Certify, "certify", "Also find the certificates that take time: BuildKit translates Dockerfiles without and with each fix, and Bazel compares the actions that BUILD and .bzl files make."), "AUTOFIX_CERTIFY")
	cli.FromVariable(f.CommaList(&s.Rule, "rule", "GLOB", "Apply only the fixes of these rules, such as format/go, DL3020, buildifier/* or text. Repeatable."), "AUTOFIX_RULE")
	cli.FromVariable(f.Number(&s.Rounds, "rounds", 10, "The maximum number of rounds of checking and fixing."), "AUTOFIX_ROUNDS")
	f.Optional(&s.Format, "format", report.OutputFormats(), "What to print in place of the summary, or to write to --out. json is every fix with its status; artifacts is what the first check found, for `autofix fix --from`; diff and workspace-edit are the changes; the others show the findings that are left, and in a mode that writes nothing those of the files as they are. The summary then goes to stderr, except with agent. full is the summary, with the findings in full. Default: full on a terminal, else text.")
	f.List(&s.Out, "out", "[FORMAT=]FILE", fmt.Sprintf(outHelp, "the format of --format"))
	f.Text(&s.Summary, "summary", "FILE", "Write every fix with its status, as JSON, like --out=json=FILE.")
	f.Text(&s.SARIF, "sarif", "FILE", "Write the findings with what became of their fixes, as SARIF, like --out=sarif=FILE.")
	cli.FromVariable(f.Toggle(&s.Verbose, "verbose", "List everything that is left, even if a rule reports many places in one file."), "AUTOFIX_VERBOSE")
	f.Toggle(&s.Brief, "brief", "Print one line per finding, on a terminal too.")
	f.Toggle(&s.Quiet, "quiet", "Print only findings of severity error that are left, and what could not be written.")
}

// options converts the flags to options of the pipeline.
func (s *selection) options(env *environment) (pipeline.Options, error) {
	if err := pipeline.CheckGlobs(s.Rule); err != nil {
		return pipeline.Options{}, err
	}
	if s.Rounds < 1 {
		return pipeline.Options{}, cli.Mistake("--rounds or AUTOFIX_ROUNDS must be at least 1, not %d", s.Rounds)
	}
	opts := pipeline.Options{
		Tools:  env.Tools(),
		Policy: policy.Policy(s.Policy),
		Safety: fixedits.Safety(s.Safety),
		Rules:  s.Rule,
		Rounds: s.Rounds,
		DryRun: s.preview(),
	}
	if s.Safety == certifiedOnly {
		opts.Safety, opts.Certified = fixedits.SafetyUnsafe, true
	}
	if s.Certify {
		opts.Certify = env.certifier()
	}
	return opts, nil
}

// preview reports whether the mode never writes.
func (s *selection) preview() bool { return s.Mode != "write" }

// claimStdout returns the environment for these flags: see
// environment.claimStdout.
func (s *selection) claimStdout(env *environment) (*environment, error) {
	s.full = s.Mode != "diff" && s.Mode != "print" && env.formatOf(s.Format, s.Brief) == report.FullFormat
	printed := ""
	if s.Mode == "diff" || s.Mode == "print" || s.Mode == "lower" {
		printed = "--mode=" + s.Mode
	}
	all, err := parseOutputs(s.Out, cmp.Or(s.Format, "text"))
	if err != nil {
		return nil, err
	}
	all = named(all, "--summary", "json", s.Summary)
	s.outputs = named(all, "--sarif", "sarif", s.SARIF)
	if !s.printsFormat() {
		return env.claimStdout(printed, flagsOfOutputs(s.outputs)...)
	}
	if printed != "" {
		return nil, cli.Mistake("%s and --format=%s both print: name a file with --out", printed, s.Format)
	}
	if env, err = env.claimStdout("--format="+s.Format, flagsOfOutputs(s.outputs)...); err != nil {
		return nil, err
	}
	s.outputs = append(s.outputs, outputFile{"--format", s.Format, "-"})
	return env.apart(), nil
}

// printsFormat reports whether something is printed in place of the summary.
// Verbs without --format print the summary.
func (s *selection) printsFormat() bool {
	return !forPeople(s.Format) && !slices.ContainsFunc(s.Out, func(value string) bool {
		format, _, named := strings.Cut(value, "=")
		return !named || !mayBeFormat().MatchString(format)
	})
}

// flags returns the flags that select the same fixes, in the mode that writes.
func (s *selection) flags() []string {
	var flags []string
	if s.Policy != string(policy.Permissive) {
		flags = append(flags, "--policy="+s.Policy)
	}
	if s.Safety != string(fixedits.SafetySafe) {
		flags = append(flags, "--safety="+s.Safety)
	}
	if s.Certify {
		flags = append(flags, "--certify")
	}
	return append(flags, ruleFlags(s.Rule)...)
}

func ruleFlags(globs []string) []string {
	var flags []string
	for _, glob := range globs {
		flags = append(flags, "--rule="+glob)
	}
	return flags
}

// patchHint returns how to apply the patch that the mode prints.
func (s *selection) patchHint(env *environment, root string) string {
	if s.Mode != "diff" {
		return ""
	}
	return report.PatchHint(root, env.Dir, "-")
}

// drop returns a function that removes the texts of a file that the mode does
// not need, or nil.
func (s *selection) drop(opts *pipeline.Options) func(*fixedits.FileChange) {
	switch {
	case opts.Commits != nil:
		return nil
	case s.Mode == "write":
		return (*fixedits.FileChange).DropBefore
	case s.Mode == "check" && opts.Verify == nil && opts.Resolve == nil:
		return (*fixedits.FileChange).DropTexts
	}
	return nil
}

// record collects the data for reports during a run, if any need it. files are
// the files of the workspace.
func (s *selection) record(opts *pipeline.Options, files pipeline.Source) {
	if s.full {
		s.seen = report.See(opts, files)
	}
	defer s.recordWarned(opts)
	for _, output := range s.outputs {
		switch output.format {
		case "text", "json", report.DiffFormat:
		case report.WorkspaceEditFormat:
			opts.Each = nil
		default:
			s.seen = report.See(opts, files)
		}
		if output.format == report.DiffFormat {
			opts.Each = nil
		}
	}
}

// recordWarned collects what --verbose tells about the tag autofix-warn.
func (s *selection) recordWarned(opts *pipeline.Options) {
	if !s.Verbose {
		return
	}
	seen := opts.Seen
	opts.Seen = func(round int, artifacts []*artifact.Artifact) {
		if round == 1 {
			s.warned = report.Warned(artifacts, opts)
		}
		if seen != nil {
			seen(round, artifacts)
		}
	}
}

// writeReports writes the files of --out and the other flags.
func (s *selection) writeReports(env *environment, result *pipeline.Result, summary *report.Summary) error {
	var findings *report.Findings
	var err error
	if s.seen != nil {
		if findings, err = s.seen.Findings(result, summary); err != nil {
			return err
		}
	}
	for _, output := range s.outputs {
		err = errors.Join(err, env.writeFile(output.file, func(w writer) error {
			switch output.format {
			case "text":
				return report.SummaryText(w, summary, false)
			case report.FullFormat:
				return report.FullSummary(w, findings, summary, report.TextOptions{Shown: summary.Shown, Verbose: s.Verbose})
			case "json":
				return report.SummaryJSON(w, summary)
			case report.DiffFormat:
				return report.Diff(w, result.Files)
			case report.WorkspaceEditFormat:
				return report.WorkspaceEdit(w, result.Files)
			}
			return report.Write(w, output.format, findings, nil, report.TextOptions{Fix: summary.Fix, Files: result.Checked, Shown: summary.Shown})
		}))
	}
	return err
}

// download returns the command that applies the artifacts of a preview on
// another machine, or "" if it writes none.
func (s *selection) download(opts *pipeline.Options) string {
	written := slices.ContainsFunc(s.outputs, func(o outputFile) bool { return o.format == report.ArtifactsFormat })
	if !s.preview() || !written || opts.Config == nil {
		return ""
	}
	return report.DownloadCommand(opts.Config.For(config.Name))
}

// finish writes the reports, prints the result, and judges it.
func (s *selection) finish(env *environment, result *pipeline.Result, summary *report.Summary) error {
	err := s.writeReports(env, result, summary)
	if err == nil {
		err = s.show(env, result, summary)
	}
	return report.Judged(result.Crashed, summary.Shown, err)
}

// stand ends a run of fix with the verdict err. An error that is left, or a
// file that has changed since it was checked, fails it under either policy. If
// only findings are left that do not, the last line says why the run succeeds.
func (s *selection) stand(env *environment, summary *report.Summary, err error) error {
	switch {
	case err != nil:
		return err
	case summary.Stale || summary.Held.Errors > 0:
		return &cli.FindingsError{}
	case len(summary.Left) == 0, s.Quiet:
		return nil
	case s.Format == "agent" && s.printsFormat():
		return nil
	}
	w := env.Stdout
	if s.Mode == "diff" || s.Mode == "print" {
		w = env.Stderr
	}
	fmt.Fprintf(w, "autofix: %s\n", whySuccess(policy.Policy(s.Policy), "fixes that are stale, invalid, unresolved or in conflict", summary.Held.Freed))
	return nil
}

// show prints the output of the mode and the summary, and judges. If a patch or
// texts go to stdout, the summary goes to stderr.
func (s *selection) show(env *environment, result *pipeline.Result, summary *report.Summary) error {
	var err error
	for _, line := range s.warned {
		env.Say("%s", line)
	}
	summary.Verbose, summary.Quiet = s.Verbose, s.Quiet
	switch s.Mode {
	case "diff":
		err = errors.Join(report.Diff(env.Stdout, result.Files), report.SummaryText(env.Stderr, summary, false))
	case "print":
		err = errors.Join(report.Texts(env.Stdout, result.Files, summary.Shown), report.SummaryText(env.Stderr, summary, false))
	default:
		if s.Format == "agent" && s.printsFormat() && len(result.Blocked)+len(result.Failed) == 0 {
			break // every word costs
		}
		err = s.summary(env, result, summary)
	}
	switch {
	case err != nil:
		return err
	case len(result.Failed) > 0:
		return report.FailedError(result.Failed, summary.Shown)
	case len(result.Blocked) > 0:
		return &cli.FindingsError{}
	case (s.Mode == "check" || s.Mode == "diff") && len(result.Files) > 0 && summary.Held.Changes:
		return &cli.FindingsError{}
	}
	return nil
}

// summary prints the summary, in the form for the reader.
func (s *selection) summary(env *environment, result *pipeline.Result, summary *report.Summary) error {
	if s.seen == nil || !s.full {
		return report.SummaryText(env.Stdout, summary, env.color)
	}
	findings, err := s.seen.Findings(result, summary)
	if err != nil {
		return err
	}
	return report.FullSummary(env.Stdout, findings, summary, report.TextOptions{Shown: summary.Shown, Verbose: s.Verbose, Screen: env.screen(), Offered: s.offered, Details: s.details})
}

// knownRules resolves the globs of --rule, in place, and rejects globs that
// select no rule: see pipeline.KnownRules. It prints the notes.
func (e *environment) knownRules(globs []string, checkers *checks.Registry, artifacts []*artifact.Artifact, others ...string) error {
	notes, err := pipeline.KnownRules(globs, checkers, artifacts, others...)
	for _, note := range notes {
		e.Say("%s", note)
	}
	return err
}

// certifier returns what certifies the fixes of Dockerfiles.
func (e *environment) certifier() pipeline.Certifier {
	return &certifier.Certifier{Warn: func(err error) {
		e.Say("--certify: no certificates of Dockerfiles: %s", inert.Line(err.Error()))
	}}
}
