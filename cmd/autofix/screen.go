package main

import (
	"cmp"
	"os"
	"strconv"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/report/terminal"
)

// formatOf returns the format of findings if --format is not given: the full
// form where a person reads standard output, unless one line per finding is
// asked for.
func (e *environment) formatOf(format string, brief bool) string {
	if e.read && !brief {
		return cmp.Or(format, report.FullFormat)
	}
	return cmp.Or(format, "text")
}

// forPeople reports whether a format is for people. It then goes to standard
// error if an output claims standard output.
func forPeople(format string) bool {
	return format == "" || format == "text" || format == report.FullFormat
}

// isRead reports whether a person reads a terminal. Some CI services have their
// log written on one.
func isRead(variable func(name string) string, terminal bool) bool {
	ci := variable("CI")
	return terminal && (ci == "" || ci == "0" || ci == "false")
}

// screen returns the terminal of standard output, with its present size.
func (e *environment) screen() terminal.Screen {
	s := terminal.Screen{Color: e.color}
	if e.read {
		s.Width, s.Links = terminal.WidthOf(os.Stdout), links(os.Getenv)
	}
	return s
}

// links reports whether a terminal is known to have hyperlinks (OSC 8), which it
// cannot be asked. FORCE_HYPERLINK decides, as for other programs.
func links(variable func(name string) string) bool {
	if force := variable("FORCE_HYPERLINK"); force != "" {
		return force != "0" && force != "false"
	}
	switch variable("TERM_PROGRAM") {
	case "Hyper", "iTerm.app", "WezTerm", "ghostty", "rio", "vscode", "zed":
		return true
	}
	switch variable("TERM") {
	case "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "contour":
		return true
	}
	if vte, err := strconv.Atoi(variable("VTE_VERSION")); err == nil {
		return vte > 5000 // which crashed
	}
	return variable("WT_SESSION") != "" || variable("KONSOLE_VERSION") != "" || variable("DOMTERM") != ""
}

// colored sets whether text has colors, as --color says.
func (e *environment) colored(flags *cli.Globals) {
	switch flags.Color {
	case "always":
		e.color = true
	case "never":
		e.color = false
	}
}
