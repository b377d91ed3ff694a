package validate

import (
	"errors"
	"regexp"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// uriTemplate is the format of RFC 6570, section 2. The compiler's own check
// reads a template as a URL, and refuses the operators in {#a}, {/a} and {?a}.
var uriTemplate = &jsonschema.Format{Name: "uri-template", Validate: func(value any) error {
	if text, ok := value.(string); ok && !templateText().MatchString(text) {
		return errors.New("not a URI template")
	}
	return nil
}}

var templateText = sync.OnceValue(func() *regexp.Regexp {
	const (
		escape   = `%[0-9A-Fa-f]{2}`
		literal  = `[^\x00-\x20"%<>\\^` + "`" + `{|}\x7f]`
		char     = `(?:[A-Za-z0-9_]|` + escape + `)`
		variable = char + `(?:\.?` + char + `)*(?::[1-9][0-9]{0,3}|\*)?`
		template = `^(?:` + literal + `|` + escape + `|\{[+#./;?&=,!@|]?` + variable + `(?:,` + variable + `)*\})*$`
	)
	return regexp.MustCompile(template)
})
