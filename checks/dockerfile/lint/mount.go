package lint

import (
	"encoding/csv"
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Mount is what one --mount of a RUN says.
type Mount struct {
	Type   string            // bind where it says none
	Target string            // clean; empty where it says none
	Values map[string]string // all keys, in lower case, and their values: empty for those that have none
	Flag   *syntax.Flag
}

// mounts returns the mounts of a RUN. Variables stay as they are written.
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

// mountFields returns the options of what --mount says, which are written as in CSV, or nil where BuildKit cannot read them.
func mountFields(arg string) []string {
	if arg != "" && !strings.ContainsAny(arg, "\"\r\n") {
		return strings.Split(arg, ",") // as a reader of CSV would, without its buffers
	}
	fields, err := csv.NewReader(strings.NewReader(arg)).Read()
	if err != nil {
		return nil
	}
	return fields
}
