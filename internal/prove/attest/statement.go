// Package attest writes the result of a proof as in-toto attestations, signs
// them, and verifies them: one statement about the proof, and one for each run
// in which tests ran.
//
// The attestation file is an in-toto bundle: JSON lines, each a DSSE envelope.
// Without a key there is no envelope, since an envelope has a signature. The
// statements are then written without one, under a name that no verifier of
// bundles looks for.
//
// The few types here are our own. The types of github.com/in-toto/attestation
// are protocol buffers, whose JSON deliberately differs from one version to the
// next. Tests compare ours with them.
package attest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// The names of the attestation file, next to evidence.json.
const (
	SignedName   = "evidence.intoto.jsonl"
	UnsignedName = "evidence.unsigned.jsonl"
)

// The in-toto types. docs/evidence.md describes the type of a proof.
const (
	statementType  = "https://in-toto.io/Statement/v1"
	testResultType = "https://in-toto.io/attestation/test-result/v0.1"
	ProofType      = "urn:rules-autofix:proof:1"
)

// A statement says something about subjects. Subjects are found by digest
// alone, so the predicate must be true of each: a base is not a subject of a
// result that only its patched tree has.
type statement struct {
	Type          string     `json:"_type"`
	Subject       []resource `json:"subject"`
	PredicateType string     `json:"predicateType"`
	Predicate     any        `json:"predicate"`
}

// A resource is a ResourceDescriptor of in-toto.
type resource struct {
	Name        string            `json:"name,omitempty"`
	Digest      map[string]string `json:"digest,omitempty"`
	Content     []byte            `json:"content,omitempty"`
	MediaType   string            `json:"mediaType,omitempty"`
	Annotations map[string]any    `json:"annotations,omitempty"`
}

// A proof is the predicate of ProofType.
type proof struct {
	Verdict    evidence.Verdict          `json:"verdict"`
	ID         string                    `json:"id"`
	Tool       evidence.Tool             `json:"tool"`
	Base       []resource                `json:"base"`
	Evidence   resource                  `json:"evidence"`
	Conditions map[string]evidence.Holds `json:"conditions"`
	// Results are the statements of the runs, by the SHA-256 of their bytes, so
	// that none can be taken away.
	Results []resource `json:"results"`
}

var hash64 = lazyregexp.New(`^[0-9a-f]{64}$`)

// Statements returns the statements about the proof that evidenceJSON is of, as
// JSON lines: the proof first, then the runs in the order of time. patch is
// patch.diff, and empty if the proof has none. Equal input gives equal bytes.
func Statements(evidenceJSON, patch []byte) ([]byte, error) {
	e, err := evidence.Decode(evidenceJSON)
	if err != nil {
		return nil, fmt.Errorf("attest: evidence.json: %w", err)
	}
	base := baseOf(e)
	p := proof{
		Verdict: e.Verdict, ID: e.ID, Tool: e.Tool, Base: base, Evidence: evidenceOf(evidenceJSON),
		Conditions: map[string]evidence.Holds{}, Results: []resource{},
	}
	subject := base
	switch {
	case len(e.Candidates) == 0 && len(patch) > 0:
		return nil, mismatch("patch.diff: the evidence has no patch")
	case len(e.Candidates) > 0:
		best := &e.Candidates[0]
		if best.SHA256 != digest(patch) {
			return nil, mismatch("patch.diff: it is not the patch of the evidence, which has the SHA-256 " + best.SHA256)
		}
		subject = []resource{{Name: "patch.diff", Digest: map[string]string{"sha256": best.SHA256}}}
		for _, c := range best.Conditions {
			p.Conditions[c.ID] = c.Holds
		}
	}
	var runs [][]byte
	for i := range e.Runs {
		r := &e.Runs[i]
		if len(r.Cases) == 0 {
			continue
		}
		line, err := resultOf(r, base, p.Evidence)
		if err != nil {
			return nil, err
		}
		runs = append(runs, line)
		p.Results = append(p.Results, resource{Name: r.ID, Digest: map[string]string{"sha256": digest(line)}})
	}
	first, err := json.Marshal(statement{Type: statementType, Subject: subject, PredicateType: ProofType, Predicate: p})
	if err != nil {
		return nil, fmt.Errorf("attest: %w", err)
	}
	return append(bytes.Join(append([][]byte{first}, runs...), []byte("\n")), '\n'), nil
}

// baseOf returns the base as a commit and as a tree: they are two artifacts.
func baseOf(e *evidence.Evidence) []resource {
	commit := resource{Name: "base", Digest: map[string]string{"gitCommit": e.Base.Commit}}
	if e.Base.Dirty {
		commit.Annotations = map[string]any{"dirty": true}
	}
	return []resource{commit, {Name: "tree of the base", Digest: map[string]string{"gitTree": e.Base.Tree}}}
}

func evidenceOf(text []byte) resource {
	return resource{Name: "evidence.json", Digest: map[string]string{"sha256": digest(text)}, MediaType: "application/json"}
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// ErrMismatch is what Verify and Statements wrap where files do not belong
// together.
var ErrMismatch = errors.New("the files do not belong together")

func mismatch(what string) error { return fmt.Errorf("attest: %s: %w", what, ErrMismatch) }
