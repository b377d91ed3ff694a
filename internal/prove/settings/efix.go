package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// EfixName is the file of another evidence-first tool, which is read where the
// root of a repository has no [prove].
const EfixName = ".efix.yml"

// maxEfix limits the file, in bytes.
const maxEfix = 256 << 10

// efixKeys maps the keys of .efix.yml to ours. A key that ends with _ms holds
// milliseconds.
var efixKeys = map[string]string{
	"engine":               "engine",
	"openai.model":         "openai.model",
	"openai.api_key_env":   "openai.api-key-env",
	"openai.timeout_ms":    "openai.timeout",
	"openai.max_retries":   "openai.max-retries",
	"openai.base_url":      "openai.base-url",
	"test.required":        "tests.required",
	"test.required_suites": "tests.suites",
	"diff.max_files":       "diff.max-files",
	"diff.max_loc":         "diff.max-loc",
	"commands.allow":       "commands.allow",
	"commands.timeout_ms":  "commands.timeout",
	"security.network":     "network",
	"security.redact":      "redact",
}

// ParseEfix reads an .efix.yml. The error joins one for each mistake, and names
// what cannot be taken over.
func ParseEfix(name string, text []byte) (config.Values, error) {
	if len(text) > maxEfix {
		return nil, fmt.Errorf("%s: it is larger than %d bytes", name, maxEfix)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document, more yaml.Node
	if err := decoder.Decode(&document); err != nil {
		if errors.Is(err, io.EOF) {
			return config.Values{}, nil
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: it must be one YAML document", name)
	}
	f := &efixFile{name: name, said: config.Values{}}
	f.mapping(document.Content[0], "")
	if len(f.errs) > 0 {
		return nil, errors.Join(f.errs...)
	}
	return f.said, nil
}

type efixFile struct {
	name string
	said config.Values
	errs []error
}

func (f *efixFile) fail(at *yaml.Node, format string, args ...any) {
	f.errs = append(f.errs, fmt.Errorf("%s:%d:%d: %s", f.name, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

// mapping reads a mapping, whose keys begin with a prefix such as "diff.".
func (f *efixFile) mapping(node *yaml.Node, prefix string) {
	if node.Tag == "!!null" {
		return
	}
	if node.Kind != yaml.MappingNode {
		what := strings.TrimSuffix(prefix, ".")
		if what == "" {
			what = "the file"
		}
		f.fail(node, "%s must be a mapping", what)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		name := prefix + key.Value
		if seen[name] {
			f.fail(key, "%s is there twice", name)
			continue
		}
		seen[name] = true
		switch ours, known := efixKeys[name]; {
		case known:
			f.value(name, ours, value)
		case prefix == "" && slices.Contains([]string{"openai", "test", "diff", "commands", "security"}, name):
			f.mapping(value, name+".")
		case strings.Contains(name, "key") || strings.Contains(name, "token") || strings.Contains(name, "secret"):
			f.fail(key, "%s is refused: a file never holds a key; openai.api_key_env names the variable that has it", name)
		default:
			f.fail(key, "%s is not known", name)
		}
	}
}

// value reads the value of a key.
func (f *efixFile) value(theirs, ours string, node *yaml.Node) {
	if node.Tag == "!!null" {
		return
	}
	option, to := optionOf(ours), f.said
	if table, _, nested := strings.Cut(ours, "."); nested {
		if to = f.said.Table(table); to == nil {
			to = config.Values{}
			f.said[table] = to
		}
	}
	value, err := efixValue(node, theirs, option)
	if err == nil && len(option.Values) > 0 && !slices.Contains(option.Values, value.(string)) {
		err = fmt.Errorf("%q is not one of %s", value, strings.Join(option.Values, ", "))
	}
	if err == nil && option.Check != nil {
		err = option.Check(value)
	}
	if err != nil {
		f.fail(node, "%s: %v", theirs, err)
		return
	}
	to[option.Name] = value
}

func efixValue(node *yaml.Node, name string, option *config.Option) (any, error) {
	switch option.Kind {
	case config.Bool:
		return decoded[bool](node, "true or false")
	case config.Int:
		return decoded[int](node, "an integer")
	case config.Duration:
		ms, err := decoded[int64](node, "a number of milliseconds")
		if err != nil {
			return nil, err
		}
		if ms < 1000 || ms > math.MaxInt64/int64(time.Millisecond) {
			return nil, errors.New("must be at least 1000 milliseconds")
		}
		return time.Duration(ms) * time.Millisecond, nil
	case config.Strings:
		list, err := decoded[[]string](node, "a list of strings")
		if err == nil && len(list) == 0 && name == "commands.allow" {
			return nil, errors.New("empty: no command could run")
		}
		return list, err
	}
	text, err := decoded[string](node, "a string")
	if err == nil && name == "openai.base_url" {
		// Theirs has no version in it.
		if u, bad := url.Parse(text); bad == nil && strings.Trim(u.Path, "/") == "" {
			text = strings.TrimSuffix(text, "/") + "/v1"
		}
	}
	return text, err
}

func decoded[T any](node *yaml.Node, what string) (T, error) {
	var value T
	if err := node.Decode(&value); err != nil {
		return value, fmt.Errorf("must be %s", what)
	}
	return value, nil
}
