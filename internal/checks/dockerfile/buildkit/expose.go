package buildkit

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A port is one port of an EXPOSE: [[IP:]HOST:]PORT[/PROTOCOL].
type port struct {
	ins      *syntax.Instruction
	word     syntax.Word // the word that contains it
	only     bool        // the word has no other port
	spec     string      // with variables expanded
	host     string      // the text before the port and its colon
	protocol string      // as written; empty if there is none
}

// ports yields the ports of all EXPOSE instructions, except for ports that
// BuildKit rejects.
func ports(p *lint.Pass) func(yield func(port) bool) {
	return func(yield func(port) bool) {
		for s, ins := range p.All {
			if s == nil || ins.Name != "expose" {
				continue
			}
			env := p.Env(s, ins)
			for _, w := range ins.Words {
				x := env.Expand(w.Value)
				if x.Assumed || x.Err != nil {
					continue
				}
				for _, spec := range x.Words {
					found := readPort(spec)
					found.ins, found.word, found.only = ins, w, len(x.Words) == 1
					if found.valid() && !yield(found) {
						return
					}
				}
			}
		}
	}
}

func readPort(spec string) port {
	p := port{spec: spec}
	rest := spec
	if i := strings.LastIndexByte(rest, ':'); i >= 0 {
		p.host, rest = rest[:i], rest[i+1:]
	}
	_, p.protocol, _ = strings.Cut(rest, "/")
	return p
}

func (p port) valid() bool {
	number, _, _ := strings.Cut(p.spec[strings.LastIndexByte(p.spec, ':')+1:], "/")
	switch strings.ToLower(p.protocol) {
	case "", "tcp", "udp", "sctp":
		return number != ""
	}
	return false
}
