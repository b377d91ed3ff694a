package suggest

import (
	"bytes"
	"cmp"
	"io/fs"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/formatting/decoded"
	"github.com/rules-autofix/rules_autofix/formatting/golang/imports"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/protected"
)

// A reason is why a block cannot be a suggestion, in the words of the comment.
type reason string

const (
	inProtected reason = "programs run or obey the file"
	inSeveral   reason = "changes several places at once"
	inOthers    reason = "changes other lines, too"
	tooLong     reason = "too long"
	notText     reason = "line ends or characters that a suggestion cannot have"
	lastLine    reason = "changes the end of the file"
	notAlone    reason = "valid only together with others"
	tooMany     reason = "enough suggestions already"
	afterOthers reason = "another fix of the file comes first"
)

// The limits of a suggestion: small enough to be read at a glance.
const (
	mostLines = 20
	mostBytes = 4 << 10
)

// The limits of what is looked at, since anybody may write very many fixes.
const (
	mostTried   = 200  // blocks whose file is parsed
	mostWaiting = 1000 // fixes
)

// A head is the text of a file at the head of the pull request.
type head struct {
	text []byte
	diff diff
	line func(offset int) int
}

func newHead(text []byte, d diff) *head { return &head{text, d, position.New(text, position.LF).Line} }

// A choice is what to do with the fixes for the lines of a pull request.
type choice struct {
	suggestions, rest []*block // by path and line
	stale             int      // fixes for other bytes than the head has
}

// choose finds the blocks that fixes change on the lines that a pull request
// added, and makes at most a number of them suggestions.
func choose(artifacts []*artifact.Artifact, heads map[string]*head, most int, settings config.Source) (*choice, error) {
	proposals := make([]fixedits.Proposal, len(artifacts))
	fixes := map[string]*fixedits.Fix{}
	for i, a := range artifacts {
		proposals[i] = a.Proposal()
		for f := range a.Fixes {
			fixes[a.Fixes[f].ID] = &a.Fixes[f]
		}
	}
	plan, err := fixedits.Merge(proposals, fixedits.Options{
		Read: func(path string) ([]byte, error) {
			if h := heads[path]; h != nil {
				return h.text, nil
			}
			return nil, fs.ErrNotExist
		},
		Verdict:     verdict(settings),
		Parse:       builtin.Parse,
		Same:        decoded.Compare,
		AddsImports: imports.Adds,
		NoFiles:     true,
	})
	if err != nil {
		return nil, err
	}
	c := &choice{}
	parts := map[string][]part{}
	var waiting []*fixedits.Fix
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		fix := fixes[o.ID]
		switch {
		case o.Status == fixedits.StatusStale && slices.ContainsFunc(o.Paths, func(path string) bool { return heads[path] != nil }):
			c.stale++
		case o.Status == fixedits.StatusSuperseded, o.Status == fixedits.StatusDeferred, o.Status == fixedits.StatusConflict:
			waiting = append(waiting, fix)
		case o.Status == fixedits.StatusApplied:
			addParts(parts, fix, heads)
		}
	}
	if err := c.divide(heads, parts, most); err != nil {
		return nil, err
	}
	return c, c.wait(heads, waiting)
}

// addParts adds the edits of a fix, by their files.
func addParts(parts map[string][]part, fix *fixedits.Fix, heads map[string]*head) {
	for _, e := range fix.Edits {
		if heads[e.Path] != nil && !e.IsCreation() && !e.IsDeletion() {
			parts[e.Path] = append(parts[e.Path], part{e, fix})
		}
	}
}

// verdict leaves out fixes that the configuration, or the check, excludes: of
// another safety than safe, say. So it does for fixes that an agent would have
// to make.
func verdict(settings config.Source) func(*fixedits.Fix) (fixedits.Status, fixedits.Reason) {
	selection := &policy.Selection{Config: settings}
	return func(fix *fixedits.Fix) (fixedits.Status, fixedits.Reason) {
		reason := selection.Reason(fix)
		d := fix.Disposition
		if reason.Code != "" || fix.Resolver != nil || d != nil && d.Status != fixedits.StatusConflict {
			return fixedits.StatusFiltered, reason
		}
		return "", reason
	}
}

// wait adds fixes that wait for others to the rest: each once, at the first
// place in a line that the change added.
func (c *choice) wait(heads map[string]*head, waiting []*fixedits.Fix) error {
	for _, fix := range waiting[:min(len(waiting), mostWaiting)] {
		parts := map[string][]part{}
		addParts(parts, fix, heads)
		all, err := blocksOf(heads, parts)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(all, func(b *block) bool { return b.touches(heads[b.path]) }); i >= 0 {
			all[i].why = afterOthers
			c.rest = append(c.rest, all[i])
		}
	}
	slices.SortStableFunc(c.rest, byPlace)
	return nil
}

