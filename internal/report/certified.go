package report

import (
	"fmt"
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// evidence describes certificates of each kind.
var evidence = map[fixedits.CertificateKind]string{
	fixedits.CertificateValue:   "by the decoded value",
	fixedits.CertificateSyntax:  "by the syntax tree",
	fixedits.CertificateTokens:  "by the tokens",
	fixedits.CertificateLLB:     "by what BuildKit builds",
	fixedits.CertificateActions: "by the actions of Bazel",
}

// writeCertified says how many of the fixes that took effect have a certificate
// that holds, if certificates were asked for.
func (s *Summary) writeCertified(w io.Writer) {
	if !s.Certified {
		return
	}
	fixes, certified := 0, 0
	kinds := map[fixedits.CertificateKind]int{}
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if !o.Settled || o.Status != fixedits.StatusApplied && o.Status != fixedits.StatusSuperseded {
			continue
		}
		fixes++
		if o.Certificate.Holds() {
			certified++
			kinds[o.Certificate.Kind]++
		}
	}
	if fixes == 0 {
		return
	}
	var by []string
	for _, kind := range fixedits.CertificateKinds() {
		if kinds[kind] > 0 {
			by = append(by, fmt.Sprintf("%d %s", kinds[kind], evidence[kind]))
		}
	}
	text := fmt.Sprintf("autofix: certified %d of %s", certified, NumberOf(fixes, "fix"))
	if len(by) > 0 {
		text += ": " + strings.Join(by, ", ")
	}
	fmt.Fprintln(w, text)
}
