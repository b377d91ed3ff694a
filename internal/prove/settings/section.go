// Package settings reads the settings of [prove] in autofix.toml, or of an
// existing .efix.yml in its place.
package settings

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// The engines: who proposes a patch.
const (
	EngineNone   = "none"   // no engine: the patch is given
	EngineACP    = "acp"    // an agent of [ai]
	EngineOpenAI = "openai" // a server that speaks OpenAI's protocol
)

// The values of network and sandbox.
const (
	Deny    = "deny"
	Allow   = "allow"
	Auto    = "auto"
	Require = "require"
)

// Section is [prove] of autofix.toml and of the person's file.
var Section = &config.Section{
	Name: "prove",
	Doc: "From a failing command to a patch with evidence, by [`autofix prove`](prove.md). The file counts as it is in the " +
		"commit that the patch is for. In a workspace that you do not trust, a key counts only if it narrows what is allowed.",
	Keys: []config.Option{
		{Name: "engine", Kind: config.String, Default: EngineNone, Values: []string{EngineNone, EngineACP, EngineOpenAI}, Doc: "who proposes a patch: `acp` is the agent of [`[ai]`](ai.md), `openai` a server that speaks OpenAI's protocol, `none` nobody: the patch is given by `--patch`"},
		{Name: "attempts", Kind: config.Int, Default: 1, Check: between(1, 10), Doc: "the number of different patches to ask for; the best proven one counts"},
		{Name: "runs", Kind: config.Int, Default: 3, Check: between(1, 20), Doc: "how often a command runs in one state of the tree, to find out whether it always ends the same"},
		{Name: "timeout", Kind: config.Duration, Default: time.Hour, Doc: "how long a proof may take in all"},
		{Name: "mutants", Kind: config.Int, Default: 10, Check: between(0, 100), Doc: "the number of small mistakes to try in the changed lines, to find out whether a test notices them"},
		{Name: "canary", Kind: config.Bool, Default: true, Doc: "whether each test that proves a patch is also run with broken assertions, and must fail then"},
		{Name: "network", Kind: config.String, Default: Deny, Values: []string{Deny, Allow}, Doc: "whether commands reach more than this machine; setup always does"},
		{Name: "sandbox", Kind: config.String, Default: Auto, Values: []string{Auto, Require}, Doc: "`auto` uses the best sandbox of the machine and says which, `require` runs nothing without one"},
		{Name: "env", Kind: config.Strings, Default: []string{}, Check: variables, Doc: "the variables of your environment that commands get, by name"},
		{Name: "redact", Kind: config.Strings, Default: []string{"GITHUB_TOKEN", "OPENAI_API_KEY"}, Check: variables, Doc: "the variables of your environment whose values are secrets, by name, besides what looks like one"},
	},
	Tables: &config.Tables{Known: func() []config.Table { return tables }},
}

