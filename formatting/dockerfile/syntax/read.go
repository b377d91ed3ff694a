package syntax

import "github.com/rules-autofix/rules_autofix/formatting"

// Read is Parse for one of several who look at a file: what the file's memo has
// of the text, or else what Parse makes of it.
func Read(m *formatting.Memo, src []byte) *File { return formatting.Recall(m, src, Parse) }
