package builtin

import (
	"errors"
	"sync"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/formatting"
)

// maxConfigs bounds how many configurations Formats remembers. One run rarely has more; a persistent worker reads one
// anew for each request.
const maxConfigs = 64

// maxEditors bounds how many sets of .editorconfig properties it remembers for one configuration. A workspace has a
// few dozen at most.
const maxEditors = 1024

// Formats makes the formatters for configurations, and remembers those of the last ones. It is safe for concurrent
// use; its zero value is ready.
type Formats struct {
	mu    sync.Mutex
	cache map[*config.Config]map[string]*formatting.Registry // by the key of what .editorconfig says
}

// For returns the formatters for a file, whose path is workspace relative, as c and .editorconfig set them up; a nil c
// is for defaults. Languages that are switched off are not among them. The error is a *config.Error about an option.
func (f *Formats) For(c *config.Config, path string) (*formatting.Registry, error) {
	editor := c.Editor(path)
	key := editor.Key()
	f.mu.Lock()
	defer f.mu.Unlock()
	if r, ok := f.cache[c][key]; ok {
		return r, nil
	}
	r, err := formatters(c, editor)
	if err != nil {
		return nil, err
	}
	if f.cache == nil || len(f.cache) >= maxConfigs && f.cache[c] == nil {
		f.cache = make(map[*config.Config]map[string]*formatting.Registry)
	}
	if f.cache[c] == nil || len(f.cache[c]) >= maxEditors {
		f.cache[c] = make(map[string]*formatting.Registry)
	}
	f.cache[c][key] = r
	return r, nil
}

func formatters(c *config.Config, editor editorconfig.Properties) (*formatting.Registry, error) {
	var on []formatting.Language
	for _, l := range languages {
		schema := l.schema()
		made, err := l.formatter(c.FormatOptions(schema, editor))
		if e, ok := errors.AsType[*formatting.OptionError](err); ok {
			return nil, c.Mistake(e.Error(), "format", l.name, e.Option)
		}
		if err != nil {
			return nil, err
		}
		if c.Formats(schema) {
			on = append(on, made)
		}
	}
	return formatting.NewRegistry(on...), nil
}
