package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// phrases matches words that comments of this project had 50 times as often as
// comments of Go's library, in lower case.
var phrases = regexp.MustCompile(`\b(?:` + strings.Join([]string{
	`those (?:of|that|who|which|with|without|in|from|for)`,
	`what (?:an?|is|it|they|was)`,
	`(?:is|are|was|were|be) told`,
	`says? (?:of|so)`,
	`said (?:of|so)`,
	`came to`,
	`comes to`,
	`is no`,
	`as it (?:is|was)`,
	`all that`,
	`anew`,
	`in vain`,
	`beside (?:that|this|these|which)`,
}, "|") + `)\b`)

// A count has the places of one folder, as FILE:LINE: TEXT.
type count struct {
	comments int      // lines of comments
	lines    []string // lines of comments with a phrase
	messages []string // string literals that begin with "it"
}

// over reports whether the folder has more than the limit, rounded up.
func (c *count) over() bool {
	return len(c.lines)*1000 > limit*max(c.comments, 1000/limit)
}

// read counts a Go file. What does not scan as Go is not counted.
func (c *count) read(name string, src []byte) {
	files := token.NewFileSet()
	file := files.AddFile(name, -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		line := file.Line(pos)
		switch tok {
		case token.EOF:
			return
		case token.COMMENT:
			for i, text := range strings.Split(text, "\n") {
				c.comments++
				if phrases.MatchString(strings.ReplaceAll(strings.ToLower(text), "there is no", "")) {
					c.lines = append(c.lines, fmt.Sprintf("%s:%d: %s", name, line+i, strings.TrimSpace(text)))
				}
			}
		case token.STRING:
			if said, err := strconv.Unquote(text); err == nil && strings.HasPrefix(said, "it ") {
				c.messages = append(c.messages, fmt.Sprintf("%s:%d: %s", name, line, text))
			}
		}
	}
}
