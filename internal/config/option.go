package config

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// A Kind is the type of an option's value.
type Kind string

const (
	String    Kind = "string"
	Bool      Kind = "boolean"
	Int       Kind = "integer"
	Strings   Kind = "array of strings"
	Duration  Kind = "duration" // such as "30s" or "5m"; a time.Duration that is not negative
	Size      Kind = "size"     // bytes: an integer, or such as "512 KiB"; an int64 that is not negative
	Ints      Kind = "array of integers"
	StringMap Kind = "table of strings" // by name; a map[string]string
	TableMap  Kind = "tables"           // tables by name; Values of Values
)

// Keep is an option value that leaves each file unchanged.
const Keep = "keep"

// An Option is a key of a section: a setting of a rule, set beside its severity
// in [rules."NS/NAME"], of a formatter, set in [format.LANG], or of anything
// else that has a section.
type Option struct {
	Name    string
	Kind    Kind
	Values  []string // the strings that are allowed; empty: any
	Keep    bool     // Keep is allowed, too: each file has its own
	Default any      // string, bool, int, []string, time.Duration, int64 or []int, according to Kind; or Keep. Nil: not set
	Doc     string   // one sentence
	Tables  *Tables  // of the kind TableMap

	// Required says that a table that may have the option must have it.
	Required bool

	// Later says that no check of a build reads the option, so that Without leaves
	// it out. It is for the keys of tables by name.
	Later bool

	// Check returns an error for an invalid value of the kind of the option. A
	// nil Check accepts all.
	Check func(value any) error

	// Relative returns a valid value, which is relative to the folder of the
	// file, relative to the workspace. A nil Relative leaves it unchanged.
	Relative func(folder string, value any) any

	// Editor returns the value that .editorconfig gives the option, in the type
	// of its kind, or nil if it gives none. It applies if the configuration
	// does not set the option. A nil Editor never returns one.
	Editor func(editorconfig.Properties) any
}

// value returns the configured value, else .editorconfig's, else the default.
func (o Option) value(configured Values, editor editorconfig.Properties) any {
	if v, ok := configured[o.Name]; ok {
		return v
	}
	if o.Editor != nil {
		if v := o.Editor(editor); v != nil {
			return v
		}
	}
	return o.Default
}

// Type returns the type of the option's value, in words.
func (o Option) Type() string {
	if o.Keep {
		return fmt.Sprintf("%s or %q", o.Kind, Keep)
	}
	return string(o.Kind)
}

// DefaultTOML returns the default as written in autofix.toml, or "" if there is
// none.
func (o Option) DefaultTOML() string {
	switch v := o.Default.(type) {
	case nil:
		return ""
	case string:
		return fmt.Sprintf("%q", v)
	case []string:
		quoted := make([]string, len(v))
		for i, s := range v {
			quoted[i] = fmt.Sprintf("%q", s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	case []int:
		return strings.ReplaceAll(fmt.Sprint(v), " ", ", ")
	case time.Duration:
		return fmt.Sprintf("%q", v)
	default:
		return fmt.Sprint(v)
	}
}

// zeros are values as decoded, by kinds that Keep may stand in for.
var zeros = map[Kind]any{Bool: false, Int: int64(0)}

// option returns an option's value in the type that its kind has.
func (d *document) option(at []string, o Option, value any) any {
	before := len(d.errs)
	if text, ok := value.(string); ok && o.Keep && o.Kind != String {
		if text != Keep {
			d.fail(at, "%s must be %s or %q, not %q%s", last(at), kindOf(zeros[o.Kind]), Keep, text, didYouMean(text, []string{Keep}))
		}
		return text
	}
	read := d.ofKind(at, o, value)
	if o.Check != nil && len(d.errs) == before {
		if err := o.Check(read); err != nil {
			d.fail(at, "%s: %v", o.Name, err)
		}
	}
	if o.Relative != nil && len(d.errs) == before {
		read = o.Relative(path.Dir(d.path), read)
	}
	return read
}

func (d *document) ofKind(at []string, o Option, value any) any {
	switch o.Kind {
	case String:
		return d.text(at, value, o.Values...)
	case Bool:
		return d.boolean(at, value)
	case Int:
		return d.integer(at, value)
	case Strings:
		return d.texts(at, value)
	case Duration:
		return d.duration(at, value)
	case Size:
		return d.size(at, value)
	case Ints:
		return d.integers(at, value)
	case StringMap:
		return d.stringMap(at, value)
	case TableMap:
		return d.tableOf(at, value, nil, nil, o.Tables)
	}
	panic(fmt.Sprintf("config: option %s has no kind", o.Name))
}

func (d *document) duration(at []string, value any) time.Duration {
	text, ok := value.(string)
	if !ok {
		d.fail(at, `%s must be a duration such as "30s" or "5m", not %s`, last(at), kindOf(value))
		return 0
	}
	read, err := time.ParseDuration(text)
	if err != nil || read < 0 {
		d.fail(at, `%s must be a duration such as "30s" or "5m", not %q`, last(at), text)
		return 0
	}
	return read
}

// units are the names of the units of sizes. Each is 1024 of the one before.
var units = []string{"B", "KiB", "MiB", "GiB", "TiB"}

func (d *document) size(at []string, value any) int64 {
	switch v := value.(type) {
	case int64:
		if v >= 0 {
			return v
		}
		d.fail(at, `%s must be a size such as 1024 or "16 MiB", not %d`, last(at), v)
	case string:
		if n, ok := parseSize(v); ok {
			return n
		}
		d.fail(at, `%s must be a size such as 1024 or "16 MiB", not %q; units are %s`, last(at), v, strings.Join(units, ", "))
	default:
		d.fail(at, `%s must be a size such as 1024 or "16 MiB", not %s`, last(at), kindOf(value))
	}
	return 0
}

func parseSize(text string) (bytes int64, ok bool) {
	for i := len(units) - 1; i >= 0; i-- {
		number, found := strings.CutSuffix(text, units[i])
		if !found {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSuffix(number, " "), 10, 63-10*i)
		return int64(n) << (10 * i), err == nil
	}
	return 0, false
}
