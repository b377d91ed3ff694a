package formatting

import "bytes"

// SyntaxErrorAt returns an error at an offset of src, in bytes, with the line and column there. An offset outside of
// src is taken for its nearest end.
func SyntaxErrorAt(path string, src []byte, offset int, msg string) *SyntaxError {
	offset = min(max(offset, 0), len(src))
	line := bytes.LastIndexByte(src[:offset], '\n') + 1
	return &SyntaxError{
		Path:   path,
		Line:   1 + bytes.Count(src[:line], []byte("\n")),
		Column: 1 + offset - line,
		Offset: offset,
		Msg:    msg,
	}
}
