package runner

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// A sink takes an output: paths of this machine get names, secrets go, and then
// all of it is hashed and its ends are kept.
type sink struct {
	paths  *pathWriter
	secret *redact.Writer
	output *process.Output
	err    error
}

func (r *Runner) newSink(n *names) *sink {
	s := &sink{output: process.NewOutput(evidence.MaxPart)}
	s.secret = r.Redactor.Writer(s.output)
	s.paths = &pathWriter{names: n, to: s.secret}
	return s
}

// Write always accepts the whole text: a command must not see whether secrets
// can be looked for.
func (s *sink) Write(text []byte) (int, error) {
	if s.err == nil {
		_, s.err = s.paths.Write(text)
	}
	return len(text), nil
}

// close ends the output.
func (s *sink) close() error {
	if s.err == nil {
		s.err = s.paths.close()
	}
	if s.err == nil {
		s.err = s.secret.Close()
	}
	return s.err
}

func (s *sink) evidence() evidence.Output {
	head, omitted, tail := s.output.Parts()
	sum := s.output.SHA256()
	return evidence.Output{
		Bytes: s.output.Size(), SHA256: hex.EncodeToString(sum[:]), Head: string(head), Omitted: omitted, Tail: string(tail),
		Redactions: s.secret.Count(),
	}
}

// text returns the part of the output that is kept.
func (s *sink) text() []byte { return []byte(s.output.String()) }

func (s *sink) cut() bool {
	_, omitted, _ := s.output.Parts()
	return omitted > 0
}

// finish ends the outputs of a run. Output that could not be searched for
// secrets is lost.
func finish(run *evidence.Run, stdout, stderr *sink) error {
	for _, s := range []*sink{stdout, stderr} {
		if err := s.close(); err != nil {
			return err
		}
	}
	run.Stdout, run.Stderr = stdout.evidence(), stderr.evidence()
	return nil
}

// A names gives paths of this machine names that are the same on others.
type names struct {
	replacer *strings.Replacer
	paths    []string
}

// newNames takes pairs of a path and its name.
func newNames(pairs ...string) *names {
	n := &names{replacer: strings.NewReplacer(pairs...)}
	for i := 0; i < len(pairs); i += 2 {
		n.paths = append(n.paths, pairs[i])
	}
	return n
}

func (n *names) replace(text string) string { return n.replacer.Replace(text) }

// A pathWriter replaces paths in a stream.
type pathWriter struct {
	names *names
	to    *redact.Writer
	held  []byte
}

// maxLine is how much of a line is held back for its end.
const maxLine = 64 << 10

// Write passes on whole lines, and of a long line everything that cannot be the
// start of a path.
func (w *pathWriter) Write(text []byte) (int, error) {
	w.held = append(w.held, text...)
	end := bytes.LastIndexByte(w.held, '\n') + 1
	if end == 0 && len(w.held) > maxLine {
		end = w.names.before(w.held)
	}
	if end == 0 {
		return len(text), nil
	}
	return len(text), w.flush(end)
}

// before returns the end of the part of a text in which no path starts that may
// end after it.
func (n *names) before(text []byte) int {
	longest := 0
	for _, path := range n.paths {
		longest = max(longest, len(path))
	}
	end := max(len(text)-longest, 0)
	for at := max(end-longest, 0); at < end; at++ {
		for _, path := range n.paths {
			if at+len(path) > end && bytes.HasPrefix(text[at:], []byte(path)) {
				end = at
			}
		}
	}
	return end
}

func (w *pathWriter) flush(end int) error {
	_, err := w.to.Write([]byte(w.names.replace(string(w.held[:end]))))
	w.held = append(w.held[:0], w.held[end:]...)
	return err
}

func (w *pathWriter) close() error { return w.flush(len(w.held)) }

// list joins the first names of a list.
func list(all []string) string {
	const most = 10
	if len(all) > most {
		all = append(slices.Clone(all[:most]), "...")
	}
	return strings.Join(all, ", ")
}
