package formatting

import "github.com/rules-autofix/rules_autofix/fix_edits/position"

// SyntaxErrorAt returns an error at an offset of src, in bytes, with the line and column there. An offset outside of
// src is taken for its nearest end.
func SyntaxErrorAt(path string, src []byte, offset int, msg string) *SyntaxError {
	offset = min(max(offset, 0), len(src))
	at := position.New(src, position.LF).Position(offset, position.Columns{})
	return &SyntaxError{Path: path, Line: at.Line, Column: at.Column, Offset: offset, Msg: msg}
}
