// Package hadolintrc reads .hadolint.yaml, the configuration of hadolint, so
// that a repository that has one need not repeat it. Format: "Configure" in
// hadolint's documentation.
package hadolintrc

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A Config has the settings of the file for rules. Nil means no settings.
type Config struct {
	// Severity maps names of our rules to severities; config.SeverityOff for
	// ignored rules.
	Severity map[string]fixedits.Severity
	// Registries are the allowed registries of base images; if empty, all are
	// allowed.
	Registries []string
	// Labels maps the names of labels to the types of their values, with
	// hadolint's names of types.
	Labels map[string]string
	// NoPragmas means that comments silence nothing.
	NoPragmas bool
}

// document is the file. Its settings for output, thresholds and exit codes are
// ignored, because autofix has its own flags.
type document struct {
	Ignored             []string            `yaml:"ignored"`
	Override            map[string][]string `yaml:"override"`
	TrustedRegistries   []string            `yaml:"trustedRegistries"`
	LabelSchema         map[string]string   `yaml:"label-schema"`
	StrictLabels        bool                `yaml:"strict-labels"`
	DisableIgnorePragma bool                `yaml:"disable-ignore-pragma"`
}

var severities = map[string]fixedits.Severity{
	"error": fixedits.SeverityError, "warning": fixedits.SeverityWarning, "info": fixedits.SeverityInfo, "style": fixedits.SeverityInfo,
}

// Parse reads a file; path is its name for messages. It ignores rules of
// shellcheck and keys that do not affect rules. The error is a *config.Error.
func Parse(path string, data []byte) (*Config, error) {
	var doc document
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, &config.Error{Path: path, Msg: err.Error()}
	}
	c := &Config{
		Severity:   make(map[string]fixedits.Severity),
		Registries: doc.TrustedRegistries,
		Labels:     doc.LabelSchema,
		NoPragmas:  doc.DisableIgnorePragma,
	}
	if doc.StrictLabels {
		c.Severity[rule("DL3050")] = fixedits.SeverityInfo
	}
	for level, names := range doc.Override {
		severity, ok := severities[level]
		if !ok {
			return nil, &config.Error{Path: path, Msg: fmt.Sprintf("override: unknown severity %q: expected one of: error, warning, info, style", level)}
		}
		for _, name := range names {
			c.Severity[rule(name)] = severity
		}
	}
	for _, name := range doc.Ignored {
		c.Severity[rule(name)] = config.SeverityOff
	}
	return c, nil
}

func rule(name string) string { return "hadolint/" + strings.ToUpper(strings.TrimSpace(name)) }

// Option returns the value of a rule's option in the file, in the type of its
// kind, or nil.
func (c *Config) Option(name, option string) any {
	switch {
	case name == rule("DL3026") && option == "allowed-registries" && len(c.Registries) > 0:
		return c.Registries
	case name == rule("DL3049") && option == "labels" && len(c.Labels) > 0:
		labels := make([]string, 0, len(c.Labels))
		for _, label := range slices.Sorted(maps.Keys(c.Labels)) {
			labels = append(labels, label+":"+c.Labels[label])
		}
		return labels
	}
	return nil
}
