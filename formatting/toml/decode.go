package toml

import (
	"github.com/pelletier/go-toml/v2"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// Decode returns the decoded value of a text. The error is for a text that is
// not TOML or would take too long to read.
func Decode(path string, src []byte) (map[string]any, error) {
	if len(src) > formatting.MaxSize {
		return nil, language{}.refused(path, "too large")
	}
	text, err := language{}.read(path, src)
	if err != nil {
		return nil, err
	}
	var decoded map[string]any
	err = toml.Unmarshal(text, &decoded)
	return decoded, err
}
