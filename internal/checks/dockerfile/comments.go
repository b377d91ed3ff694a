package dockerfile

import (
	"sort"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/formatting/ignore"
	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// Comments returns hadolint's comment for rules that hadolint has, and for all
// rules the place above the instruction.
func (*checker) Comments(f checks.File) func(rule string) ignore.Form {
	parse := sync.OnceValue(func() *syntax.File { return syntax.Parse(string(f.Content)) })
	at := func(offset int) int {
		file := parse()
		all := file.Instructions
		i := sort.Search(len(all), func(i int) bool { return all[i].End >= offset })
		if i == len(all) {
			return -1
		}
		return strings.LastIndexByte(file.Source[:all[i].Start], '\n') + 1
	}
	return func(rule string) ignore.Form {
		if strings.HasPrefix(rule, "hadolint/") {
			return ignore.Form{Line: "hadolint ignore=", File: "hadolint global ignore=", List: true, At: at}
		}
		return ignore.Form{At: at}
	}
}
