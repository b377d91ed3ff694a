package config

import (
	"path"

	"github.com/rules-autofix/rules_autofix/internal/config/leftalone"
)

// FilesSection is [files]: which files are checked.
var FilesSection = &Section{
	Name: "files", Inherited: true,
	Doc: "Which files are checked, and whether configuration files of other tools apply.",
	Keys: append([]Option{
		{
			Name: "exclude", Kind: Strings, Default: []string(nil), Check: Globs, Relative: RelativeGlobs,
			Doc: "globs of files and folders that are left alone, relative to this file; `**` crosses folders. One that the command line names is left alone with a note; `--no-exclude` checks it",
		},
		{Name: "editorconfig", Kind: Bool, Default: true, Doc: "whether [`.editorconfig`](#editorconfig) files apply to what this file does not set"},
		{Name: "gitattributes", Kind: Bool, Default: true, Doc: "whether `.gitattributes` files apply"},
	}, classOptions()...),
}

// classOptions are the switches of the files that are left alone by default.
func classOptions() []Option {
	var options []Option
	for _, class := range leftalone.Classes {
		options = append(options, Option{
			Name: class.Key, Kind: Bool, Default: false,
			Doc: "whether to check a file that is " + class.What + "; otherwise it is [left alone](#left-alone-by-default)",
		})
	}
	return options
}

// says reports whether [files] says yes or no to a key.
func (c *Config) says(key string, value bool) bool { return c.Said(FilesSection)[key] == value }

// IgnoresEditorConfig reports whether .editorconfig files do not apply.
func (c *Config) IgnoresEditorConfig() bool { return c.says("editorconfig", false) }

// IgnoresGitAttributes reports whether .gitattributes files do not apply.
func (c *Config) IgnoresGitAttributes() bool { return c.says("gitattributes", false) }

// RelativeGlobs is the Relative of an option with globs.
func RelativeGlobs(folder string, value any) any {
	folder = GlobLiteral(folder) // the folder of a web framework's route may be [id]
	globs := value.([]string)
	all := make([]string, len(globs))
	for i, glob := range globs {
		all[i] = path.Join(folder, glob)
	}
	return all
}
