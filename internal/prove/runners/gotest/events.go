package gotest

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// A goEvent is an event of `go test -json`: see `go doc test2json`, and `go
// help buildjson` for events with an ImportPath.
type goEvent struct {
	Action      string
	Package     string
	Test        string
	Output      string
	ImportPath  string // of build-output and build-fail
	FailedBuild string // of the fail of a package: an ImportPath
}

// A goStream reads the events of a run of go.
type goStream struct {
	c        *results.Collector
	repeats  bool // tests may run more than once
	events   int
	text     process.Tail // lines that are not events
	packages map[string]*goPackage
	builds   map[string]*head // messages of failed builds, by import path
}

func newGoStream(c *results.Collector, repeats bool) *goStream {
	return &goStream{c: c, repeats: repeats, packages: map[string]*goPackage{}, builds: map[string]*head{}}
}

// read reads the output of go. Go prints the output of tests only in events, so
// a line of a test that looks like an event does not come here.
func (s *goStream) read(stdout []byte) {
	for line := range bytes.Lines(stdout) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		var e goEvent
		if line[0] != '{' || json.Unmarshal(line, &e) != nil || e.Action == "" {
			if line[0] == '{' {
				s.c.Problem(evidence.ProblemBadResults, "an event of go test cannot be read")
			}
			s.oldText(string(line))
			continue
		}
		s.events++
		s.add(&e)
	}
}

// oldFailure matches what Go before 1.24 prints of a package that does not
// build, without an event.
var oldFailure = lazyregexp.New(`^FAIL\t(\S+) \[(?:setup|build) failed\]$`)

func (s *goStream) oldText(line string) {
	_, _ = s.text.Write([]byte(line + "\n"))
	if m := oldFailure().FindStringSubmatch(line); m != nil {
		p := s.pkg(m[1])
		p.unbuilt, p.end = true, "fail"
	}
}

func (s *goStream) pkg(name string) *goPackage {
	p := s.packages[name]
	if p == nil {
		p = &goPackage{name: name, tests: map[string]*goCase{}}
		s.packages[name] = p
	}
	return p
}

func (s *goStream) add(e *goEvent) {
	switch e.Action {
	case "build-output":
		b := s.builds[e.ImportPath]
		if b == nil {
			b = &head{}
			s.builds[e.ImportPath] = b
		}
		b.write(e.Output)
		return
	case "build-fail":
		s.c.Built = false
		return
	}
	if e.Package == "" {
		return
	}
	p := s.pkg(e.Package)
	switch {
	case e.Action == "output":
		p.output(e)
	case e.Test != "":
		p.event(s, e)
	case e.Action == "pass" || e.Action == "fail" || e.Action == "skip":
		p.end = e.Action
		p.failedBuild = e.FailedBuild
		p.unbuilt = p.unbuilt || e.FailedBuild != ""
	}
}

// buildHeader is the line before the errors of a package.
var buildHeader = lazyregexp.New(`^# (\S+)(?: \[.*\])?$`)

// buildErrors reads the errors of builds that Go before 1.24 printed to stderr.
func (s *goStream) buildErrors(stderr string) {
	var open *head
	for line := range strings.Lines(stderr) {
		if m := buildHeader().FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			if s.builds[m[1]] == nil {
				s.builds[m[1]] = &head{}
			}
			open = s.builds[m[1]]
		}
		if open != nil {
			open.write(line)
		}
	}
}

func (s *goStream) finish() {
	for _, name := range slices.Sorted(maps.Keys(s.packages)) {
		s.packages[name].finish(s)
	}
}

// buildOutput returns the output of the build of a package, or of all packages
// that did not build if that is not known.
func (s *goStream) buildOutput(p *goPackage) string {
	for _, path := range []string{p.failedBuild, p.name} {
		if b := s.builds[path]; path != "" && b != nil {
			return b.String()
		}
	}
	var all head
	for _, path := range slices.Sorted(maps.Keys(s.builds)) {
		all.write(s.builds[path].String())
	}
	if all.String() == "" {
		return p.said.String()
	}
	return all.String()
}

// maxHead bounds the output of a test that is kept.
const maxHead = 16 << 10

// A head keeps the start of a text, and the last lines of the rest.
type head struct {
	text []byte
	rest process.Tail
}

func (h *head) write(text string) {
	if room := maxHead - len(h.text); room > 0 {
		n := min(room, len(text))
		h.text = append(h.text, text[:n]...)
		text = text[n:]
	}
	if text != "" {
		_, _ = h.rest.Write([]byte(text))
	}
}

func (h *head) String() string {
	if rest := h.rest.String(); rest != "" {
		return string(h.text) + "\n" + rest
	}
	return string(h.text)
}
