package report

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// mostPlaces bounds the places that a message lists.
const mostPlaces = 25

// mostLines bounds the lines below the first one in the message of one target
// among many: a build prints one message per target.
const mostLines = 3

// fewPlaces is the number of places above which the command is printed before
// the list too.
const fewPlaces = 5

// mostBytes bounds the path and the message of a place, in bytes each. Bazel
// shows nothing of an output of more than 1 MiB.
const mostBytes = 400

// An Ask returns the flags, quoted for a shell, with which a command applies
// only fixes of a safety and of these rules, which are sorted.
type Ask func(safety fixedits.Safety, rules []string) string

// Gate writes the verdict of a gate for people: what shuts it, one line per
// place, errors first, and what opens it. A list that is cut ends with the
// number of the remaining findings. Command is the `bazel run` command to
// paste; it may be empty.
func Gate(out io.Writer, v *policy.Verdict, command string, ask Ask) error {
	return gate(out, v, v.Places, command, ask)
}

// FullGate is Gate for a shut gate and a person at a terminal: f are the
// findings of the same artifacts, and those that shut the gate are written in
// full.
func FullGate(out io.Writer, f *Findings, v *policy.Verdict, command string, ask Ask, opts TextOptions) error {
	shut := f.only(v.Shuts)
	// A fix that belongs to no finding has no line.
	rest := slices.DeleteFunc(slices.Clone(v.Places), func(p policy.Place) bool { return p.Line > 0 })
	var text bytes.Buffer
	err := errors.Join(writeFrames(out, shut, &opts), gate(&text, v, rest, command, ask))
	_, lost := io.WriteString(out, strings.Join(fitted(text.Bytes(), summaryLines), ""))
	return errors.Join(err, lost)
}

// gate writes a verdict, of which it lists some places.
func gate(out io.Writer, v *policy.Verdict, places []policy.Place, command string, ask Ask) error {
	w := bufio.NewWriter(out)
	if v.Open() {
		fmt.Fprintf(w, "autofix: gate: checked %s, nothing pending\n", NumberOf(v.Files, "file"))
		writeWarned(w, v)
		writeUnusable(w, v, command)
		return w.Flush()
	}
	fmt.Fprintf(w, "autofix: gate: %s\n", shutBy(v))
	if len(places) > fewPlaces {
		writeApply(w, v, command)
	}
	writePlaces(w, places, mostPlaces, whereAll(command))
	writeWarned(w, v)
	writeUnusable(w, v, command)
	if v.Unplanned > 0 {
		fmt.Fprintf(w, "autofix: %s\n  %s\n", unplannedText, planCommand)
	}
	writeApply(w, v, command)
	requests := requestsOf(v)
	if writeRequests(w, v, requests, command, ask); v.Pending+len(requests) > 0 && command != "" {
		// No rule can see them, and they may select other sources.
		fmt.Fprintln(w, "autofix: if this build sets flags such as --//package:flag=value, add them after a second --")
	}
	return w.Flush()
}

// GateOfTarget writes the verdict of a shut gate for one target of a build that
// may have many: two to four lines, unless a fix must be asked for. All is the
// command that applies the fixes of all of them; it is in the first line, since
// nobody pastes one command for each target. Command is that of this target,
// and equals all if that would leave the target out.
func GateOfTarget(out io.Writer, v *policy.Verdict, command, all string, ask Ask) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "autofix: gate: %s", shutBy(v))
	unknown, unusable := byHand(v)
	switch hands := unknown + unusable; {
	case hands > 0 && hands == v.Errors:
		fmt.Fprint(w, " to fix by hand")
	case hands > 0:
		fmt.Fprintf(w, " (%d to fix by hand)", hands)
	}
	switch {
	case v.Pending == v.Unplanned: // nothing to apply
	case command == all:
		fmt.Fprintf(w, "; fix with: %s", all)
	default:
		fmt.Fprintf(w, "; fix all targets with: %s", all)
	}
	fmt.Fprintln(w)
	shown := len(v.Places)
	if shown > mostLines {
		shown = mostLines - 1 // and the line that counts the others
	}
	writePlaces(w, v.Places, shown, "")
	if v.Unplanned > 0 {
		fmt.Fprintf(w, "autofix: %s %s\n", unplannedText, planCommand)
	}
	for _, r := range requestsOf(v) {
		fmt.Fprintf(w, "autofix: %s; review %s, and apply with: %s\n",
			offerText(r.errors, r.safety), itThem(r.errors), withFlags(command, ask(r.safety, r.rules)))
	}
	return w.Flush()
}

