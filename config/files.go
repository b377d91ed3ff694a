package config

import (
	"path"

	"github.com/rules-autofix/rules_autofix/config/leftalone"
)

// FilesSection is [files]: which files are looked at.
var FilesSection = &Section{
	Name: "files",
	Doc:  "Which files are checked, and whether files of other tools say something about them.",
	Keys: append([]Option{
		{
			Name: "exclude", Kind: Strings, Default: []string(nil), Check: Globs,
			Doc: "globs of files and folders that walking a folder passes over, relative to this file; `**` crosses folders. A file that is named on the command line is always checked",
		},
		{Name: "editorconfig", Kind: Bool, Default: true, Doc: "what [`.editorconfig`](#editorconfig) files say counts where this file is silent"},
		{Name: "gitattributes", Kind: Bool, Default: true, Doc: "what `.gitattributes` files say counts"},
	}, classOptions()...),
}

// classOptions are the switches of the files that are left alone by default.
func classOptions() []Option {
	var options []Option
	for _, class := range leftalone.Classes {
		options = append(options, Option{
			Name: class.Key, Kind: Bool, Default: false,
			Doc: "check what is " + class.What + ", which is [left alone by default](#left-alone-by-default)",
		})
	}
	return options
}

// says reports whether [files] says yes or no to a key.
func (c *Config) says(key string, value bool) bool { return c.Said(FilesSection)[key] == value }

// IgnoresEditorConfig reports whether what .editorconfig files say does not
// count.
func (c *Config) IgnoresEditorConfig() bool { return c.says("editorconfig", false) }

// IgnoresGitAttributes reports whether what .gitattributes files say does not
// count.
func (c *Config) IgnoresGitAttributes() bool { return c.says("gitattributes", false) }

// FromRoot returns globs that are relative to the configuration's folder
// relative to the workspace.
func (c *Config) FromRoot(relative []string) []string {
	folder := GlobLiteral(path.Dir(c.Path)) // the folder of a web framework's route may be [id]
	globs := make([]string, len(relative))
	for i, glob := range relative {
		globs[i] = path.Join(folder, glob)
	}
	return globs
}
