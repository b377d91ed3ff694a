package settings

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// narrow takes over the values of an untrusted layer that allow less than all
// other layers, and returns the other keys.
func narrow(all, said config.Values) (ignored []string) {
	for key, value := range said {
		if table, is := value.(config.Values); is {
			for inner, value := range table {
				if !narrows(all.Table(key), key+"."+inner, inner, value) {
					ignored = append(ignored, key+"."+inner)
				}
			}
			continue
		}
		if !narrows(all, key, key, value) {
			ignored = append(ignored, key)
		}
	}
	return ignored
}

// narrows changes a key of values if that allows less, and reports whether the
// value is now at least as narrow as requested.
func narrows(values config.Values, name, key string, value any) bool {
	switch name {
	case "network":
		return tighter(values, key, value, Deny)
	case "sandbox":
		return tighter(values, key, value, Require)
	case "tests.required", "canary", "diff.silencing":
		return tighter(values, key, value, true)
	case "diff.max-files", "diff.max-loc", "budget.calls", "budget.tokens", "attempts":
		return lower(values, key, value)
	case "timeout", "commands.timeout", "budget.time":
		if value.(time.Duration) > values.Duration(key) {
			return false
		}
		values[key] = value
		return true
	case "redact", "paths.deny", "tests.suites":
		// More of these bind more. A suite still has to be an allowed command.
		for _, word := range value.([]string) {
			if have := list(values, key); !slices.Contains(have, word) {
				values[key] = append(slices.Clip(have), word)
			}
		}
		return true
	case "runs", "mutants":
		if value.(int) < values.Int(key) {
			return false
		}
		values[key] = value
		return true
	case "commands.allow":
		return subset(values, key, value.([]string))
	case "paths.allow":
		if len(list(values, key)) > 0 {
			return false // globs of two lists cannot be intersected in general
		}
		values[key] = value
		return true
	}
	return reflect.DeepEqual(value, values[key])
}

func tighter(values config.Values, key string, value, tight any) bool {
	if value == tight {
		values[key] = tight
	}
	return reflect.DeepEqual(value, values[key])
}

// lower takes over a lower limit, where 0 is none.
func lower(values config.Values, key string, value any) bool {
	n, have := value.(int), values.Int(key)
	if n == 0 || have != 0 && n > have {
		return n == have
	}
	values[key] = n
	return true
}

// subset takes over a list of allowed commands if each begins with one that is
// allowed already.
func subset(values config.Values, key string, words []string) bool {
	have := list(values, key)
	if have == nil {
		return false // the usual ones, for which other rules exist
	}
	for _, word := range words {
		if !slices.ContainsFunc(have, func(prefix string) bool { return word == prefix || strings.HasPrefix(word, prefix+" ") }) {
			return false
		}
	}
	values[key] = words
	return true
}
