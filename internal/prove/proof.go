package prove

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// Options say which patch to prove, and how.
type Options struct {
	Tool       string // version of autofix
	Repository *worktree.Repository
	Base       *worktree.Base
	Command    []string // the reproduction, as the person gave it
	Setup      []string // a command line; nil: none
	Settings   *settings.Settings
	Engine     engine.Engine
	// Patch is a patch to prove, instead of one that the engine proposes.
	Patch *change.Change
	Issue string // the text of an issue, or empty
	// State is the folder of the repository's proofs, in which Repository keeps its
	// trees. Caches stay in it.
	State string
	// Folder is the folder of the proof: its journal, and in the end its
	// evidence. It exists, and is absolute.
	Folder string
	// Resume continues the journal in Folder.
	Resume bool
	// DryRun asks for a patch, and neither applies nor verifies it.
	DryRun bool
	// KeepHunks keeps the hunks that nothing needs.
	KeepHunks bool
	// Notes are about the settings, such as keys that were ignored.
	Notes    []string
	Redactor *redact.Redactor
	// Watch is called before each step; nil: it is not.
	Watch func(Event)
}

// A Result is the result of a proof.
type Result struct {
	Evidence *evidence.Evidence
	// Patch is the best candidate's, or nil.
	Patch *change.Change
}

// Run makes a proof. The result is not nil if the reproduction ran, whatever
// the error: it then has the records up to the error. An error that wraps ctx's
// cause leaves a proof that can be resumed.
func Run(ctx context.Context, o Options) (*Result, error) {
	p := newProof(o)
	if err := p.open(); err != nil {
		return nil, err
	}
	err := p.all(ctx)
	err = errors.Join(err, p.close())
	return p.result(err), err
}

func newProof(o Options) *proof {
	return &proof{Options: o, started: time.Now(), baselines: map[string]*baseline{}, ran: map[string]int{}, found: map[string][]words{}}
}

// A proof is a run of Run.
type proof struct {
	Options
	started     time.Time
	id          string
	journal     *journal
	lab         *lab
	level       sandbox.Level // the least that bound a run
	sandbox     evidence.Sandbox
	environment []string // names of variables
	engine      engine.Engine
	rules       policy.Rules
	versions    map[string]string
	paths       []string // of all files of the base, sorted
	task        *engine.Task
	baselines   map[string]*baseline

	reproduction *runnable
	configured   [][]string // suites of the settings
	runs         []evidence.Run
	outputs      outputs        // of runs
	owners       []*candidate   // of runs, by index
	commands     [][]string     // of runs, as they were given, by index
	ran          map[string]int // how often, by the key of a run without its attempt
	notes        []string
	found        map[string][]words // suites, by the key of the journal
	localization *evidence.Localization
	candidates   []*candidate
	reproduced   bool
	before       at   // where the command has to fail
	green        bool // the command passes on the base, or runs no test there
	reasons      []string
	unproposed   []string // why attempts gave no patch
}

// open starts or resumes the journal.
func (p *proof) open() error {
	h := Header{Version: evidence.Version, Tool: p.Tool, Base: p.Base.Base, Command: p.Command, Setup: p.Setup, Configuration: p.configuration()}
	var err error
	if p.Resume {
		if p.journal, err = resumeJournal(p.Folder, h); err != nil {
			return err
		}
		have, err := readHeader(p.Folder)
		if err != nil {
			return err
		}
		p.id = have.ID
	} else {
		if h.ID = filepath.Base(p.Folder); !proofID().MatchString(h.ID) {
			h.ID = NewID()
		}
		p.id = h.ID
		if p.journal, err = startJournal(p.Folder, h); err != nil {
			return fmt.Errorf("cannot start a proof: %w", err)
		}
	}
	p.engine = p.Engine
	if p.engine == nil {
		p.engine = engine.Nobody()
	}
	p.notes = append(p.notes, p.Options.Notes...)
	for _, n := range p.Base.Notes {
		p.note(n.String())
	}
	p.paths, err = p.Repository.Files(p.Base)
	return err
}

