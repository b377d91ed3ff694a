// Package builtin is the list of the checkers and languages that are built in.
package builtin

import (
	"errors"
	"sync"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/checks/starlark"
	"github.com/rules-autofix/rules_autofix/checks/text"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/golang"
	starlarkformat "github.com/rules-autofix/rules_autofix/formatting/starlark"
)

// Registry returns the built-in checkers, and the formatters that they use. Version is that of the tool.
func Registry(version string) (*checks.Registry, *Formats) {
	formats := new(Formats)
	formatter, err := format.New(formats)
	if err != nil {
		panic(err) // there are no options that could be wrong
	}
	tool := artifact.Tool{Name: "autofix", Version: version}
	return checks.New(tool, formatter, starlark.New(), text.New(formats)), formats
}

// maxConfigs bounds how many configurations Formats remembers. One run rarely has more; a persistent worker reads one
// anew for each request.
const maxConfigs = 64

// Formats makes the formatters for configurations, and remembers those of the last ones. It is safe for concurrent
// use; its zero value is ready.
type Formats struct {
	mu    sync.Mutex
	cache map[*config.Config]*formatting.Registry
}

// For returns the formatters as c sets them up; nil is for defaults. The error is a *config.Error about an option.
func (f *Formats) For(c *config.Config) (*formatting.Registry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r, ok := f.cache[c]; ok {
		return r, nil
	}
	r, err := languages(c)
	if err != nil {
		return nil, err
	}
	if f.cache == nil || len(f.cache) >= maxConfigs {
		f.cache = make(map[*config.Config]*formatting.Registry)
	}
	f.cache[c] = r
	return r, nil
}

func languages(c *config.Config) (*formatting.Registry, error) {
	var opts golang.Options
	if c != nil {
		opts = golang.Options(c.Format.Go)
	}
	golanguage, err := golang.New(opts)
	if e, ok := errors.AsType[*golang.OptionError](err); ok {
		return nil, c.Mistake(e.Error(), "format", "go", e.Option)
	}
	if err != nil {
		return nil, err
	}
	return formatting.NewRegistry(golanguage, starlarkformat.New()), nil
}
