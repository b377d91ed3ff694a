package hadolint

import (
	_ "embed"
	"strings"
	"sync"
)

// The identifiers of the SPDX License List, including deprecated ones, one per
// line.
//
//go:embed spdx_licenses.txt
var spdxList string

// spdxLicenses is the set of identifiers in lower case.
var spdxLicenses = sync.OnceValue(func() map[string]bool {
	known := make(map[string]bool, 1000)
	for id := range strings.Lines(spdxList) {
		known[strings.ToLower(strings.TrimSpace(id))] = true
	}
	return known
})

// isSPDX reports whether a text is an SPDX license expression: identifiers of
// the list or references such as LicenseRef-x, with +, WITH and an exception,
// AND, OR and parentheses. Names of exceptions are not checked.
func isSPDX(text string) bool {
	text = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text)
	open := 0
	operand := true // whether an operand comes next
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "(":
			if !operand {
				return false
			}
			open++
		case w == ")":
			if operand || open == 0 {
				return false
			}
			open--
		case isOperator(w):
			if operand {
				return false
			}
			operand = true
		case !operand || !isLicense(w):
			return false
		default:
			operand = false
			if i+1 < len(words) && strings.EqualFold(words[i+1], "WITH") {
				if i += 2; i == len(words) || !isIdentifier(words[i]) || isOperator(words[i]) {
					return false
				}
			}
		}
	}
	return !operand && open == 0
}

func isOperator(word string) bool {
	switch word {
	case "AND", "OR", "and", "or":
		return true
	}
	return false
}

// isLicense reports whether a word is the identifier of a license, or a
// reference to one.
func isLicense(word string) bool {
	if reference, ok := strings.CutPrefix(word, "DocumentRef-"); ok {
		document, license, found := strings.Cut(reference, ":")
		return found && isIdentifier(document) && strings.HasPrefix(license, "LicenseRef-") && isIdentifier(license[len("LicenseRef-"):])
	}
	if reference, ok := strings.CutPrefix(word, "LicenseRef-"); ok {
		return isIdentifier(reference)
	}
	switch word {
	case "NONE", "NOASSERTION":
		return true
	}
	word = strings.ToLower(word)
	return spdxLicenses()[word] || spdxLicenses()[strings.TrimSuffix(word, "+")]
}

func isIdentifier(word string) bool {
	for _, c := range []byte(word) {
		if c != '-' && c != '.' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return word != ""
}
