package declared

import (
	"github.com/rules-autofix/rules_autofix/internal/adapters"
	formats "github.com/rules-autofix/rules_autofix/internal/adapters/builtin"
	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/adapters/lines"
)

// A Use says how a program is used. Each value for itself is valid.
type Use struct {
	Args    []string // of the program
	Format  string   // of its output; with InPlace, it has none
	InPlace bool
	Pattern string // of the format lines; "": the patterns of common tools
	Phase   string // "" for the default
	Safety  string // "" for the default
	Stream  string // stdout or stderr
	NoFiles bool
}

// A Mistake is a key of a Use that contradicts others, by the name that
// autofix_checker gives it.
type Mistake struct{ Key, Value, Why string }

func (m *Mistake) Error() string { return m.Why }

// Rewrites reports whether the program makes new texts instead of reporting
// findings.
func (u *Use) Rewrites() bool { return u.InPlace || u.Format == Text }

// Mistake returns a contradiction, or nil. inPlace is how people write InPlace.
func (u *Use) Mistake(inPlace string) *Mistake {
	const only = "only for programs that report findings in the files that they are given"
	switch {
	case u.Phase != "" && !u.InPlace:
		return &Mistake{"phase", u.Phase, "only for " + inPlace}
	case u.Pattern != "" && u.Format != lines.Name:
		return &Mistake{"pattern", u.Pattern, "only for the format " + lines.Name}
	case u.Stream == "stderr" && (u.Rewrites() || u.Format == Dockerfile):
		return &Mistake{"stream", u.Stream, only}
	case u.NoFiles && (u.Rewrites() || u.Format == Dockerfile):
		return &Mistake{"no_files", "", only}
	}
	if u.Safety != "" && !u.Rewrites() {
		format := u.format()
		if err := format.DeclaresSafety(); err != nil {
			return &Mistake{"safety", u.Safety, err.Error()}
		}
	}
	if err := external.CheckArguments(u.Args); err != nil {
		return &Mistake{"args", "", err.Error()}
	}
	return nil
}

// format returns the format of the output of a program that reports findings.
// That of scripts of Dockerfiles has no fixes.
func (u *Use) format() adapters.Format {
	format, err := formats.FormatOf(u.Format, u.Pattern)
	if err != nil {
		return adapters.Format{Name: u.Format, Strict: true, NoFixes: true}
	}
	return format
}
