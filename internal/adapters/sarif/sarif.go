// Package sarif reads SARIF 2.1.0, the Static Analysis Results Interchange
// Format: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
//
// A log may be large: it is read twice, and one result at a time. The first
// reading finds what results refer to, which may come after them.
package sarif

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads a log. Rules are named TOOL/RULE, after the driver of the run.
// The fixes of a result are alternatives, best first. They are suggestions,
// unless their property safety says otherwise, as logs of this tool do.
//
// Results that are suppressed, absent from the run, passed or not applicable
// have no findings. Regions may be in any form; if they have several, they must
// agree. A byte order mark counts as bytes, and not as a character.
type Adapter struct{}

// Read implements adapters.Adapter.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	log, ok := in.(io.ReadSeeker)
	if !ok {
		text, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		log = bytes.NewReader(text)
	}
	start, err := log.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	runs, err := readRuns(newScanner(log))
	if err != nil {
		return nil, err
	}
	if _, err := log.Seek(start, io.SeekStart); err != nil {
		return nil, err
	}
	r := &reader{files: files, dir: dir, result: adapters.NewResult(files), compared: map[[2]string]bool{}}
	for i := range runs {
		runs[i].locate()
		driver := &runs[i].driver
		r.result.Version = cmp.Or(r.result.Version, driver.SemanticVersion, driver.Version)
		if runs[i].external {
			r.result.Refuse(adapters.Refusal{Index: -1}, errExternal)
		}
	}
	return r.result, r.readResults(newScanner(log), runs)
}

var errExternal = errors.New("the run has results in other files, which are not read: let the tool write one file")

// readRuns reads a log without its results.
func readRuns(s *scanner) ([]run, error) {
	var runs []run
	version, found := "", false
	err := s.members(func(key string) error {
		switch key {
		case "version":
			return s.value(&version)
		case "runs":
			found = true
			return s.elements(func(int) error {
				runs = append(runs, run{})
				return runs[len(runs)-1].read(s)
			})
		}
		return s.skip()
	})
	switch {
	case err != nil:
		return nil, err
	case version != "2.1.0" || !found:
		return nil, fmt.Errorf("not a log of SARIF 2.1.0: its version is %q", version)
	}
	if c, err := s.token(); err == nil {
		return nil, fmt.Errorf("at byte %d: %q after the end", s.read, c)
	}
	return runs, nil
}

// read reads a run without its results.
func (r *run) read(s *scanner) error {
	return s.members(func(key string) error {
		switch key {
		case "tool":
			var tool struct {
				Driver     component   `json:"driver"`
				Extensions []component `json:"extensions"`
			}
			err := s.value(&tool)
			r.driver, r.extensions = tool.Driver, tool.Extensions
			return err
		case "originalUriBaseIds":
			return s.value(&r.bases)
		case "artifacts":
			return r.readArtifacts(s)
		case "columnKind":
			return s.value(&r.columnKind)
		case "newlineSequences":
			return s.value(&r.newlines)
		case "externalPropertyFileReferences":
			var external struct {
				Results []struct{} `json:"results"`
			}
			err := s.value(&external)
			r.external = len(external.Results) > 0
			return err
		}
		return s.skip()
	})
}

// readArtifacts reads the artifacts of a run. Of their contents, which may be
// large, it keeps the digests.
func (r *run) readArtifacts(s *scanner) error {
	if c, err := s.token(); err != nil {
		return err
	} else if c != '[' { // null
		return s.skip()
	}
	r.contents = map[int]string{}
	return s.elements(func(i int) error {
		var f file
		if err := s.value(&f); err != nil {
			return err
		}
		r.artifacts = append(r.artifacts, f.Location)
		if sum := strings.ToLower(f.Hashes["sha-256"]); sum != "" {
			r.contents[i] = sum
		} else if text, err := f.Contents.bytes(); err == nil && text != nil {
			r.contents[i] = fixedits.Digest(bytes.TrimPrefix(text, []byte("\ufeff")))
		}
		return nil
	})
}

// locate fills digests, when all bases are known.
func (r *run) locate() {
	r.digests = map[string]string{}
	for i, sum := range r.contents {
		if uri, err := r.absolute(r.artifacts[i], 0); err == nil {
			r.digests[uri] = sum
		}
	}
	r.contents = nil
}

// A reader reads the results of a log.
type reader struct {
	files    *adapters.Files
	dir      string // that relative URIs are relative to
	result   *adapters.Result
	compared map[[2]string]bool // paths and digests
}

// A numbered is a result with the indices of its run, and of itself in the log.
type numbered struct {
	run, index int
	result
	err error // it is not a result of SARIF
}

// readResults reads the results of a log that readRuns has read.
func (r *reader) readResults(s *scanner, runs []run) error {
	var bad error
	good := false
	err := adapters.Ahead(
		func(give func(*numbered) bool) error { return results(s, give) },
		func(found *numbered) {
			if found.err != nil {
				at := adapters.Refusal{Index: found.index, ID: found.ruleID()}
				if found.Whole() == nil { // what can be read of it stays, without its fixes
					found.Fixes = nil
					r.add(&runs[found.run], found.index, &found.result)
				}
				r.result.Refuse(at, found.err)
				bad = cmp.Or(bad, fmt.Errorf("result %d: %w", found.index+1, found.err))
				return
			}
			good = true
			r.add(&runs[found.run], found.index, &found.result)
		},
	)
	if err == nil && !good {
		return bad
	}
	return err
}

