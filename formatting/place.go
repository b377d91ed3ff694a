package formatting

import "github.com/rules-autofix/rules_autofix/fix_edits/position"

// SyntaxErrorAt returns an error with the line and column of an offset of src,
// in bytes. An offset outside of src is clamped.
func SyntaxErrorAt(path string, src []byte, offset int, msg string) *SyntaxError {
	offset = min(max(offset, 0), len(src))
	at := position.At(src, offset)
	return &SyntaxError{Path: path, Line: at.Line, Column: at.Column, Offset: offset, Msg: msg}
}
