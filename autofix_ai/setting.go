package autofixai

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/process"
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
	var text any = value
	switch option.Kind {
	case config.Bool, config.Int:
		text = nil
		if toml.Unmarshal([]byte("x = "+value), &map[string]any{}) == nil {
			return parsed(key, "x = "+value)
		}
		text = value
	case config.Strings:
		switch {
		case strings.HasPrefix(strings.TrimSpace(value), "["):
			return parsed(key, "x = "+value)
		case key == keyCommand:
			words, err := process.ParseCommand(value)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			text = words
		default:
			text = strings.Split(value, ",")
		}
	}
	encoded, err := toml.Marshal(map[string]any{"x": text})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	return parsed(key, string(encoded))
}

// parsed reads `x = VALUE` as a key of the section.
func parsed(key, text string) (any, error) {
	_, value, _ := strings.Cut(text, "=")
	c, err := config.Parse(key, []byte("[ai]\n"+key+" ="+value), []*config.Section{Section})
	if mistake, ok := errors.AsType[*config.Error](err); ok {
		// The line is not the user's.
		if strings.HasPrefix(mistake.Msg, key) {
			return nil, errors.New(mistake.Msg)
		}
		return nil, fmt.Errorf("%s: %s", key, mistake.Msg)
	}
	if err != nil {
		return nil, err
	}
	return c.Said(Section)[key], nil
}

// Forbids reports whether a configuration file turns agents off for its files.
// One with mistakes in [ai] may mean to.
func Forbids(c *config.Config) bool { return c.Broken(Section) || c.Said(Section)[keyEnabled] == false }

// Names reports whether a layer names a program.
func (l *Layer) Names() bool {
	return l.Said[keyCommand] != nil || l.Said[keyAgent] != nil || l.Said.Table(keyAgents) != nil
}