// results gives the results of a log.
func results(s *scanner, give func(*numbered) bool) error {
	var raw bytes.Buffer
	index := 0
	return s.members(func(key string) error {
		if key != "runs" {
			return s.skip()
		}
		return s.elements(func(i int) error {
			return s.members(func(key string) error {
				if c, err := s.token(); key != "results" || err != nil || c != '[' { // null: the tool did not run
					return s.skip()
				}
				return s.elements(func(int) error {
					raw.Reset()
					if err := s.copy(&raw); err != nil {
						return err
					}
					found := numbered{run: i, index: index}
					index++
					err := s.decode(raw.Bytes(), &found.result)
					if err == nil {
						err = found.Whole()
					}
					if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok || err == errNoMessage {
						found.err = err
					} else if err != nil {
						return fmt.Errorf("result %d: %w", index, err)
					}
					if !give(&found) {
						return errStopped
					}
					return nil
				})
			})
		})
	})
}

var errNoMessage = adapters.NoMember("message")

// Whole returns an error if a required part is missing.
func (r *result) Whole() error {
	if !r.Message.Set && r.ruleID() == "" && r.RuleIndex == nil && r.Rule == nil && r.counts() {
		return errNoMessage
	}
	return nil
}

// errStopped ends the reading of results that nobody wants.
var errStopped = errors.New("stopped")

// add adds a result of a run.
func (r *reader) add(run *run, index int, found *result) {
	if !found.counts() {
		return
	}
	rule, component := run.ruleOf(found)
	at := adapters.Refusal{Index: index, ID: cmp.Or(found.ruleID(), rule.ID)}
	d := fixedits.Diagnostic{
		Rule:     adapters.RuleOf(run.driver.Name, "sarif", cmp.Or(at.ID, "result")),
		Phase:    fixedits.PhaseSemantic,
		Severity: severityOf(found, rule),
		Message:  cmp.Or(found.Message.Value.words(rule, component), rule.Name, at.ID),
		Category: found.Properties.Category,
		Line:     1, Column: 1,
	}
	if len(found.Locations) == 0 {
		r.result.RefuseFinding(at, d, errNoLocation)
		return
	}
	place := &found.Locations[0].Physical
	var err error
	line := 0
	if place.Region != nil {
		line = max(offset(place.Region.StartLine), 0)
	}
	if d.Path, err = r.find(run, place.Artifact); err != nil {
		d.Line = line
		r.result.RefuseFinding(at, d, err)
		return
	}
	at.Path = d.Path
	if place.Region != nil {
		start, end, err := place.Region.bytes(run, r.files, d.Path)
		d.Line, d.Column = 0, 0 // of the start
		r.result.Locate(at, &d, run.conventions()[0], line, start, end, err)
		if err == nil {
			place.Region.compare(r.files, &d)
		}
	}
	for i := range found.Related {
		r.relate(run, &d, &found.Related[i], rule, component)
	}
	var fixes []fixedits.Fix
	for i := range found.Fixes {
		proposed, err := r.fix(run, &found.Fixes[i], &d)
		if err != nil {
			r.result.Refuse(at, err)
			continue
		}
		fixes = append(fixes, *proposed)
	}
	r.result.Add(at, d, fixes...)
}

// relate adds a related location to a finding, if it has a region in a given
// file, and a message.
func (r *reader) relate(run *run, d *fixedits.Diagnostic, at *location, rule *rule, component *component) {
	place := &at.Physical
	path, err := r.find(run, place.Artifact)
	if err != nil || place.Region == nil {
		return
	}
	if start, end, err := place.Region.bytes(run, r.files, path); err == nil {
		r.result.Relate(d, path, start, end, at.Message.words(rule, component))
	}
}

var errNoLocation = errors.New("has no location in a file")

// counts reports whether a result is a finding of this run.
func (r *result) counts() bool {
	if r.BaselineState == "absent" || r.Kind == "pass" || r.Kind == "notApplicable" {
		return false
	}
	for _, suppression := range r.Suppressions {
		if suppression.Status != "" && suppression.Status != "accepted" {
			return true
		}
	}
	return len(r.Suppressions) == 0
}

func (r *result) ruleID() string {
	if r.RuleID == "" && r.Rule != nil {
		return r.Rule.ID
	}
	return r.RuleID
}

