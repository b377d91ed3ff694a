package source

import "github.com/rules-autofix/rules_autofix/formatting/tokens"

// A Token is a piece of a text that is neither space nor a newline.
type Token = tokens.Token

// The kinds of tokens.
const (
	Word     = tokens.Word
	Number   = tokens.Number
	String   = tokens.String
	Template = tokens.Template
	Pattern  = tokens.Pattern
	Comment  = tokens.Comment
	Mark     = tokens.Mark
)

// Scan returns the tokens of a text, with comments. Languages without tokens
// have none.
func Scan(language Language, text []byte) []Token {
	return tokens.Scan(tokens.Language(language), text)
}
