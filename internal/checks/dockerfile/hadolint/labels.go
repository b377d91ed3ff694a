package hadolint

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A labelType is the required format of the value of a label, with hadolint's
// names.
type labelType string

const (
	typeText    labelType = "text" // any nonempty text
	typeURL     labelType = "url"
	typeRFC3339 labelType = "rfc3339"
	typeSPDX    labelType = "spdx"
	typeHash    labelType = "hash"
	typeSemver  labelType = "semver"
	typeEmail   labelType = "email"
)

// labelTypes maps lowercase names to types.
var labelTypes = map[string]labelType{
	"text": typeText, "rawtext": typeText, "url": typeURL, "rfc3339": typeRFC3339, "spdx": typeSPDX, "hash": typeHash,
	"semver": typeSemver, "email": typeEmail,
}

// schemaRule has the option with the required labels, which all rules about
// labels use.
const (
	schemaRule   = "hadolint/DL3049"
	schemaOption = "labels"
)

var schema = checks.Option{
	Name: schemaOption, Kind: config.Strings, Default: []string(nil), Check: checkSchema,
	Doc: "Required labels of an image, each as NAME:TYPE, or as NAME for text. Types are text, url, rfc3339 (a " +
		"time), spdx (a license), hash (a Git commit), semver and email. DL3050 to DL3056 and DL3058 use this " +
		"option too",
}

// splitLabel returns the name and the type of a label in the option.
func splitLabel(label string) (name, kind string) {
	name, kind, found := strings.Cut(label, ":")
	if i := strings.LastIndexByte(label, ':'); found {
		name, kind = label[:i], label[i+1:]
	} else {
		kind = string(typeText)
	}
	return strings.TrimSpace(name), strings.ToLower(strings.TrimSpace(kind))
}

func checkSchema(value any) error {
	for _, label := range value.([]string) {
		name, kind := splitLabel(label)
		if name == "" {
			return fmt.Errorf("%q has no name: write NAME:TYPE", label)
		}
		if _, ok := labelTypes[kind]; !ok {
			return fmt.Errorf("%q has an unknown type: expected one of: %s", label, strings.Join(slices.Sorted(maps.Keys(labelTypes)), ", "))
		}
	}
	return nil
}

// labelSchema returns the types of the required labels by name, and the names
// in the order of the configuration.
func labelSchema(p *lint.Pass) (types map[string]labelType, names []string) {
	labels := p.TextsOf(schemaRule, schemaOption)
	if len(labels) == 0 {
		return nil, nil
	}
	types = make(map[string]labelType, len(labels))
	for _, label := range labels {
		name, kind := splitLabel(label)
		if _, ok := types[name]; !ok {
			names = append(names, name)
		}
		types[name] = labelTypes[kind]
	}
	return types, names
}

// A label is a label that the file sets.
type label struct {
	outer *syntax.Instruction // the LABEL, or the ONBUILD that contains it
	ins   *syntax.Instruction // the LABEL
	index int                 // into its pairs
	name  string              // empty if it has variables
	value string
	known bool // value has no variables
}

func (l label) pair() syntax.Pair { return l.ins.Pairs[l.index] }

// eachLabel yields all labels of the file, including labels in ONBUILD.
func eachLabel(p *lint.Pass, yield func(label)) {
	for _, outer := range p.All {
		ins := outer
		if outer.OnBuild != nil {
			ins = outer.OnBuild
		}
		if ins.Name != "label" {
			continue
		}
		for i, pair := range ins.Pairs {
			l := label{outer: outer, ins: ins, index: i}
			l.name, _ = constant(p, pair.Key.Value)
			l.value, l.known = constant(p, pair.Value.Value)
			yield(l)
		}
	}
}

// constant returns the value of a word without variables. Variables are not
// expanded: most are set on the command line of the build, and a default such
// as "dev" is only a placeholder.
func constant(p *lint.Pass, word string) (string, bool) {
	if len(lint.References(word, p.Escape, false)) > 0 {
		return "", false
	}
	return p.Global().Known(word)
}

// labelsOf returns a Check that reports the labels of a type whose values are
// invalid. DL3051 reports empty values.
func labelsOf(kind labelType, right func(string) bool, want string) func(*lint.Pass) {
	return func(p *lint.Pass) {
		types, _ := labelSchema(p)
		if !slices.Contains(slices.Collect(maps.Values(types)), kind) {
			return
		}
		eachLabel(p, func(l label) {
			if types[l.name] == kind && l.known && l.value != "" && !right(l.value) {
				p.ReportWord(l.ins, l.pair().Word, fmt.Sprintf("the label %q is not %s: %s", l.name, want, shortened(l.value)))
			}
		})
	}
}

// shortened returns a value for a message, quoted and truncated.
func shortened(value string) string { return strconv.Quote(clip.Runes(value, 60)) }