var tables = []config.Table{
	{Name: "openai", Doc: "the server that speaks OpenAI's protocol", Keys: []config.Option{
		{Name: "model", Kind: config.String, Default: "", Doc: "the model"},
		{Name: "base-url", Kind: config.String, Default: "https://api.openai.com/v1", Check: server, Doc: "the address of the server, up to the version"},
		{Name: "api-key-env", Kind: config.String, Default: "OPENAI_API_KEY", Check: variable, Doc: "the name of the variable of your environment with the key"},
		{Name: "timeout", Kind: config.Duration, Default: 2 * time.Minute, Doc: "how long an answer may take"},
		{Name: "max-retries", Kind: config.Int, Default: 2, Check: between(0, 10), Doc: "how often a question is sent again after the server failed or asked to wait"},
		{Name: "input-price", Kind: config.String, Default: "", Check: amount, Doc: "the price of a million tokens of questions, such as `0.40`"},
		{Name: "currency", Kind: config.String, Default: "USD", Doc: "the currency of the prices"},
		{Name: "output-price", Kind: config.String, Default: "", Check: amount, Doc: "the price of a million tokens of answers"},
	}},
	{Name: "tests", Doc: "the tests of a patch", Keys: []config.Option{
		{Name: "required", Kind: config.Bool, Default: true, Doc: "whether a patch needs a test that fails without it: a new or changed one, or one of the base"},
		{Name: "exception", Kind: config.String, Default: "", Doc: "why a patch may do without one; it is recorded"},
		{Name: "alternative", Kind: config.String, Default: "", Doc: "what guards against the fault instead; an exception needs it"},
		{Name: "suites", Kind: config.Strings, Default: []string{}, Doc: "commands that must still pass what they passed, beside the tests that are found around the change"},
	}},
	{Name: "diff", Doc: "the size of a patch", Keys: []config.Option{
		{Name: "max-files", Kind: config.Int, Default: 8, Check: between(1, 1000), Doc: "the files that a patch may change, create and delete"},
		{Name: "max-loc", Kind: config.Int, Default: 300, Check: between(1, 1_000_000), Doc: "the lines that it may add and delete"},
		{Name: "silencing", Kind: config.Bool, Default: true, Doc: "whether [code that may hide a fault](prove.md#code-that-may-hide-a-fault) makes the verdict weak; otherwise it is a note"},
	}},
	{Name: "commands", Doc: "the commands that may run", Keys: []config.Option{
		{Name: "allow", Kind: config.Strings, Doc: "the first words of the commands that may run; without it, the common commands that run tests"},
		{Name: "timeout", Kind: config.Duration, Default: 10 * time.Minute, Doc: "how long a command may take"},
	}},
	{Name: "paths", Doc: "the files that a patch may change", Keys: []config.Option{
		{Name: "allow", Kind: config.Strings, Default: []string{}, Check: config.Globs, Doc: "globs from the root of the repository; without them, all files"},
		{Name: "deny", Kind: config.Strings, Default: []string{}, Check: config.Globs, Doc: "globs of files that it may not change, besides those that decide how tests run"},
	}},
	{Name: "budget", Doc: "the most that is spent on a model", Keys: []config.Option{
		{Name: "calls", Kind: config.Int, Default: 30, Check: between(1, 1000), Doc: "questions"},
		{Name: "tokens", Kind: config.Int, Default: 0, Check: between(0, 1<<40), Doc: "tokens; 0 is no limit"},
		{Name: "cost", Kind: config.String, Default: "", Check: amount, Doc: "the price in all, in the currency of the prices; needs them"},
		{Name: "time", Kind: config.Duration, Default: 30 * time.Minute, Doc: "the time that answers take together"},
	}},
}

// between is the check of an integer.
func between(least, most int) func(value any) error {
	return func(value any) error {
		if n := value.(int); n < least || n > most {
			return fmt.Errorf("%d is not between %d and %d", n, least, most)
		}
		return nil
	}
}

var variableName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

func variable(value any) error {
	if name := value.(string); !variableName().MatchString(name) {
		return fmt.Errorf("not the name of a variable: write a name such as OPENAI_API_KEY, never a key itself")
	}
	return nil
}

func variables(value any) error {
	for _, name := range value.([]string) {
		if err := variable(name); err != nil {
			return err
		}
	}
	return nil
}

// amount is the check of a price.
func amount(value any) error {
	if text := value.(string); text != "" {
		if n, err := strconv.ParseFloat(text, 64); err != nil || !(n >= 0 && n < 1e9) {
			return fmt.Errorf("%q is not an amount such as \"2.50\"", text)
		}
	}
	return nil
}

// server checks an address: the source is sent there, with a key.
func server(value any) error {
	u, err := url.Parse(value.(string))
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("not an address such as https://api.openai.com/v1")
	}
	if u.Scheme == "https" || u.Scheme == "http" && loopback(u.Hostname()) {
		return nil
	}
	return fmt.Errorf("%q: only https is safe, or http to this machine", value)
}

func loopback(host string) bool {
	return host == "localhost" || host == "::1" || strings.HasPrefix(host, "127.")
}
