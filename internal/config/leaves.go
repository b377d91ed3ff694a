package config

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config/gitattributes"
	"github.com/rules-autofix/rules_autofix/internal/config/leftalone"
)

// Leaves returns the reason why a file is skipped by default according to its
// workspace-relative path and .gitattributes, or "". Exists, which may be nil,
// reports whether a file has a path.
func (c *Config) Leaves(file string, exists func(file string) bool) (reason string) {
	if reason := c.LeavesByAttributes(file); reason != "" {
		return reason
	}
	return c.leavesClass(leftalone.ByPath(file, exists), c.attributes(file))
}

// LeavesByAttributes returns the reason why .gitattributes excludes a file, or
// "".
func (c *Config) LeavesByAttributes(file string) (reason string) {
	switch said := c.attributes(file); {
	case said.Generated == gitattributes.Set:
		return attributeReason("linguist-generated")
	case said.Vendored == gitattributes.Set:
		return attributeReason("linguist-vendored")
	case said.Text == gitattributes.Unset:
		return attributeReason("-text or binary")
	}
	return ""
}

// LeavesContent returns the reason why a file is skipped by default according
// to its content, which may be truncated, or "".
func (c *Config) LeavesContent(file string, content []byte) (reason string) {
	if fixedits.Generated(content) && !c.ChecksGenerated() {
		return fmt.Sprintf("marked as generated; to check it: [files] %s = true", leftalone.Generated.Key)
	}
	return c.leavesClass(leftalone.ByContent(file, content), c.attributes(file))
}

// ChecksGenerated reports whether [files] says that generated files are checked
// and fixed like others.
func (c *Config) ChecksGenerated() bool { return c.says(leftalone.Generated.Key, true) }

func attributeReason(said string) string {
	return fmt.Sprintf("%s says %s; to check it: [files] gitattributes = false", gitattributes.Name, said)
}

func (c *Config) leavesClass(class *leftalone.Class, said gitattributes.Attributes) string {
	ours := class == leftalone.Dependencies && said.Vendored == gitattributes.Unset ||
		class != leftalone.Dependencies && said.Generated == gitattributes.Unset
	if class == nil || ours || c.says(class.Key, true) {
		return ""
	}
	return fmt.Sprintf("%s; to check it: [files] %s = true", class.What, class.Key)
}

// attributes returns the attributes of a file in .gitattributes.
func (c *Config) attributes(file string) gitattributes.Attributes {
	if c == nil || c.files == nil || c.IgnoresGitAttributes() {
		return gitattributes.Attributes{}
	}
	return c.files.attributes.For(file)
}
