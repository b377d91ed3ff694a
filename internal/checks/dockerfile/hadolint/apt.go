package hadolint

import (
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

// aptOption returns the value that -o gives to an option of apt's
// configuration.
func aptOption(op *packages.Operation, name string) (value string, ok bool) {
	for _, f := range op.Flags {
		if f.Name != "o" && f.Name != "option" {
			continue
		}
		if key, v, found := strings.Cut(f.Value, "="); found && strings.EqualFold(key, name) {
			value, ok = v, true
		}
	}
	return value, ok
}

// aptBool reads a boolean as apt does; anything else is neither.
func aptBool(value string) (on, off bool) {
	switch strings.ToLower(value) {
	case "1", "yes", "true", "with", "on", "enable":
		return true, false
	case "0", "no", "false", "without", "off", "disable":
		return false, true
	}
	return false, false
}

// quietness returns the quietness level of apt-get: the number of -q flags, or
// the LEVEL of -q=LEVEL.
func quietness(op *packages.Operation) int {
	level := 0
	for _, f := range op.Flags {
		if f.Name != "q" && f.Name != "quiet" {
			continue
		}
		if n, err := strconv.Atoi(f.Value); err == nil {
			level = n
		} else {
			level++
		}
	}
	return level
}

// aptConfigured returns the instructions for which a file below /etc/apt sets
// an option, as far as RUN and COPY show their output.
func aptConfigured(p *lint.Pass, option string) map[*syntax.Instruction]bool {
	if !strings.Contains(p.Source, option) {
		return nil
	}
	return settled(p, func(ins *syntax.Instruction) (on, ok bool) {
		text := p.Source[ins.Start:ins.End]
		on = (ins.Name == "run" || len(ins.Heredocs) > 0) && strings.Contains(text, option) && strings.Contains(text, "/apt.conf")
		return true, on
	})
}
