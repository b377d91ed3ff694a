package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// agentMessage bounds the message of a finding for agents, in bytes.
const agentMessage = 400

// Agent writes the remaining work in few words: the findings that a run of fix
// does not fix, grouped by file, one line each, and the number of findings that
// it fixes or has fixed.
//
//	app/Dockerfile
//	3:1 error image runs as root [docker/user]
//	fixable: 12, apply with: autofix fix
func Agent(out io.Writer, f *Findings, opts TextOptions) error {
	w := bufio.NewWriter(out)
	fixable := 0
	var left alikes
	sorted := f.byPlace()
	for i := range sorted {
		d := &sorted[i]
		if f.fixable(d) {
			fixable += placesOf(d)
			continue
		}
		left.add(d, f.offers(d))
	}
	last := ""
	for _, d := range left.all {
		if d.Path != last {
			last = d.Path
			fmt.Fprintln(w, inert.Line(opts.Shown.Of(d.Path)))
		}
		fmt.Fprintf(w, "%d:%d %s %s [%s]%s\n", d.Line, d.Column, d.Severity, clip.Within(inert.Line(strings.ToValidUTF8(d.words(opts.Shown), "\ufffd")), agentMessage), d.Rule, d.notes())
	}
	for _, c := range f.crashes {
		fmt.Fprintf(w, "%s\nchecker %s failed: %s\n", inert.Line(opts.Shown.Of(c.Path)), c.Checker, clip.Within(inert.Line(c.Message), agentMessage))
	}
	if f.run != nil && f.run.fixed > 0 {
		fmt.Fprintf(w, "fixed: %d\n", f.run.fixed)
	}
	switch {
	case fixable > 0 && opts.Fix != "":
		fmt.Fprintf(w, "fixable: %d, apply with: %s\n", fixable, opts.Fix)
	case fixable > 0:
		fmt.Fprintf(w, "fixable: %d\n", fixable)
	}
	if len(left.all) == 0 && !f.Crashed() {
		fmt.Fprintln(w, "nothing else found")
	}
	return w.Flush()
}
