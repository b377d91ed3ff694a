package lint

import (
	"encoding/csv"
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Mount is a parsed --mount of a RUN.
type Mount struct {
	Type   string            // "bind" by default
	Target string            // cleaned path; may be empty
	Values map[string]string // values by lowercase key; empty for keys without a value
	Flag   *syntax.Flag
}

// mounts returns the mounts of a RUN. Variables stay as written.
func mounts(ins *syntax.Instruction) []Mount {
	var all []Mount
	for i := range ins.Flags {
		f := &ins.Flags[i]
		if f.Name != "mount" {
			continue
		}
		fields := mountFields(f.Arg)
		if fields == nil {
			continue
		}
		m := Mount{Type: "bind", Values: make(map[string]string), Flag: f}
		for _, field := range fields {
			key, value, _ := strings.Cut(field, "=")
			key = strings.ToLower(key)
			m.Values[key] = value
			switch key {
			case "type":
				m.Type = strings.ToLower(value)
			case "target", "dst", "destination":
				m.Target = path.Clean(value)
			}
		}
		all = append(all, m)
	}
	return all
}

// mountFields returns the options of a --mount, which are in CSV syntax, or nil
// if BuildKit can't parse them.
func mountFields(arg string) []string {
	if arg != "" && !strings.ContainsAny(arg, "\"\r\n") {
		return strings.Split(arg, ",") // same as a CSV reader, without its buffers
	}
	fields, err := csv.NewReader(strings.NewReader(arg)).Read()
	if err != nil {
		return nil
	}
	return fields
}
