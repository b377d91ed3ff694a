package builtin

import (
	"errors"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/golang"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// maxSetups bounds the setups that Formats remembers. A workspace has a few dozen
// at most.
const maxSetups = 1024

// A setup identifies the inputs of formatters.
type setup struct {
	config string // the digest of autofix.toml
	around string // the key of the surroundings
	parser string // the language of a parser; empty: all formatters
}

// Formats makes the formatters for configurations and remembers them by
// content. It is safe for concurrent use; its zero value is ready.
type Formats struct {
	mu    sync.Mutex
	cache map[setup]*formatting.Registry
}

// Parser returns the parser of a language for a file that is not formatted,
// because the formatter is off or another one claims the file. The error is as
// for For.
func (f *Formats) Parser(c *config.Config, path, name string) (*formatting.Registry, error) {
	around, err := surroundingsOf(c, path)
	if err != nil {
		return nil, err
	}
	return f.cached(setup{c.Digest(), around.key(), name}, func() (*formatting.Registry, error) {
		i := slices.IndexFunc(languages, func(l language) bool { return l.name == name })
		made, err := languages[i].made(c, around, languages[i].lenient)
		if err != nil {
			return nil, err
		}
		return formatting.NewRegistry(made), nil
	})
}

// For returns the formatters for a file, whose path is workspace relative, as
// configured by c and by files of other tools; a nil c means defaults. It
// leaves out languages that are off. A language in which another formatter
// claims the file leaves the file unchanged. The error is a *config.Error about
// an option or a file of another tool.
func (f *Formats) For(c *config.Config, path string) (*formatting.Registry, error) {
	around, err := surroundingsOf(c, path)
	if err != nil {
		return nil, err
	}
	return f.cached(setup{config: c.Digest(), around: around.key()}, func() (*formatting.Registry, error) { return formatters(c, around) })
}

// cached returns the result of make for a setup.
func (f *Formats) cached(key setup, make func() (*formatting.Registry, error)) (*formatting.Registry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r, ok := f.cache[key]; ok {
		return r, nil
	}
	r, err := make()
	if err != nil {
		return nil, err
	}
	if f.cache == nil || len(f.cache) >= maxSetups {
		f.cache = map[setup]*formatting.Registry{}
	}
	f.cache[key] = r
	return r, nil
}

// surroundings are the inputs of formatters in addition to autofix.toml.
type surroundings struct {
	editor editorconfig.Properties
	module golang.Module
	left   []string // languages in which another formatter claims the file
}

func (s surroundings) key() string {
	if s.module == (golang.Module{}) && len(s.left) == 0 {
		return s.editor.Key()
	}
	return strings.Join(append(s.left, s.module.LangVersion, s.module.Path, s.editor.Key()), "\x00")
}

func surroundingsOf(c *config.Config, file string) (surroundings, error) {
	s := surroundings{editor: c.Editor(file)}
	for i, names := range known() {
		if !slices.ContainsFunc(names, func(n *formatting.Names) bool { return n.Match(file) }) {
			continue
		}
		l := languages[i]
		schema := l.schema()
		formatted, err := c.FormatsFile(schema, file)
		if err != nil {
			return s, err
		}
		if !formatted {
			s.left = append(s.left, l.name)
		}
	}
	if path.Ext(file) != ".go" {
		return s, nil
	}
	read, err := c.FormatFiles(golangLanguage.schema(), file)
	if err == nil && len(read) > 0 {
		s.module = golang.ReadModule(read[0].Content)
	}
	return s, err
}

// known returns the names of the files of each of languages.
var known = sync.OnceValue(func() [][]*formatting.Names {
	var all [][]*formatting.Names
	for _, l := range languages {
		all = append(all, l.documented().Known.Names())
	}
	return all
})

// leftAlone is a language whose files another formatter claims. Files in it do
// not change, and the checker text leaves their whitespace alone too.
type leftAlone struct{ formatting.Language }

func (leftAlone) Format(_ string, src []byte) ([]byte, error) { return src, nil }

func formatters(c *config.Config, around surroundings) (*formatting.Registry, error) {
	var on []formatting.Language
	for _, l := range languages {
		made, err := l.made(c, around, nil)
		if err != nil {
			return nil, err
		}
		switch {
		case slices.Contains(around.left, l.name) && c.Formats(l.schema()):
			on = append(on, leftAlone{made})
		case c.Formats(l.schema()):
			on = append(on, made)
		}
	}
	return formatting.NewRegistry(on...), nil
}

// made returns the language with its options, which adjust, if it is not nil,
// changes.
func (l language) made(c *config.Config, around surroundings, adjust func(config.Values)) (formatting.Language, error) {
	options := c.FormatOptions(l.schema(), around.editor)
	if l.name == golangLanguage.name {
		ofModule(options, around.module)
	}
	if adjust != nil {
		adjust(options)
	}
	made, err := l.formatter(options)
	if e, ok := errors.AsType[*formatting.OptionError](err); ok {
		return nil, c.Mistake(e.Error(), "format", l.name, e.Option)
	}
	return made, err
}