// configuration returns the digest of everything else that decides the course
// of a proof.
func (p *proof) configuration() string {
	patch := ""
	if p.Patch != nil {
		patch = p.Patch.SHA256()
	}
	who := evidence.Engine{}
	if p.Engine != nil {
		who = p.Engine.Info()
	}
	// How much time and money there is decides when a proof ends early, and a person
	// may give more to one that did.
	decides := *p.Settings
	decides.Timeout, decides.Budget = 0, budget.Limits{}
	decides.OpenAI.Timeout, decides.OpenAI.Retries = 0, 0
	text, err := json.Marshal([]any{decides, patch, p.Issue, p.DryRun, p.KeepHunks, who.Kind, who.Model})
	if err != nil {
		panic(fmt.Errorf("prove: settings cannot be written: %w", err)) // plain data
	}
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:])
}

// NewID returns the id of a new proof.
func NewID() string {
	var id [8]byte
	_, _ = rand.Read(id[:]) // never fails
	return hex.EncodeToString(id[:])
}

// all does the phases.
func (p *proof) all(ctx context.Context) error {
	if err := p.prepare(ctx); err != nil {
		return err
	}
	var given *candidate
	if p.Patch != nil {
		given = p.newCandidate(1, p.Patch, nil, nil)
	}
	run, err := p.reproduce(ctx, given)
	if err != nil {
		return err
	}
	if given != nil {
		return p.given(ctx, given)
	}
	if !p.reproduced {
		return nil
	}
	p.localize(run)
	if err := p.plan(ctx); err != nil {
		return err
	}
	if err := p.attempts(ctx); err != nil || p.DryRun {
		return err
	}
	return p.summarize(ctx, run)
}

// given proves the given patch, unchanged.
func (p *proof) given(ctx context.Context, c *candidate) error {
	if p.green {
		if err := p.reproduceWithTests(ctx, c); err != nil {
			return err
		}
	}
	if !p.reproduced {
		return nil
	}
	p.candidates = append(p.candidates, c)
	if err := p.prove(ctx, c); err != nil {
		return err
	}
	p.judge(c)
	return nil
}

// attempts asks for candidates and proves each, until one is proven and no
// further one was asked for.
func (p *proof) attempts(ctx context.Context) error {
	var seen []*change.Change
	for id := 1; id <= p.Settings.Attempts; id++ {
		c, err := p.propose(ctx, id, seen)
		if err != nil {
			return err
		}
		if c == nil {
			continue
		}
		same := func(other *change.Change) bool { return other.Normalized() == c.change.Normalized() }
		if slices.ContainsFunc(seen, same) {
			p.note(fmt.Sprintf("candidate %d is the same patch as one before it", id))
			continue
		}
		seen = append(seen, c.change)
		p.candidates = append(p.candidates, c)
		if p.DryRun {
			continue
		}
		if err := p.settle(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// settle proves a candidate of an engine. If nothing needs some of its hunks, it
// is proved without them, and keeps them if that is not better.
func (p *proof) settle(ctx context.Context, c *candidate) error {
	if err := p.prove(ctx, c); err != nil {
		return err
	}
	p.judge(c)
	if p.KeepHunks {
		return nil
	}
	smaller := c.dropUnproven()
	if smaller == nil {
		return nil
	}
	s := p.newCandidate(c.id, smaller, c.words, c.justifications)
	for _, h := range c.hunks {
		if h.Needed == evidence.HunkUnproven {
			h.Dropped = true
			s.dropped = append(s.dropped, h)
		}
	}
	if err := p.prove(ctx, s); err != nil {
		return err
	}
	p.judge(s)
	if s.output.Verdict.Compare(c.output.Verdict) <= 0 {
		*c = *s
	}
	return nil
}

// readBase returns a file of the base.
func (p *proof) readBase(path string) ([]byte, fs.FileMode, error) {
	return p.Repository.Read(p.Base, path)
}

// close ends the processes, and leaves the journal.
func (p *proof) close() error {
	var err error
	if p.lab != nil {
		err = p.lab.close()
	}
	return errors.Join(err, p.journal.close())
}

// EvidenceName is the file of the evidence in the folder of a proof.
const EvidenceName = "evidence.json"

// Finished reports whether the folder of a proof has its evidence.
func Finished(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, EvidenceName))
	return err == nil
}

// Started reports whether the folder of a proof has a journal.
func Started(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, journalName))
	return err == nil
}