// blocksOf returns the blocks of all files, sorted by path and line.
func blocksOf(heads map[string]*head, parts map[string][]part) ([]*block, error) {
	var all []*block
	for path, of := range parts {
		some, err := blocks(path, heads[path], of)
		if err != nil {
			return nil, err
		}
		var above *block
		for _, b := range some {
			b.raise(heads[path], above)
			above = b
		}
		all = append(all, some...)
	}
	slices.SortFunc(all, byPlace)
	return all, nil
}

func byPlace(a, b *block) int {
	return cmp.Or(strings.Compare(a.path, b.path), cmp.Compare(a.start, b.start))
}

// divide divides the blocks into suggestions and the rest.
func (c *choice) divide(heads map[string]*head, parts map[string][]part, most int) error {
	all, err := blocksOf(heads, parts)
	if err != nil {
		return err
	}
	places := map[*fixedits.Fix]int{} // in how many blocks
	for _, b := range all {
		for _, fix := range b.fixes() {
			places[fix]++
		}
	}
	tried := 0
	for _, b := range all {
		h := heads[b.path]
		if !b.touches(h) {
			continue
		}
		b.why = b.judge(h, places)
		switch {
		case b.why != "":
		case len(c.suggestions) >= most || tried == mostTried:
			b.why = tooMany
		default:
			if tried++; !b.stands(h.text) {
				b.why = notAlone
			}
		}
		if b.why == "" {
			c.suggestions = append(c.suggestions, b)
		} else {
			c.rest = append(c.rest, b)
		}
	}
	return nil
}

// touches reports whether the change added one of the lines.
func (b *block) touches(h *head) bool {
	for line := b.first; line <= b.last; line++ {
		if h.diff.added[line] {
			return true
		}
	}
	return false
}

// judge returns why a block cannot be a suggestion, apart from other blocks.
func (b *block) judge(h *head, places map[*fixedits.Fix]int) reason {
	switch {
	case protected.Why(b.path, protected.Everyone) != "":
		return inProtected
	case slices.ContainsFunc(b.fixes(), func(fix *fixedits.Fix) bool { return !divisible(fix) && elsewhere(fix, b.path, places[fix]) }):
		return inSeveral
	case !b.shown(h):
		return inOthers
	case b.last-b.first >= mostLines || bytes.Count(b.after, []byte("\n")) > mostLines || len(b.before) > mostBytes || len(b.after) > mostBytes:
		return tooLong
	case bytes.HasSuffix(b.before, []byte("\n")) != (len(b.before) > 0) || bytes.HasSuffix(b.after, []byte("\n")) != (len(b.after) > 0):
		return lastLine
	case inert.Plain(string(b.before)) != string(b.before) || inert.Plain(string(b.after)) != string(b.after):
		return notText
	}
	return ""
}

// divisible reports whether a part of a fix is right without the others: of
// layout and of whitespace.
func divisible(fix *fixedits.Fix) bool {
	return fix.Phase == fixedits.PhaseFormat || strings.HasPrefix(fix.Rule, "text/")
}

// elsewhere reports whether a fix changes something that is not in its one block
// of a file.
func elsewhere(fix *fixedits.Fix, path string, places int) bool {
	return places > 1 || slices.ContainsFunc(fix.Edits, func(e fixedits.Edit) bool { return e.Path != path })
}

// shown reports whether the change added all of the lines, in one hunk of the
// diff: GitHub takes no other comments, and no reviewer wants them.
func (b *block) shown(h *head) bool {
	for line := b.first; line <= b.last; line++ {
		if !h.diff.added[line] || h.diff.hunks[line] != h.diff.hunks[b.first] {
			return false
		}
	}
	return true
}

// stands reports whether a text with the block alone still parses, and, for
// fixes of style, means the same.
func (b *block) stands(text []byte) bool {
	after := slices.Concat(text[:b.start], b.after, text[b.end:])
	if builtin.Parse(b.path, after) != nil && builtin.Parse(b.path, text) == nil {
		return false
	}
	style := !slices.ContainsFunc(b.fixes(), func(fix *fixedits.Fix) bool {
		return fix.Phase != fixedits.PhaseStyle && fix.Phase != fixedits.PhaseFormat
	})
	return !style || decoded.Compare(b.path, text, after) == nil
}
