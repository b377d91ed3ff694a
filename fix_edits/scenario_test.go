package fixedits_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A scenario is a small workspace with fixes for it, made from the bytes of a
// fuzzer. Its texts are short and its offsets few, so that fixes interact in
// many ways.
type scenario struct {
	files map[string]string
	fixes []fixedits.Fix
	stale []bool // for each fix: its artifact has a snapshot of other bytes
	data  []byte
}

func newScenario(data []byte) *scenario {
	s := &scenario{files: map[string]string{}, data: data}
	texts := []string{"a", "b", "\n", "(", ")", "\r\n", "é", "  ", "ab\n", "(c)\n", "\r", "\x00"}
	for i := range 1 + s.pick(3) {
		var b strings.Builder
		switch s.pick(8) {
		case 0:
			b.WriteString("\ufeff")
		case 1:
			b.WriteString("\xff")
		}
		for range s.pick(10) {
			b.WriteString(texts[s.pick(len(texts))])
		}
		s.files[string(rune('a'+i))] = b.String()
	}
	for i := range s.pick(10) {
		s.fixes = append(s.fixes, s.fix(i))
		s.stale = append(s.stale, s.pick(16) == 1)
	}
	return s
}

func (s *scenario) fix(i int) fixedits.Fix {
	texts := []string{"", "x", "y\n", "", "(", ")", "é", "\ufeff", "ab\n"}
	f := fixedits.Fix{
		ID:    fmt.Sprintf("f%d", i),
		Rule:  []string{"r1", "r2", "r3", "r1", "r2", "off"}[s.pick(6)],
		Phase: []fixedits.Phase{fixedits.PhaseSemantic, fixedits.PhaseSyntax, fixedits.PhaseStyle}[s.pick(3)],
		Title: "Do it", Confidence: fixedits.ConfidenceHigh,
		Safety:     []fixedits.Safety{fixedits.SafetySafe, fixedits.SafetySafe, fixedits.SafetySuggestion, fixedits.SafetyUnsafe}[s.pick(4)],
		Idempotent: s.pick(2) == 1,
		Isolation:  []string{"", "", "", "", "k", "l"}[s.pick(6)],
	}
	for range []int{1, 1, 1, 2, 2, 3, 4, 0}[s.pick(8)] {
		path := string(rune('a' + s.pick(len(s.files))))
		size := len(s.files[path])
		start := s.pick(size + 2)
		end := start + []int{0, 1, 2, 3, 1, 0, size - start, 5}[s.pick(8)]
		switch s.pick(32) {
		case 30:
			path = "link-to-" + path
		case 31:
			path = "../" + path
		}
		text := texts[s.pick(len(texts))]
		switch s.pick(8) {
		case 6:
			names := []string{"n", "N", "n/x", "n/x/y", "a/x", path, "m", "N/x"}
			f.Edits = append(f.Edits, create(names[s.pick(len(names))], text))
			f.Edits[len(f.Edits)-1].Executable = s.pick(4) == 1
		case 7:
			f.Edits = append(f.Edits, remove([]string{path, path, path, "n"}[s.pick(4)]))
		default:
			f.Edits = append(f.Edits, in(path, start, end, text))
		}
	}
	return f
}

// pick returns a number below n, or 0 if no bytes are left.
func (s *scenario) pick(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return int(b) % n
}

// proposals returns the fixes, each in an artifact of its own, in some order.
func (s *scenario) proposals(order []int) []fixedits.Proposal {
	var all []fixedits.Proposal
	for _, i := range order {
		p := fixedits.Proposal{Origin: fmt.Sprintf("//o%d", i%3), Fixes: s.fixes[i : i+1]}
		seen := map[string]bool{}
		for _, e := range s.fixes[i].Edits {
			if seen[e.Path] {
				continue
			}
			seen[e.Path] = true
			content, there := s.files[strings.TrimPrefix(e.Path, "link-to-")]
			if s.stale[i] || !there && !e.IsCreation() {
				content = "as it was\n"
			} else if e.IsCreation() {
				p.Snapshots = append(p.Snapshots, fixedits.SnapshotOfAbsent(e.Path))
				continue
			}
			p.Snapshots = append(p.Snapshots, fixedits.SnapshotOf(e.Path, []byte(content)))
		}
		all = append(all, p)
	}
	return all
}

// byOrigin returns the fixes in some order. Fixes of one origin with the same
// snapshots are in one artifact.
func (s *scenario) byOrigin(order []int, diagnostics []fixedits.Diagnostic) []fixedits.Proposal {
	var all []fixedits.Proposal
	at := map[string]int{}
	for n, p := range s.proposals(order) {
		key := fmt.Sprint(p.Origin, s.stale[order[n]])
		i, ok := at[key]
		if !ok {
			i = len(all)
			at[key] = i
			all = append(all, fixedits.Proposal{Origin: p.Origin, Diagnostics: diagnostics})
		}
		all[i].Fixes = append(all[i].Fixes, p.Fixes...)
		all[i].Snapshots = append(all[i].Snapshots, p.Snapshots...)
	}
	return all
}

// diagnostics returns random diagnostics, most of which list several fixes.
func (s *scenario) diagnostics(random *rand.Rand) []fixedits.Diagnostic {
	var all []fixedits.Diagnostic
	for i := range random.IntN(4) {
		d := fixedits.Diagnostic{ID: fmt.Sprintf("d%d", i), Rule: "r1", Message: "m", Severity: fixedits.SeverityInfo, Path: "a", Start: random.IntN(3)}
		for range random.IntN(4) {
			d.Fixes = append(d.Fixes, fmt.Sprintf("f%d", random.IntN(len(s.fixes)+1)))
		}
		all = append(all, d)
	}
	return all
}

// options returns the options of a merge of the scenario. Files named link-to-x are
// links.
func (s *scenario) options() fixedits.Options {
	return fixedits.Options{
		Read: reader(s.files),
		Canonical: func(path string) (string, error) {
			if strings.HasPrefix(path, "../") {
				return "", &fixedits.ForeignError{Err: errors.New("outside")}
			}
			return strings.TrimPrefix(path, "link-to-"), nil
		},
		Verdict:  without("off"),
		Priority: priorityOf,
	}
}

// format makes some of the fixes those of formatters.
func (s *scenario) format(random *rand.Rand) {
	for i := range s.fixes {
		if random.IntN(4) == 0 {
			s.fixes[i].Phase = fixedits.PhaseFormat
		}
	}
}

// withTools returns options with a parser, a formatter, or Atomic, depending on
// seed.
func (s *scenario) withTools(seed uint64) fixedits.Options {
	opts := s.options()
	if seed%2 == 0 {
		brackets(&opts)
	}
	if seed%3 == 0 {
		trimmer(&opts)
	}
	opts.Atomic = seed%5 == 0
	return opts
}

func priorityOf(rule string) int { return map[string]int{"r2": -1}[rule] }
