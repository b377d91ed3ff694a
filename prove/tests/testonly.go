package tests

import (
	"bytes"
	"slices"
)

// A Source is a file of a package or module, by its path and text.
type Source struct {
	Path string
	Text []byte
}

// Helpers returns the declarations of sources that only tests use, by path: the
// names that the product reaches do not mention them, and tests do, maybe
// through others. Sources are the files of a Go package, or a Python module;
// beside are their tests. Mentioned reports whether another source mentions a
// name.
//
// Other code may use an exported name of Go, and a name of Python without an
// underscore, so it is for tests only if it is named for them, or in Go its
// file is. If tests use nothing that the product reaches, as in a package of
// which all names are unexported, names decide, too.
func Helpers(sources, beside []Source, mentioned func(name string) bool) map[string][]Declaration {
	byTests := map[string]bool{}
	for _, s := range beside {
		for name := range namesIn(s) {
			byTests[name] = true
		}
	}
	var all []*Declaration
	where := map[*Declaration]string{}
	for _, s := range sources {
		for _, d := range declarations(s, mentioned) {
			where[d] = s.Path
			all = append(all, d)
		}
	}
	reached := reach(all, map[string]bool{}, func(d *Declaration) bool { return d.root })
	for _, d := range all {
		d.root = reached[d]
	}
	product := slices.ContainsFunc(all, func(d *Declaration) bool { return d.root && mentions(byTests, d.names) })
	served := reach(all, byTests, func(*Declaration) bool { return false })
	out := map[string][]Declaration{}
	for _, d := range all {
		if served[d] && !d.root && (product || d.says) {
			out[where[d]] = append(out[where[d]], *d)
		}
	}
	return out
}

// reach returns the declarations that are first, that names mention, or that
// such ones mention.
func reach(all []*Declaration, names map[string]bool, first func(*Declaration) bool) map[*Declaration]bool {
	known := map[string]bool{}
	for name := range names {
		known[name] = true
	}
	reached := map[*Declaration]bool{}
	for again := true; again; {
		again = false
		for _, d := range all {
			if reached[d] || !first(d) && !mentions(known, d.names) && (d.of == "" || !known["type "+d.of]) {
				continue
			}
			reached[d], again = true, true
			for name := range d.uses {
				known[name] = true
			}
			for _, name := range d.names {
				known["type "+name] = true
			}
		}
	}
	return reached
}

func mentions(known map[string]bool, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return known[name] })
}

// Restore returns a text with declarations as the base has them. If it then
// differs from the base only in imports, Restore returns the base.
func Restore(name string, base, text []byte, helpers []Declaration) []byte {
	never := func(string) bool { return false }
	now := declarations(Source{name, text}, never)
	out, changed := slices.Clone(text), false
	for _, h := range slices.Backward(helpers) {
		was := base[h.Start:h.End]
		i := slices.IndexFunc(now, func(d *Declaration) bool { return d.Name == h.Name })
		switch {
		case i < 0: // it is gone, or the text does not parse
			out, changed = append(append(out, '\n'), was...), true
			continue
		case bytes.Equal(out[now[i].Start:now[i].End], was):
			continue
		}
		out, changed = slices.Concat(out[:now[i].Start], was, out[now[i].End:]), true
		now = declarations(Source{name, out}, never)
	}
	switch {
	case !changed:
		return text
	case sameBut(name, base, out):
		return base
	}
	return out
}

// sameBut reports whether two texts declare the same.
func sameBut(name string, a, b []byte) bool {
	never := func(string) bool { return false }
	all := func(text []byte) (words []string) {
		for _, d := range declarations(Source{name, text}, never) {
			words = append(words, string(text[d.Start:d.End]))
		}
		slices.Sort(words)
		return words
	}
	return slices.Equal(all(a), all(b))
}
