package formatting

import "github.com/rules-autofix/rules_autofix/positions"

// SyntaxErrorAt returns an error at an offset of src, in bytes, with the line and column there. An offset outside of
// src is taken for its nearest end.
func SyntaxErrorAt(path string, src []byte, offset int, msg string) *SyntaxError {
	offset = min(max(offset, 0), len(src))
	at := positions.New(src, positions.LF).Position(offset, positions.Columns{})
	return &SyntaxError{Path: path, Line: at.Line, Column: at.Column, Offset: offset, Msg: msg}
}
