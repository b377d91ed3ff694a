package worktree

import (
	"context"
	"os"
	"slices"
	"strings"
)

// maxSettingsFile bounds the files that settings name.
const maxSettingsFile = 1 << 20

// readSettings returns the settings of the person, of the repository and of the
// system that decide how files of the checkout are read, as options of git. No
// setting that names a program is among them. The configuration is only listed.
func readSettings(ctx context.Context, g *git) ([]string, error) {
	listing := *g
	listing.env = always()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "USERPROFILE", "PROGRAMDATA"} {
		if value, found := os.LookupEnv(name); found {
			listing.env = append(listing.env, name+"="+value)
		}
	}
	out, err := listing.run(ctx, nil, "config", "--list", "-z")
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for _, row := range rows(out) {
		// A name without a value is true.
		name, value, found := strings.Cut(row, "\n")
		if !found {
			value = "true"
		}
		values[strings.ToLower(name)] = value // the last one counts
	}
	var options []string
	for _, name := range settings {
		value, found := values[strings.ToLower(name)]
		if found && harmless(name, value) {
			options = append(options, "-c", name+"="+value)
		}
	}
	// Without the setting, git looks below the home for what to ignore.
	for _, row := range []struct{ name, file string }{{"core.excludesFile", "ignore"}, {"core.attributesFile", "attributes"}} {
		file := values[strings.ToLower(row.name)]
		if file == "" {
			file = defaultFile(row.file)
		} else if rest, below := strings.CutPrefix(file, "~/"); below {
			file = os.Getenv("HOME") + "/" + rest
		}
		// Whatever it names is read, so it must have an end.
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Size() <= maxSettingsFile {
			options = append(options, "-c", row.name+"="+file)
		}
	}
	return options, nil
}

// settings are the settings of git that are kept.
var settings = []string{
	"core.autocrlf", "core.eol", "core.fileMode", "core.symlinks", "core.ignoreCase", "core.trustctime", "core.checkStat",
	"core.precomposeUnicode", "core.sparseCheckout", "core.sparseCheckoutCone",
}

// harmless reports whether a value is one of git's words for a setting. A
// number would be one too, but nobody writes it.
func harmless(name, value string) bool {
	words := []string{"true", "false", "yes", "no", "on", "off", "1", "0", ""}
	switch name {
	case "core.autocrlf":
		words = append(words, "input")
	case "core.eol":
		words = []string{"lf", "crlf", "native"}
	case "core.checkStat":
		words = []string{"default", "minimal"}
	}
	return slices.Contains(words, strings.ToLower(value))
}

// defaultFile is where git looks for a file of the person's.
func defaultFile(name string) string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return dir + "/git/" + name
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return home + "/.config/git/" + name
}
