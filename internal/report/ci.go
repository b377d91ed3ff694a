package report

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// CISection is [ci] of autofix.toml: the addresses of files at a CI service.
var CISection = &config.Section{
	Name: "ci",
	Doc:  "The addresses of files at your CI service. No check reads it. See [reports.md](reports.md#fixes-that-ci-computed).",
	Keys: []config.Option{{
		Name: "artifacts", Kind: config.String, Check: checkTemplate,
		Doc: "the address, with `https` or `http`, at which the CI service has the file of `--out=artifacts=FILE`, for the command in the message of the run that writes it; " +
			"`${NAME}` stands for a variable of the environment, and there is no command where one is missing",
	}},
}

// variable matches a variable in a template.
var variable = lazyregexp.New(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

func checkTemplate(value any) error {
	address, ok := expand(value.(string), func(string) (string, bool) { return "x", true })
	if strings.Contains(address, "$") || !ok {
		return errors.New("a $ begins a variable, as in ${NAME}")
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("no address: %w", err)
	}
	if parsed.Scheme != "https" && parsed.Scheme != "http" || parsed.Host == "" {
		return fmt.Errorf("no address: it has to begin with https:// and a host, such as https://ci.example.com/${BUILD_ID}/artifacts.json")
	}
	return nil
}

// expand returns a template with the values of its variables, and whether there
// are all.
func expand(template string, lookup func(string) (string, bool)) (text string, ok bool) {
	ok = true
	text = variable().ReplaceAllStringFunc(template, func(match string) string {
		value, found := lookup(match[len("${") : len(match)-len("}")])
		ok = ok && found && value != ""
		return value
	})
	return text, ok
}

// DownloadCommand returns the command line that applies the artifacts of this
// run on another machine, or "" if the configuration names no address, or the
// environment lacks a variable of it.
func DownloadCommand(c *config.Config) string {
	template, _ := c.Get(CISection)["artifacts"].(string)
	address, ok := expand(template, os.LookupEnv)
	if template == "" || !ok || checkTemplate(address) != nil {
		return ""
	}
	return process.CommandLine("curl", "-fsSL", address) + " | " + process.CommandLine("autofix", "fix", "--from=-")
}
