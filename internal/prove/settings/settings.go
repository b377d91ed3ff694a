package settings

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Settings are what [prove] says, from all layers together.
type Settings struct {
	Engine    string
	Attempts  int
	Runs      int
	Mutants   int
	Canary    bool
	Timeout   time.Duration // of the proof
	Network   string
	Sandbox   string
	Env       []string // names of variables
	Redact    []string // names of variables
	OpenAI    OpenAI
	Tests     Tests
	MaxFiles  int
	MaxLines  int
	Silencing bool
	Commands  []string // the first words of allowed ones; nil: the usual ones
	Command   time.Duration
	PathAllow []string
	PathDeny  []string
	Budget    budget.Limits
}

// OpenAI is a server that speaks OpenAI's protocol.
type OpenAI struct {
	Model, BaseURL, KeyEnv string
	Timeout                time.Duration
	Retries                int
	InputPrice             float64 // of a million tokens; 0 is unknown
	OutputPrice            float64
	Currency               string
}

// Tests are the rules for the tests of a patch.
type Tests struct {
	Required               bool
	Exception, Alternative string
	Suites                 []string
}

// A Layer is one source of settings.
type Layer struct {
	From string        // for messages, such as the path of a file
	Said config.Values // of Section; nil if it says nothing
	// Untrusted says that others may have written it. Such a layer can only
	// narrow.
	Untrusted bool
}

// Merge returns the settings of layers, of which a later one wins. An untrusted
// layer counts after all others, and only where it narrows; the keys in which
// it asks for more are returned as ignored, such as "commands.allow".
func Merge(layers ...Layer) (s *Settings, ignored []string, err error) {
	all := defaults()
	for _, layer := range layers {
		if !layer.Untrusted {
			overlay(all, layer.Said)
		}
	}
	for _, layer := range layers {
		if layer.Untrusted {
			ignored = append(ignored, narrow(all, layer.Said)...)
		}
	}
	slices.Sort(ignored)
	s = fromValues(all)
	return s, slices.Compact(ignored), s.check()
}

// defaults has all keys, and tables by name.
func defaults() config.Values {
	all := config.Values{}
	set := func(to config.Values, options []config.Option) {
		for _, o := range options {
			if o.Default != nil {
				to[o.Name] = o.Default
			}
		}
	}
	set(all, Section.Keys)
	for _, table := range tables {
		values := config.Values{}
		set(values, table.Keys)
		all[table.Name] = values
	}
	return all
}

func overlay(all, said config.Values) {
	for key, value := range said {
		if table, is := value.(config.Values); is {
			maps.Copy(all.Table(key), table)
		} else {
			all[key] = value
		}
	}
}

func fromValues(all config.Values) *Settings {
	openai, tests, diff := all.Table("openai"), all.Table("tests"), all.Table("diff")
	commands, paths, spend := all.Table("commands"), all.Table("paths"), all.Table("budget")
	return &Settings{
		Engine: all.Text("engine"), Attempts: all.Int("attempts"), Runs: all.Int("runs"), Mutants: all.Int("mutants"), Canary: all.Bool("canary"),
		Timeout: all.Duration("timeout"), Network: all.Text("network"), Sandbox: all.Text("sandbox"),
		Env: list(all, "env"), Redact: list(all, "redact"),
		OpenAI: OpenAI{
			Model: openai.Text("model"), BaseURL: openai.Text("base-url"), KeyEnv: openai.Text("api-key-env"),
			Timeout: openai.Duration("timeout"), Retries: openai.Int("max-retries"),
			InputPrice: number(openai, "input-price"), OutputPrice: number(openai, "output-price"), Currency: openai.Text("currency"),
		},
		Tests: Tests{
			Required: tests.Bool("required"), Exception: tests.Text("exception"), Alternative: tests.Text("alternative"),
			Suites: list(tests, "suites"),
		},
		MaxFiles: diff.Int("max-files"), MaxLines: diff.Int("max-loc"), Silencing: diff.Bool("silencing"),
		Commands: list(commands, "allow"), Command: commands.Duration("timeout"),
		PathAllow: list(paths, "allow"), PathDeny: list(paths, "deny"),
		Budget: budget.Limits{Questions: spend.Int("calls"), Tokens: spend.Int("tokens"), Cost: number(spend, "cost"), Time: spend.Duration("time")},
	}
}

// check returns an error for settings that do not go together.
func (s *Settings) check() error {
	if s.Tests.Exception != "" && s.Tests.Alternative == "" {
		return errors.New("[prove.tests] exception needs alternative: say what guards against the fault instead of a test")
	}
	if s.Engine == EngineOpenAI && s.OpenAI.Model == "" {
		return errors.New(`[prove] engine = "openai" needs a model: set model in [prove.openai]`)
	}
	if s.Budget.Cost > 0 && s.Engine == EngineOpenAI && (s.OpenAI.InputPrice == 0 || s.OpenAI.OutputPrice == 0) {
		return errors.New("[prove.budget] cost needs prices: set input-price and output-price in [prove.openai]")
	}
	return nil
}

func list(values config.Values, key string) []string {
	words, _ := values[key].([]string)
	return words
}

// number returns an amount, which has been checked.
func number(values config.Values, key string) float64 {
	n, _ := strconv.ParseFloat(values.Text(key), 64)
	return n
}

// Set reads KEY=VALUE of the section, such as openai.model=gpt-5. A value is as
// in TOML, or a text without its quotes.
func Set(pair string) (config.Values, error) {
	key, value, found := strings.Cut(pair, "=")
	if !found || !pairKey().MatchString(key) || strings.ContainsAny(value, "\r\n") {
		return nil, fmt.Errorf("%s: it must be KEY=VALUE", pair)
	}
	option := optionOf(key)
	if option == nil && !strings.Contains(key, ".") {
		return nil, fmt.Errorf("%s: [prove] has no such key", key)
	}
	var decoded map[string]any
	err := toml.Unmarshal([]byte("x = "+value), &decoded)
	given := decoded["x"]
	switch given.(type) {
	case string, []any, map[string]any:
	default:
		if err != nil || option != nil && option.Kind == config.String {
			given = value // such as an amount, which is a text
		}
	}
	table, name, nested := strings.Cut(key, ".")
	if nested {
		given = map[string]any{name: given}
	}
	said, err := Section.Read(map[string]any{table: given})
	var mistake *config.Error
	if errors.As(err, &mistake) {
		last := key[strings.LastIndexByte(key, '.')+1:]
		return nil, fmt.Errorf("%s: %s", key, strings.TrimPrefix(mistake.Msg, last+": "))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	return said, nil
}

// optionOf returns the option of a key, such as budget.cost, or nil.
func optionOf(key string) *config.Option {
	options, name := Section.Keys, key
	if table, rest, nested := strings.Cut(key, "."); nested {
		i := slices.IndexFunc(tables, func(t config.Table) bool { return t.Name == table })
		if i < 0 {
			return nil
		}
		options, name = tables[i].Keys, rest
	}
	i := slices.IndexFunc(options, func(o config.Option) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return &options[i]
}

var pairKey = lazyregexp.New(`^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)?$`)
