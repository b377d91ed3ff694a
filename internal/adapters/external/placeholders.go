package external

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// placeholder matches a name in braces. After a $ it is not a placeholder, but
// a variable of a shell or another program. In more than one pair of braces it
// is text, from which one pair is removed: {{out}} becomes {out}.
var placeholder = lazyregexp.New(`(\$?)(\{+)([A-Za-z][A-Za-z0-9_-]*)(\}+)`)

// CheckArguments returns an error if the placeholders in the Args of a Checker
// are invalid.
func CheckArguments(args []string) error {
	for _, arg := range args {
		for _, match := range placeholder().FindAllStringSubmatch(arg, -1) {
			if match[1] != "" || len(match[2]) > 1 {
				continue
			}
			mark := "{" + match[3] + "}"
			switch {
			case mark == filesMark && arg != filesMark:
				return fmt.Errorf("%s: {files} stands for several arguments and must be one of its own; "+
					"{files_list} is a file with their paths, and {{files}} the text {files}", arg)
			case mark != filesMark && mark != listMark && mark != outMark:
				meant := ""
				if near := config.Nearest(match[3], []string{"files", "files_list", "out"}); near != "" {
					meant = fmt.Sprintf(", did you mean {%s}?", near)
				}
				return fmt.Errorf("%s: unknown placeholder %s%s; there are {files}, {files_list} and {out}, and {%s} is the text %s",
					arg, mark, meant, mark, mark)
			}
		}
	}
	return nil
}

// expand returns an argument with its placeholders replaced.
func expand(arg string, value func(mark string) (string, error)) (string, error) {
	var failure error
	expanded := placeholder().ReplaceAllStringFunc(arg, func(match string) string {
		part := placeholder().FindStringSubmatch(match)
		dollar, opened, name, closed := part[1], part[2], part[3], part[4]
		switch {
		case dollar != "":
			return match
		case len(opened) == 1:
			text, err := value("{" + name + "}")
			if err != nil {
				failure = err
			}
			return text + closed[1:]
		case len(closed) > 1:
			return opened[1:] + name + strings.TrimPrefix(closed, "}")
		}
		return match
	})
	return expanded, failure
}
