package policy

import "github.com/rules-autofix/rules_autofix/internal/config"

// A Line says which findings can shut a gate. The nil Line holds all of them.
type Line struct {
	Config config.Source   // of every file with a finding; nil: defaults
	Old    map[string]bool // ids of the findings that the base has; nil without a base
}

// GateText says which findings of a rule with a mode shut a gate.
func GateText(mode config.GateMode) string {
	switch mode {
	case config.GateAll:
		return "its findings shut a gate, also where a base has them"
	case config.GateNew:
		return "its findings shut a gate where a base does not have them, and none without a base"
	case config.GateOff:
		return "its findings shut no gate"
	}
	return "its findings shut a gate, with a base the new ones"
}

// A hold says whether a finding can shut a gate.
type hold int

const (
	held  hold = iota
	old        // the base has it
	freed      // its rule holds no gate, or only one with a base
)

// of returns the hold on a finding with an id, or on a fix without a finding.
func (l *Line) of(path, rule, id string) hold {
	if l == nil {
		return held
	}
	mode := config.GateMode("")
	if l.Config != nil {
		mode = l.Config.For(path).GateMode(rule)
	}
	switch {
	case mode == config.GateOff, mode == config.GateNew && l.Old == nil:
		return freed
	case mode != config.GateAll && l.Old[id]:
		return old
	}
	return held
}

// Holds reports whether a finding with an id, or a fix without a finding, can
// shut a gate or fail a run.
func (l *Line) Holds(path, rule, id string) bool { return l.of(path, rule, id) == held }

// Always reports whether a rule is held in a file even where its findings are
// old.
func (l *Line) Always(path, rule string) bool {
	return l != nil && l.Config != nil && l.Config.For(path).GateMode(rule) == config.GateAll
}
