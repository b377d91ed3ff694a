package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/policy"
)

// mostPlaces bounds the places that a message lists, and mostOfTarget the places
// of one target among many: a build prints one message per target.
const (
	mostPlaces   = 25
	mostOfTarget = 3
)

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
	return writeGate(out, v, command, "", ask)
}

// GateOfTarget is Gate for one target of a build that may have many. All is the
// command that applies the fixes of all of them: it is in the first line, since
// nobody pastes one command for each target.
func GateOfTarget(out io.Writer, v *policy.Verdict, command, all string, ask Ask) error {
	return writeGate(out, v, command, all, ask)
}

func writeGate(out io.Writer, v *policy.Verdict, command, all string, ask Ask) error {
	w := bufio.NewWriter(out)
	if v.Open() {
		fmt.Fprintf(w, "autofix: gate: checked %s, nothing pending\n", NumberOf(v.Files, "file"))
		writeUnusable(w, v, mostPlaces)
		return w.Flush()
	}
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
	most, unusable, forAll := mostPlaces, fewPlaces, ""
	if all != "" {
		most, unusable = mostOfTarget, 1
		if v.Pending > v.Unplanned {
			forAll = "; fix all targets with: " + all
		}
	}
	fmt.Fprintf(w, "autofix: gate: %s%s\n", strings.Join(what, ", "), forAll)
	if len(v.Places) > fewPlaces && all == "" {
		writeApply(w, v, command)
	}
	writePlaces(w, v.Places, most)
	writeUnusable(w, v, unusable)
	if v.Unplanned > 0 {
		fmt.Fprintln(w, "autofix: an artifact that was not planned does not say which of its fixes can be applied; plan it with:\n  autofix check --import=artifact=FILE --out=PLANNED")
	}
	writeApply(w, v, command)
	if writeOffers(w, v, command, ask); v.Pending+offered(v) > 0 && command != "" {
		// No rule can see them, and they may select other sources.
		fmt.Fprintln(w, "autofix: if this build sets flags such as --//package:flag=value, add them after a second --")
	}
	return w.Flush()
}

// writePlaces lists places, errors first, and counts those after the first
// most.
func writePlaces(w io.Writer, places []policy.Place, most int) {
	places = errorsFirst(places)
	shown := min(len(places), most)
	for i := range places[:shown] {
		fmt.Fprintf(w, "  %s\n", placeLine(&places[i]))
	}
	if rest := places[shown:]; len(rest) > 0 {
		fmt.Fprintf(w, "  and %s; the output group autofix_report lists all\n", counted(rest))
	}
}

// writeUnusable lists the fixes that cannot be applied and do not shut the
// gate.
func writeUnusable(w io.Writer, v *policy.Verdict, most int) {
	fixes := 0
	for i := range v.Unusable {
		fixes += v.Unusable[i].Count
	}
	if fixes == 0 {
		return
	}
	fmt.Fprintf(w, "autofix: gate: %s cannot be applied:\n", NumberOf(fixes, "fix"))
	writePlaces(w, v.Unusable, most)
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
		all += rest[i].Count
		if rest[i].Severity == fixedits.SeverityError {
			errors += rest[i].Count
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

// offered returns the number of errors with a fix that is only applied on
// request.
func offered(v *policy.Verdict) int {
	errors := 0
	for i := range v.Places {
		if p := &v.Places[i]; !p.Fixable && p.Offer != "" {
			errors += p.Count
		}
	}
	return errors
}

// writeOffers writes what opens the gate for errors without a pending fix.
func writeOffers(w io.Writer, v *policy.Verdict, command string, ask Ask) {
	byHand, unusable := 0, 0
	offers := map[fixedits.Safety]int{}
	rules := map[fixedits.Safety][]string{}
	for i := range v.Places {
		p := &v.Places[i]
		switch {
		case p.Fixable:
		case p.Offer != "":
			offers[p.Offer] += p.Count
			rules[p.Offer] = append(rules[p.Offer], p.OfferOf)
		case p.Unusable != "":
			unusable += p.Count
		default:
			byHand += p.Count
		}
	}
	for _, safety := range fixedits.Safeties() {
		if offers[safety] == 0 {
			continue
		}
		flags := ask(safety, distinct(rules[safety]))
		fmt.Fprintf(w, "autofix: %s", offerText(offers[safety], safety))
		if command != "" {
			fmt.Fprintf(w, "; review %s, and apply with:\n  %s\n", itThem(offers[safety]), withFlags(command, flags))
		} else {
			fmt.Fprintf(w, ": %s\n", flags)
		}
	}
	if byHand > 0 {
		fmt.Fprintf(w, "autofix: no fix is known for %s: fix %s by hand\n", NumberOf(byHand, "error"), itThem(byHand))
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
func clipped(text string) string {
	if len(text) > mostBytes {
		text = strings.ToValidUTF8(text[:mostBytes], "") + "…"
	}
	return OneLine(text)
}