// Old writes a line that counts new and old findings, and lists the old ones.
func Old(out io.Writer, v *policy.Verdict, count string) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "autofix: %s", count)
	if len(v.Old) > 0 {
		fmt.Fprint(w, "; old:")
	}
	fmt.Fprintln(w)
	writePlaces(w, v.Old, len(v.Old), "")
	return w.Flush()
}

// writeWarned counts the findings that a tag or the configuration keeps from
// shutting a gate.
func writeWarned(w io.Writer, v *policy.Verdict) {
	if v.Warned > 0 {
		fmt.Fprintf(w, "autofix: the tag autofix-warn keeps %s from shutting the gate\n", NumberOf(v.Warned, "finding"))
	}
	if v.Freed > 0 {
		fmt.Fprintf(w, "autofix: gate = %q or %q of the configuration keeps %s from shutting the gate\n", config.GateNew, config.GateOff, NumberOf(v.Freed, "finding"))
	}
}

const (
	unplannedText = "an artifact that was not planned does not say which of its fixes can be applied; plan it with:"
	planCommand   = "autofix check --import=artifact=FILE --out=PLANNED"
)

// whereAll says what lists all places: in a build, which has a command, the
// report of the target.
func whereAll(command string) string {
	if command == "" {
		return "; `autofix render` lists all"
	}
	return "; the output group autofix_report lists all"
}

// shutBy counts what shuts a gate.
func shutBy(v *policy.Verdict) string {
	var what []string
	if pending := v.Pending - v.Unplanned; pending > 0 {
		what = append(what, NumberOf(pending, "safe fix")+" pending")
	}
	if v.Unplanned > 0 {
		what = append(what, NumberOf(v.Unplanned, "safe fix")+" that no plan has judged")
	}
	if v.Errors > 0 {
		what = append(what, NumberOf(v.Errors, "error"))
	}
	return strings.Join(what, ", ")
}

// writePlaces lists places, errors first. It counts those after the first most,
// and says where they are.
func writePlaces(w io.Writer, places []policy.Place, most int, where string) {
	places = errorsFirst(places)
	shown := min(len(places), most)
	for i := range places[:shown] {
		fmt.Fprintf(w, "  %s\n", placeLine(&places[i]))
	}
	if rest := places[shown:]; len(rest) > 0 {
		fmt.Fprintf(w, "  and %s%s\n", counted(rest), where)
	}
}

// writeUnusable lists the fixes that cannot be applied and do not shut the
// gate.
func writeUnusable(w io.Writer, v *policy.Verdict, command string) {
	fixes := 0
	for i := range v.Unusable {
		fixes += v.Unusable[i].Count
	}
	if fixes == 0 {
		return
	}
	fmt.Fprintf(w, "autofix: gate: %s cannot be applied:\n", NumberOf(fixes, "fix"))
	writePlaces(w, v.Unusable, mostPlaces, whereAll(command))
}

// errorsFirst returns places with the errors before all others.
func errorsFirst(places []policy.Place) []policy.Place {
	sorted := slices.Clone(places)
	slices.SortStableFunc(sorted, func(a, b policy.Place) int {
		return cmp.Compare(min(a.Severity.Rank(), 1), min(b.Severity.Rank(), 1))
	})
	return sorted
}

// counted says how many findings rest has, and how many of them are errors.
func counted(rest []policy.Place) string {
	all, errors := 0, 0
	for i := range rest {
		all += rest[i].Places
		if rest[i].Severity == fixedits.SeverityError {
			errors += rest[i].Places
		}
	}
	text := fmt.Sprintf("%d more", all)
	if errors > 0 {
		text += " (" + NumberOf(errors, "error") + ")"
	}
	return text
}

// writeApply writes the command that applies the pending fixes.
func writeApply(w io.Writer, v *policy.Verdict, command string) {
	if v.Pending > v.Unplanned && command != "" {
		fmt.Fprintf(w, "autofix: apply the fixes with:\n  %s\n", command)
	}
}

