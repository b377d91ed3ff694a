package reports

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	shared "github.com/rules-autofix/rules_autofix/internal/report/page"
)

// A page is the data of page.html.tmpl. Its texts are inert and bounded; the
// template escapes HTML.
type page struct {
	Policy  string
	Style   template.CSS // ours
	Title   string
	Verdict string
	Sign    string // of the verdict, next to its word
	Meaning string
	Shrunk  bool // some texts and lists are shorter than usual
	Command string
	Reasons []string
	Notes   []string
	Left    []string // parts that are not in the patch
	Before  *runView // of the reproduction, or nil
	After   *runView
	Patch   *patchView // nil without a candidate
	Others  []otherView
	Diff    *diffView
	Places  []placeView
	Guess   string // of a model, about the place
	Phases  []phaseView
	Waived  []evidence.Exception
	About   []pair
	More    more
}

// more is how many items of the lists are left out.
type more struct{ Reasons, Notes, Left, Runs, Places, Others, Waived int }

// A pair is a name and its value.
type pair struct {
	Name, Value string
	Code        bool
}

type placeView struct{ Place, Symbol, Score, Signals string }

type otherView struct {
	ID, Files, Added, Deleted int
	Verdict, Reasons          string
}

// signs of verdicts distinguish them without color.
var signs = map[evidence.Verdict]string{
	evidence.Proven: "✓", evidence.Weak: "≈", evidence.Inconclusive: "?", evidence.NotAccepted: "–", evidence.Refuted: "✗", evidence.Infra: "!",
}

func newPage(e *evidence.Evidence, diff string, l *limits) *page {
	command := l.line(commandOf(e.Command))
	p := &page{
		Policy: shared.Policy(), Style: shared.Style(), Title: clip(string(e.Verdict)+": "+commandOf(e.Command), 120) + " – autofix prove",
		Verdict: l.line(string(e.Verdict)), Sign: signs[e.Verdict], Meaning: Meaning(e.Verdict), Shrunk: l.shrink > 0, Command: command,
	}
	p.Reasons, p.More.Reasons = l.texts(e.Reasons)
	p.Notes, p.More.Notes = l.texts(e.Notes)
	ids := p.runs(e, l)
	if r := before(e); r != nil {
		p.Before = newRunView(r, 0, l)
	}
	c := best(e)
	if c != nil {
		var parts []string
		parts, p.More.Left = leftOut(c, l.items, asIs)
		for _, part := range parts {
			p.Left = append(p.Left, l.line(part))
		}
		if r := afterOf(e, c); r != nil {
			p.After = newRunView(r, 0, l)
		}
		p.Patch = newPatchView(e, c, ids, l)
		p.Diff = newDiffView(diff, c.Hunks, l)
		p.others(e.Candidates[1:], l)
	} else {
		p.Diff = newDiffView(diff, nil, l)
	}
	if at := e.Localization; at != nil {
		p.Guess, _ = l.lines(at.Hypothesis)
		places, rest := few(at.Places, l.items)
		p.More.Places = rest
		for i := range places {
			p.Places = append(p.Places, newPlaceView(&places[i], l))
		}
	}
	waived, rest := few(e.Exceptions, l.items)
	p.More.Waived = rest
	for _, x := range waived {
		p.Waived = append(p.Waived, evidence.Exception{Policy: l.line(x.Policy), By: l.line(x.By), Reason: l.line(x.Reason), Alternative: l.line(x.Alternative)})
	}
	p.about(e, l)
	return p
}

// texts returns the first of some texts, and how many more there are.
func (l *limits) texts(all []string) (lines []string, rest int) {
	all, rest = few(all, l.items)
	for _, s := range all {
		lines = append(lines, l.line(s))
	}
	return lines, rest
}

// joined returns some texts as one.
func (l *limits) joined(all []string, separator string) string {
	var text strings.Builder
	for i, s := range all {
		if i > 0 {
			text.WriteString(separator)
		}
		if i == l.items || text.Len() > utf8.UTFMax*l.text {
			fmt.Fprintf(&text, "and %d more", len(all)-i)
			break
		}
		text.WriteString(l.line(s))
	}
	return text.String()
}

func newPlaceView(place *evidence.Place, l *limits) placeView {
	at := l.line(place.Path)
	if place.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, place.Line)
	}
	return placeView{Place: at, Symbol: l.line(place.Symbol), Score: fmt.Sprintf("%.2f", place.Score), Signals: l.joined(place.Signals, "; ")}
}

func (p *page) others(all []evidence.Candidate, l *limits) {
	all, p.More.Others = few(all, l.items)
	for i := range all {
		c := &all[i]
		p.Others = append(p.Others, otherView{
			ID: c.ID, Verdict: l.line(string(c.Verdict)), Added: c.Added, Deleted: c.Deleted, Files: len(c.Files), Reasons: l.joined(c.Reasons, " "),
		})
	}
}

// about says how the proof was made.
func (p *page) about(e *evidence.Evidence, l *limits) {
	add := func(name, value string, code bool) {
		if value != "" {
			p.About = append(p.About, pair{name, l.line(value), code})
		}
	}
	base := e.Base.Commit
	if e.Base.Dirty {
		base += ", with uncommitted changes"
	}
	add(authorIs(e), author(e), false)
	add("Base", base, true)
	add("Setup", commandOf(e.Setup), true)
	add("Sandbox", e.Sandbox.Level, false)
	add("Network", e.Sandbox.Network, false)
	add("Enforced limits", l.joined(e.Sandbox.Limits, ", "), false)
	add("Not enforced", l.joined(e.Sandbox.Missing, "; "), false)
	add("Variables", l.joined(e.Environment, " "), true)
	add("Programs", l.joined(versions(e.Versions), ", "), false)
	add("Evidence", e.ID, true)
	add("Written by", strings.TrimSpace(e.Tool.Name+" "+e.Tool.Version), false)
}
