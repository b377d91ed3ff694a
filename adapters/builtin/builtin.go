// Package builtin lists the supported formats.
package builtin

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/adapters"
	"github.com/rules-autofix/rules_autofix/adapters/autofix"
)

// formats are all formats, by name.
var formats = []adapters.Format{
	{Name: "artifact", Adapter: autofix.Adapter{}, Strict: true},
}

// Formats returns the names of all formats, sorted.
func Formats() []string {
	names := make([]string, len(formats))
	for i, format := range formats {
		names[i] = format.Name
	}
	return names
}

// Format returns the format with the given name.
func Format(name string) (adapters.Format, error) {
	for _, format := range formats {
		if format.Name == name {
			return format, nil
		}
	}
	return adapters.Format{}, fmt.Errorf("unknown format %q: there is %s", name, strings.Join(Formats(), ", "))
}
