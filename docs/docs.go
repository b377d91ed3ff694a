// Package docs has the published files that the program itself needs.
package docs

import _ "embed"

// AutofixSchema is the JSON Schema of autofix.toml. tools/config_docs writes it
// from the sections of the configuration.
//
//go:embed autofix.schema.json
var AutofixSchema []byte
