// Package page has what all pages of HTML have in common: a style, and a policy
// under which a page asks for nothing and runs nothing.
package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"sync"
)

//go:embed page.css
var style string

// Style is the one style of a page: light and dark, wide and narrow, on paper.
func Style() template.CSS { return template.CSS(style) }

// Policy is the content security policy of a page. It allows the one style, by
// its hash, and nothing else: no script, no picture, no request, no form, no
// other base of links.
var Policy = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
})