// ruleOf returns the rule of a result and its component. The rule is empty if
// the run does not describe it.
func (r *run) ruleOf(found *result) (*rule, *component) {
	from, index := &r.driver, found.RuleIndex
	if found.Rule != nil {
		if index == nil {
			index = found.Rule.Index
		}
		if c := found.Rule.Component; c != nil {
			for i := range r.extensions {
				extension := &r.extensions[i]
				if c.Index != nil && *c.Index == i || c.GUID != "" && c.GUID == extension.GUID || c.Index == nil && c.GUID == "" && c.Name == extension.Name {
					from = extension
				}
			}
		}
	}
	if index != nil && *index >= 0 && *index < len(from.Rules) {
		return &from.Rules[*index], from
	}
	id := found.ruleID()
	for id != "" {
		for i := range from.Rules {
			if from.Rules[i].ID == id {
				return &from.Rules[i], from
			}
		}
		// CA1000/1 is a part of the rule CA1000.
		id = id[:max(strings.LastIndexByte(id, '/'), 0)]
	}
	return &rule{}, from
}

// severityOf returns the severity of a result. Only results of the kind fail
// have a level.
func severityOf(found *result, rule *rule) fixedits.Severity {
	if found.Kind != "" && found.Kind != "fail" {
		return fixedits.SeverityInfo
	}
	switch cmp.Or(found.Level, rule.Default.Level, "warning") {
	case "error":
		return fixedits.SeverityError
	case "warning":
		return fixedits.SeverityWarning
	}
	return fixedits.SeverityInfo
}

var placeholder = lazyregexp.New(`\{\{|\}\}|\{[0-9]+\}`)

// words returns the text of a message. One with an id has the text of its rule or of
// the component, with arguments.
func (m *message) words(rule *rule, from *component) string {
	text := m.Text
	if text == "" {
		text = cmp.Or(rule.Messages[m.ID].Text, from.Messages[m.ID].Text)
	}
	return placeholder().ReplaceAllStringFunc(text, func(found string) string {
		switch found {
		case "{{":
			return "{"
		case "}}":
			return "}"
		}
		if n, err := strconv.Atoi(found[1 : len(found)-1]); err == nil && n < len(m.Arguments) {
			return m.Arguments[n]
		}
		return found
	})
}

// find returns the path of a given file.
func (r *reader) find(run *run, at artifactLocation) (string, error) {
	if at.URI == "" && at.Index != nil && *at.Index >= 0 && *at.Index < len(run.artifacts) {
		at = run.artifacts[*at.Index]
	}
	if at.URI == "" {
		return "", errNoLocation
	}
	uri, err := run.absolute(at, 0)
	if err != nil {
		return "", err
	}
	path, err := r.files.FindURI(uri, r.dir)
	if sum := run.digests[uri]; sum != "" && err == nil && !r.compared[[2]string{path, sum}] {
		r.compared[[2]string{path, sum}] = true
		r.files.HoldsDigest(path, sum)
	}
	return path, err
}

// maxBases bounds how many bases are relative to each other.
const maxBases = 16

// absolute returns a URI with its base. A base without a URI is the folder that
// all is relative to.
func (r *run) absolute(at artifactLocation, depth int) (string, error) {
	base, ok := r.bases[at.Base]
	if at.Base == "" || !ok || base.URI == "" && base.Base == "" {
		return at.URI, nil
	}
	if depth == maxBases {
		return "", fmt.Errorf("the base %s of its URI never ends", at.Base)
	}
	folder, err := r.absolute(base, depth+1)
	if err != nil {
		return "", err
	}
	if at.URI == "" {
		return folder, nil
	}
	from, err := url.Parse(folder)
	if err != nil {
		return "", fmt.Errorf("the base %s of its URI is malformed", at.Base)
	}
	to, err := from.Parse(at.URI)
	if err != nil {
		return "", errors.New("its URI is malformed")
	}
	if from.Scheme == "" && !strings.HasPrefix(from.Path, "/") { // Parse makes it absolute
		to.Path, to.RawPath = strings.TrimPrefix(to.Path, "/"), ""
	}
	return to.String(), nil
}

// fix returns a fix of a finding.
func (r *reader) fix(run *run, f *fix, d *fixedits.Diagnostic) (*fixedits.Fix, error) {
	proposed := &fixedits.Fix{
		Rule: d.Rule, Phase: d.Phase,
		Title:      cmp.Or(strings.Join(strings.Fields(f.Description.Text), " "), "Apply the fix of "+d.Rule),
		Confidence: fixedits.ConfidenceMedium,
	}
	for _, safety := range fixedits.Safeties() {
		if f.Properties.Safety == string(safety) {
			proposed.Safety = safety
		}
	}
	for _, change := range f.Changes {
		path, err := r.find(run, change.Artifact)
		if err != nil {
			return nil, err
		}
		for _, replacement := range change.Replacements {
			edit := fixedits.Edit{Path: path}
			if edit.Start, edit.End, err = replacement.Deleted.bytes(run, r.files, path); err != nil {
				return nil, err
			}
			if edit.New, err = replacement.Inserted.bytes(); err != nil {
				return nil, err
			}
			if snippet, err := replacement.Deleted.Snippet.bytes(); err == nil && snippet != nil {
				r.files.Holds(path, edit.Start, edit.End, snippet)
			}
			proposed.Edits = append(proposed.Edits, edit)
		}
	}
	return proposed, nil
}
