package fixedits

// A CertificateKind is the meaning that a certificate compares. The values are
// part of the format of artifacts.
type CertificateKind string

const (
	// CertificateValue compares the decoded values of data files: YAML, JSON
	// and TOML.
	CertificateValue CertificateKind = "value"
	// CertificateSyntax compares syntax trees, with comments and without
	// layout.
	CertificateSyntax CertificateKind = "syntax"
	// CertificateTokens compares tokens and comments, without layout.
	CertificateTokens CertificateKind = "tokens"
	// CertificateLLB compares BuildKit's own translation of a Dockerfile: its
	// LLB, and the configuration of the image.
	CertificateLLB CertificateKind = "llb"
	// CertificateActions compares the actions that Bazel makes of the targets
	// that depend on a file.
	CertificateActions CertificateKind = "actions"
)

// CertificateKinds returns all kinds of certificates.
func CertificateKinds() []CertificateKind {
	return []CertificateKind{CertificateValue, CertificateSyntax, CertificateTokens, CertificateLLB, CertificateActions}
}

// A Certificate is evidence, found by a machine, that a fix alone keeps the
// meaning of its files. Before and After are digests of the meaning without and
// with the fix: 64 lower-case hex digits each.
type Certificate struct {
	Kind   CertificateKind `json:"kind"`
	Before string          `json:"before"`
	After  string          `json:"after"`
}

// Holds reports whether the meaning is the same without and with the fix. A nil
// certificate does not hold.
func (c *Certificate) Holds() bool { return c != nil && c.Before == c.After }
