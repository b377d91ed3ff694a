package builtin

import (
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/hcl"
)

var hclLanguage = language{
	name: "hcl",
	make: func(config.Values) (formatting.Language, error) { return hcl.New(), nil },
	docs: format.Language{
		Foreign: func(path string, _ []byte) string {
			if hcl.OfTerraform(path) {
				return ""
			}
			return "it may be HCL 1, or of a dialect of its own"
		},
		Title:  "HCL",
		Tool:   "terraform fmt",
		Bad:    "a = 1\nlonger=2\n",
		Good:   "a      = 1\nlonger = 2\n",
		Broken: "a = [1\n",
		Mended: "a = [1]\n",
		More:   "Files that are not Terraform's have the format of the HCL library alone. It has one layout, so that nothing of .editorconfig counts.",
	},
}
