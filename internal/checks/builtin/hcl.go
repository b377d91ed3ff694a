package builtin

import (
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/hcl"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var hclLanguage = language{
	name:      "hcl",
	formatter: func(config.Values) (formatting.Language, error) { return hcl.New(), nil },
	docs: format.Language{
		Foreign: func(path string, _ []byte) string {
			if hcl.OfTerraform(path) {
				return ""
			}
			return "it may be HCL 1 or another dialect of HCL"
		},
		Title:  "HCL files",
		Tool:   "terraform fmt",
		Bad:    "a = 1\nlonger=2\n",
		Good:   "a      = 1\nlonger = 2\n",
		Broken: "a = [1\n",
		Fixed:  "a = [1]\n",
		More:   "Files that do not belong to Terraform have only the format of the HCL library. The format has one layout, so .editorconfig has no effect.",
	},
}
