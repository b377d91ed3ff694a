package json

import (
	"bytes"
	"errors"

	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// Tree parses JSON with comments and trailing commas, whatever the name of the
// file. The error is for a text that is not even that.
func Tree(src []byte) (*hujson.Value, error) {
	text := bytes.TrimPrefix(src, []byte(bom))
	switch {
	case len(text) > formatting.MaxSize:
		return nil, errors.New("too large")
	case survey(text).depth > maxDepth:
		return nil, errors.New("its values are nested too deeply")
	}
	if !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text[:len(text):len(text)], '\n') // without which the parser sees no end of a line comment
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return nil, err
	}
	return &root, nil
}
