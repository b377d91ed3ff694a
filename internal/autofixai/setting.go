package autofixai

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// ParseSetting returns the value of a key of [ai] that is given as text, on the
// command line or in the environment. A list is written as in TOML; the list of
// command may also be words, quoted as in a shell, and any other may be words
// between commas.
func ParseSetting(key, value string) (any, error) {
	var option *config.Option
	for i := range Section.Keys {
		if o := &Section.Keys[i]; o.Name == key && o.Kind != config.TableMap {
			option = o
		}
	}
	if option == nil {
		return nil, fmt.Errorf("%s: there is no such key in [ai]", key)
	}
	var given any = value
	switch option.Kind {
	case config.Bool, config.Int:
		if decoded, err := decode(value); err == nil {
			given = decoded
		}
	case config.Strings:
		switch {
		case strings.HasPrefix(strings.TrimSpace(value), "["):
			decoded, err := decode(value)
			if err != nil {
				return nil, fmt.Errorf("%s: %s", key, strings.TrimPrefix(err.Error(), "toml: "))
			}
			given = decoded
		case key == keyCommand:
			words, err := process.ParseCommand(value)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			given = anys(words)
		default:
			given = anys(strings.Split(value, ","))
		}
	}
	said, err := Section.Read(map[string]any{key: given})
	if mistake, ok := errors.AsType[*config.Error](err); ok {
		return nil, errors.New(mistake.Msg)
	}
	return said[key], err
}

// decode reads a value that is written as in TOML.
func decode(value string) (any, error) {
	var table map[string]any
	if err := toml.Unmarshal([]byte("x = "+value), &table); err != nil {
		return nil, err
	}
	if len(table) != 1 {
		return nil, errors.New("there is more than one value")
	}
	return table["x"], nil
}

func anys(texts []string) []any {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = text
	}
	return all
}

// Forbids reports whether a configuration file turns agents off for its files.
// One with mistakes in [ai] may mean to.
func Forbids(c *config.Config) bool { return c.Broken(Section) || c.Said(Section)[keyEnabled] == false }

// Names reports whether a layer names a program.
func (l *Layer) Names() bool {
	return l.Said[keyCommand] != nil || l.Said[keyAgent] != nil || l.Said.Table(keyAgents) != nil
}
