package bazel

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/buildevents"
	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
)

// A FailureKind says at which stage of a build something failed.
type FailureKind int

const (
	// PatternFailed is a target pattern that names nothing, or nothing that
	// loads.
	PatternFailed FailureKind = iota
	// PackageFailed is a package below a target pattern that does not load.
	PackageFailed
	// AnalysisFailed is a target that could not be analyzed.
	AnalysisFailed
	// ActionFailed is an action that ended with an error, or was killed.
	ActionFailed
	// NotBuilt is a target whose checks were not built, since something that
	// they need is missing or failed.
	NotBuilt
)

// A Failure is one thing that failed in a build.
type Failure struct {
	Kind     FailureKind
	Label    string // of the target; a target pattern for PatternFailed; //NAME of a package, "" of one that is not known, for PackageFailed
	Mnemonic string // of the action, e.g. GoCompilePkg; "" for the other kinds
	Reason   string // e.g. "exit 3", "killed by signal 9", or Bazel's words; may be empty
}

// String returns the failure as one line.
func (f Failure) String() string { return f.of([]string{f.Label}) }

// of returns one line for the targets with labels, which failed alike.
func (f Failure) of(labels []string) string {
	subject, were, reason := named(labels), "was", firstReason(f.Reason)
	if len(labels) > 1 {
		were = "were"
		if cause, ok := strings.CutPrefix(reason, "needs "); ok {
			reason = "they need " + cause
		}
	}
	if reason != "" {
		reason = ": " + reason
	}
	switch f.Kind {
	case PatternFailed:
		return subject + reason
	case PackageFailed:
		if subject == "" {
			return "a package does not load" + reason
		}
		return fmt.Sprintf("package %s does not load%s", subject, reason)
	case ActionFailed:
		return fmt.Sprintf("%s of %s failed%s", f.Mnemonic, subject, reason)
	case NotBuilt:
		return fmt.Sprintf("%s %s not checked%s", subject, were, reason)
	default:
		return fmt.Sprintf("%s could not be analyzed%s", subject, reason)
	}
}

// firstReason returns the line of a message that has the cause: the first one,
// or the error of a Starlark traceback.
func firstReason(message string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(message), "\n")
	if !strings.HasPrefix(first, traceback) && !strings.HasPrefix(rest, traceback) {
		return first
	}
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, "Error") {
			return strings.TrimSpace(line)
		}
	}
	return first
}

// traceback is the start of a stack trace of Starlark.
const traceback = "Traceback"

func actionFailure(label string, a *buildevents.Action) Failure {
	failure := Failure{Kind: ActionFailed, Label: label, Mnemonic: a.Type}
	switch spawn := a.FailureDetail.Spawn; {
	case spawn == nil:
		failure.Reason = a.FailureDetail.Message
	case spawn.Code == "TIMEOUT":
		failure.Reason = "timed out"
	case spawn.SpawnExitCode > 128: // a signal, as in a shell
		failure.Reason = fmt.Sprintf("killed by signal %d", spawn.SpawnExitCode-128)
	case spawn.SpawnExitCode != 0:
		failure.Reason = fmt.Sprintf("exit %d", spawn.SpawnExitCode)
	default:
		failure.Reason = a.FailureDetail.Message
	}
	return failure
}

// sortFailures sorts failures, since actions finish in any order, and removes
// duplicates. Of the analysis failures of one label, it keeps only the ones
// with a reason.
func sortFailures(failures []Failure) []Failure {
	slices.SortFunc(failures, func(a, b Failure) int {
		return cmp.Or(
			cmp.Compare(a.Kind, b.Kind),
			strings.Compare(a.Label, b.Label),
			strings.Compare(a.Mnemonic, b.Mnemonic),
			-strings.Compare(a.Reason, b.Reason),
		)
	})
	var kept []Failure
	for _, f := range failures {
		if n := len(kept); n > 0 && kept[n-1].Kind == f.Kind && kept[n-1].Label == f.Label && kept[n-1].Mnemonic == f.Mnemonic &&
			(f.Reason == "" || f.Reason == kept[n-1].Reason) {
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// maxFailures bounds the causes that an error lists, and maxNamed the labels
// that it names for one cause. The others are counted.
const (
	maxFailures = 20
	maxNamed    = 3
)

// byCause returns failures as lines, one for each cause. Each failure without a
// cause has its own line.
func byCause(failures []Failure) []string {
	type cause struct {
		kind   FailureKind
		reason string
	}
	var order []Failure // the first of each cause
	labels := map[cause][]string{}
	for _, f := range failures {
		key := cause{f.Kind, firstReason(f.Reason)}
		if key.reason == "" || f.Kind != AnalysisFailed && f.Kind != NotBuilt {
			order = append(order, f)
			continue
		}
		if len(labels[key]) == 0 {
			order = append(order, f)
		}
		labels[key] = append(labels[key], f.Label)
	}
	lines := make([]string, len(order))
	for i, f := range order {
		all := labels[cause{f.Kind, firstReason(f.Reason)}]
		if len(all) == 0 {
			all = []string{f.Label}
		}
		lines[i] = f.of(all)
	}
	return lines
}

// named returns labels, cut short, as the start or the end of a sentence.
func named(labels []string) string {
	switch {
	case len(labels) > maxNamed+1:
		return fmt.Sprintf("%s and %d more", strings.Join(labels[:maxNamed], ", "), len(labels)-maxNamed)
	case len(labels) == 1:
		return labels[0]
	}
	return strings.Join(labels[:len(labels)-1], ", ") + " and " + labels[len(labels)-1]
}

// A BuildError is a Bazel command that did not complete. Its own messages went
// to Build.Stderr.
type BuildError struct {
	Command  string    // of Bazel; "" for build
	ExitCode int       // of Bazel: https://bazel.build/run/scripts#exit-codes
	Failures []Failure // may be empty: not every failure has an event

	// Unchecked are the sorted labels of targets that were not checked, except
	// targets of packages that do not load.
	Unchecked []string
	// Partial reports that other targets were checked.
	Partial bool
}

// Packages returns the sorted names of the packages that do not load, in the
// form of --deleted_packages: without the slashes of a label.
func (e *BuildError) Packages() []string {
	var names []string
	for _, f := range e.Failures {
		if f.Kind == PackageFailed && f.Label != "" {
			names = append(names, strings.TrimPrefix(f.Label, "//"))
		}
	}
	return names
}

// Error lists the failures, one line per cause.
func (e *BuildError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "bazel %s: exit %d: ", cmp.Or(e.Command, "build"), e.ExitCode)
	if len(e.Failures) == 0 {
		b.WriteString(meaning(e.ExitCode))
	}
	lines := byCause(e.Failures)
	for i, line := range lines {
		if i == maxFailures {
			fmt.Fprintf(&b, "\nand %d more", len(lines)-i)
			break
		}
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(line)
	}
	return b.String()
}

// Usage reports whether the build failed because of its flags or target
// patterns rather than because of its targets.
func (e *BuildError) Usage() bool {
	if e.ExitCode == client.ExitCommandLine {
		return true
	}
	for _, f := range e.Failures {
		if f.Kind != PatternFailed {
			return false
		}
	}
	return len(e.Failures) > 0
}

func meaning(exitCode int) string {
	const hint = "Bazel's messages say why"
	if meaning := client.Meaning(exitCode); meaning != "" {
		return meaning + "; " + hint
	}
	return hint
}