// A request is the fixes of a safety that a run applies only on request, of
// errors without a pending fix.
type request struct {
	safety fixedits.Safety
	errors int
	rules  []string // sorted
}

// requestsOf returns the requests that help to open a gate, the safest first.
func requestsOf(v *policy.Verdict) []request {
	var requests []request
	for _, safety := range fixedits.Safeties() {
		r := request{safety: safety}
		for i := range v.Places {
			if p := &v.Places[i]; !p.Fixable && p.Offer == safety {
				r.errors += p.Places
				r.rules = append(r.rules, p.OfferOf)
			}
		}
		if r.errors > 0 {
			r.rules = distinct(r.rules)
			requests = append(requests, r)
		}
	}
	return requests
}

// byHand returns the numbers of errors that no run fixes: errors without a
// known fix, and those whose fix cannot be applied.
func byHand(v *policy.Verdict) (unknown, unusable int) {
	for i := range v.Places {
		switch p := &v.Places[i]; {
		case p.Fixable || p.Offer != "":
		case p.Unusable != "":
			unusable += p.Places
		default:
			unknown += p.Places
		}
	}
	return unknown, unusable
}

// writeRequests writes what opens the gate for errors without a pending fix.
func writeRequests(w io.Writer, v *policy.Verdict, requests []request, command string, ask Ask) {
	for _, r := range requests {
		fmt.Fprintf(w, "autofix: %s", offerText(r.errors, r.safety))
		flags := ask(r.safety, r.rules)
		if command != "" {
			fmt.Fprintf(w, "; review %s, and apply with:\n  %s\n", itThem(r.errors), withFlags(command, flags))
		} else {
			fmt.Fprintf(w, ": %s\n", flags)
		}
	}
	unknown, unusable := byHand(v)
	if unknown > 0 {
		fmt.Fprintf(w, "autofix: no fix is known for %s: fix %s by hand\n", NumberOf(unknown, "error"), itThem(unknown))
	}
	if unusable > 0 {
		fmt.Fprintf(w, "autofix: the fix of %s cannot be applied: fix %s by hand\n", NumberOf(unusable, "error"), itThem(unusable))
	}
}

// offerText says how many errors have only a fix that is applied on request.
func offerText(errors int, safety fixedits.Safety) string {
	if safety == fixedits.SafetySafe {
		return countHave(errors) + " a fix that the configuration applies only by name"
	}
	return countHave(errors) + " no safe fix, but one of safety " + string(safety)
}

// withFlags adds flags of fix to a `bazel run` command. They come before the
// targets, since what follows a second -- is for Bazel.
func withFlags(command, flags string) string {
	if run, rest, ok := strings.Cut(command, " -- "); ok {
		return run + " -- " + flags + " " + rest
	}
	return command + " -- " + flags
}

// distinct sorts words and removes duplicates.
func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

func countHave(errors int) string {
	if errors == 1 {
		return "1 error has"
	}
	return fmt.Sprintf("%d errors have", errors)
}

// placeLine returns a place as `path:line:column: severity: message [rule]`,
// followed by notes on its fix and on how often it occurs.
func placeLine(p *policy.Place) string {
	at := clipped(p.Path)
	if p.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", at, p.Line, p.Column)
	}
	severity := "fix"
	if p.Severity != "" {
		severity = string(p.Severity)
	}
	var notes []string
	switch {
	case p.Fixable:
		notes = append(notes, "fixable")
	case p.Offer == fixedits.SafetySafe:
		notes = append(notes, "fix: by name")
	case p.Offer != "":
		notes = append(notes, "fix: "+string(p.Offer))
	case p.Unusable != "":
		note := "fix: " + string(p.Unusable)
		if p.Why != "" {
			note += ": " + clipped(p.Why)
		}
		notes = append(notes, note)
	}
	if p.Places > 1 {
		notes = append(notes, fmt.Sprintf("%d times", p.Places))
	}
	note := ""
	if len(notes) > 0 {
		note = " (" + strings.Join(notes, ", ") + ")"
	}
	return fmt.Sprintf("%s: %s: %s [%s]%s", at, severity, clipped(p.Message), clipped(p.Rule), note)
}

// clipped returns text on one line, cut to mostBytes.
func clipped(text string) string { return inert.Line(clip.Bytes(text, mostBytes)) }
