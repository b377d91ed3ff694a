package detect

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
	"github.com/rules-autofix/rules_autofix/internal/agents/markers"
	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// Options are for a run. Settings, Agents and Secrets are required.
type Options struct {
	Settings *autofixai.Settings
	Agents   autofixai.Agents
	Secrets  autofixai.Secrets
	Cache    *autofixai.Cache // nil: none
	Rules    []string         // globs of names such as ai/cache-*; none: all
	Nonce    string           // default: random
	Tool     artifact.Tool
	Origin   string
	Watch    func(path string, number, of int) // called before each question; may be nil
	Warn     func(error)                       // about problems that do not change the result; may be nil
}

// Counts has the numbers of files and of claims, by their fate.
type Counts struct {
	Files   int // that a rule is for
	Asked   int
	Cached  int
	Skipped []Skipped // not asked, or without an answer, by path

	Findings    int
	NoSuchPlace int // claims about lines that are not there, or say something else
	UnknownRule int // claims for rules that were not asked for
	NoMessage   int // claims that say nothing
	TooMany     int // claims of a file beyond the first 50

	PromptBytes, AnswerBytes, Redactions int
	Tokens                               autofixai.Tokens
}

// A Skipped is a file without an answer. Its code is a fix's: see autofixai.
type Skipped struct {
	Path   string
	Code   fixedits.Code
	Detail string
	Failed bool // the agent was asked
}

// A run is one call of Analyze.
type run struct {
	*Options
	source pipeline.Source
	life   context.Context
	budget *budget.Budget

	mu     sync.Mutex
	counts Counts
	total  int
}

// Analyze asks an agent about files, whose paths are canonical in source, and
// returns its findings as an artifact. It writes nothing. An error means that
// the run was canceled, or that no agent could be started; files that only have
// no answer are in the counts.
func Analyze(ctx context.Context, source pipeline.Source, files []string, o Options) (*artifact.Artifact, Counts, error) {
	if o.Nonce == "" {
		o.Nonce = markers.New()
	}
	r := &run{Options: &o, source: source, life: ctx, budget: o.Settings.Budget()}
	files = slices.Compact(slices.Sorted(slices.Values(files)))
	files = slices.DeleteFunc(files, func(file string) bool { return !Asks(file, o.Rules) })
	r.total, r.counts.Files = len(files), len(files)
	results := make([]*result, len(files))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(1, o.Settings.Jobs))
	for i, file := range files {
		group.Go(func() (err error) {
			results[i], err = r.file(inner, file)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, r.counts, err
	}
	if ctx.Err() != nil {
		return nil, r.counts, context.Cause(ctx)
	}
	a := artifact.New(o.Tool, o.Origin)
	var all fixedits.Collector
	for _, one := range results {
		if one == nil {
			continue
		}
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(one.path, one.content))
		for _, f := range one.findings {
			all.Add(r.diagnostic(one, &f))
		}
	}
	a.Diagnostics, a.Fixes = all.Diagnostics, all.Fixes
	a.Normalize()
	r.counts.Findings = len(a.Diagnostics)
	slices.SortFunc(r.counts.Skipped, func(a, b Skipped) int { return strings.Compare(a.Path, b.Path) })
	return a, r.counts, nil
}

// A result has the findings of an agent in a file.
type result struct {
	path     string
	content  []byte
	findings []finding
}

// file returns the findings of a file, or nil if there is no answer.
func (r *run) file(ctx context.Context, file string) (*result, error) {
	content, err := r.source.Read(file)
	skip := func(code fixedits.Code, failed bool, format string, args ...any) (*result, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.counts.Skipped = append(r.counts.Skipped, Skipped{file, code, fmt.Sprintf(format, args...), failed})
		return nil, nil
	}
	switch {
	case err != nil:
		return skip(autofixai.CodeUnreadable, false, "%v", err)
	case fixedits.Generated(content):
		return skip("generated", false, "the file says that it is generated")
	case !utf8.Valid(content):
		return skip(autofixai.CodeNotText, false, "the file is not UTF-8")
	}
	one := &result{path: file, content: content}
	kind := kindOf(file)
	asked := rulesFor(kind, r.Rules)
	q := &question{name: autofixai.ShownName(file, kind == Dockerfile), text: shown(content), rules: asked, nonce: r.Nonce}
	secret, why := r.hide(q)
	if why != nil {
		return skip(autofixai.CodeSecrets, false, "%v", why)
	}
	if limit := r.Settings.MaxInput; int64(len(q.prompt())) > limit {
		return skip(autofixai.CodeTooLarge, false, "the prompt has %d bytes, the limit max-input-bytes is %d", len(q.prompt()), limit)
	}
	key := ""
	if !secret {
		key = r.key(file, content, asked)
		if text, found := r.Cache.Kept(key); found {
			var claims []claim
			if json.Unmarshal([]byte(text), &claims) == nil {
				r.mu.Lock()
				defer r.mu.Unlock()
				r.counts.Cached++
				one.findings = accept(claims, q.text, asked, &r.counts)
				return one, nil
			}
		}
	}
	if over := r.spend(file); over != "" {
		return skip(autofixai.CodeBudget, false, "%s", over)
	}
	claims, err := r.ask(ctx, q)
	failure, known := errors.AsType[*agents.Error](err)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case autofixai.CouldNotAsk(err):
		return nil, err
	case errors.Is(err, autofixai.ErrOutOfTime):
		return skip(autofixai.CodeBudget, true, "%v", err)
	case known:
		return skip(fixedits.Code("ai_agent_"+failure.Code), true, "%s", autofixai.Told(err))
	case err != nil:
		return skip(autofixai.CodeRejected, true, "%v", err)
	}
	if key != "" {
		r.keep(key, claims)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	one.findings = accept(claims, q.text, asked, &r.counts)
	return one, nil
}

// shown returns a file as an agent sees it: without a byte order mark, with LF.
func shown(content []byte) string {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	return strings.ReplaceAll(string(content), "\r\n", "\n")
}

// key returns a digest of everything that the findings of a file depend on.
func (r *run) key(file string, content []byte, asked []*Rule) string {
	who := r.Agents.Identity()
	var names []string
	for _, rule := range asked {
		names = append(names, rule.ID())
	}
	sum := sha256.Sum256(content)
	all, err := json.Marshal([]any{"detect", version, autofixai.ShownName(file, kindOf(file) == Dockerfile), hex.EncodeToString(sum[:]), names, who.Name, who.Version, r.Settings.Command})
	if err != nil {
		return ""
	}
	sum = sha256.Sum256(all)
	return hex.EncodeToString(sum[:])
}

func (r *run) keep(key string, claims []claim) {
	text, err := json.Marshal(claims)
	if err == nil {
		err = r.Cache.Keep(key, string(text))
	}
	if err != nil && r.Warn != nil {
		r.Warn(fmt.Errorf("the cache of findings: %w", err))
	}
}

// diagnostic returns a finding with a fix that an agent may be asked for.
func (r *run) diagnostic(one *result, f *finding) (fixedits.Diagnostic, fixedits.Fix) {
	start, end, column := place(one.content, f.line, f.quote)
	d := fixedits.Diagnostic{
		Rule: f.rule.ID(), Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityInfo, Message: "AI: " + r.redacted(f.message),
		Path: one.path, Start: start, End: end, Line: f.line, Column: column,
	}
	return d, handOver(f, one.path, r.redacted(f.message), r.redacted(f.quote))
}
