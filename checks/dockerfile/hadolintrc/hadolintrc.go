// Package hadolintrc reads .hadolint.yaml, the configuration of hadolint, so that a repository which has one need not say
// everything again. Format: "Configure" in hadolint's documentation.
package hadolintrc

import (
	"fmt"
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
	// Strict says that there may be no labels besides these.
	Strict bool
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
// passed over.
func Parse(path string, data []byte) (*Config, error) {
	var doc document
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c := &Config{
		Severity:   make(map[string]fixedits.Severity),
		Registries: doc.TrustedRegistries,
		Labels:     doc.LabelSchema,
		Strict:     doc.StrictLabels,
		NoPragmas:  doc.DisableIgnorePragma,
	}
	for level, names := range doc.Override {
		severity, ok := severities[level]
		if !ok {
			return nil, fmt.Errorf("%s: override: unknown severity %q: it is error, warning, info or style", path, level)
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
func (c *Config) Option(rule, option string) any {
	if rule == "hadolint/DL3026" && option == "allowed-registries" && len(c.Registries) > 0 {
		return c.Registries
	}
	return nil
}
