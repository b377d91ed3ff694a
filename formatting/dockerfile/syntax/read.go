package syntax

import "github.com/rules-autofix/rules_autofix/formatting"

// Read returns the parsed text from the memo of its file, or parses it.
func Read(m *formatting.Memo, src []byte) *File {
	return formatting.Recall(m, src, func(text []byte) *File { return Parse(string(text)) })
}
