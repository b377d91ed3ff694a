// Package hadolintrc reads .hadolint.yaml, the configuration of hadolint, so that a repository which has one need not say
// everything again. Format: "Configure" in hadolint's documentation.
package hadolintrc

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/config"
)

// A Config is what such a file says of the rules. A nil one says nothing.
type Config struct {
	// Severity has what is said of rules, by their names here; config.SeverityOff for those that are ignored.
	Severity map[string]fixedits.Severity
	// Registries are those that images may come from; empty: any.
	Registries []string
	// Labels are the names of labels and the types of their values, as hadolint names the types.
	Labels map[string]string
	// NoPragmas says that comments silence nothing.
	NoPragmas bool
}

// document is the file. What it says of output, thresholds and exit codes is for autofix's own flags to say.
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

// Parse reads a file, of which path is the name for messages. Rules of shellcheck, and keys that say nothing of rules, are
// passed over. The error is a *config.Error.
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
			return nil, &config.Error{Path: path, Msg: fmt.Sprintf("override: unknown severity %q: it is error, warning, info or style", level)}
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

// Option returns what the file says of a rule's option, in the type of its kind, or nil.
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
