package prove

import (
	"time"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// An Event announces the next step of a proof.
type Event struct {
	Phase   evidence.Phase
	What    string   // such as: asking for a fix
	Command []string // that starts, or nil
	State   evidence.State
	Since   time.Duration   // from the start of the proof
	Used    evidence.Engine // until now
}

// watch reports an event to the person.
func (p *proof) watch(e Event) {
	if p.Watch != nil {
		e.Since, e.Used = time.Since(p.started), p.engine.Info()
		p.Watch(e)
	}
}

// note adds a note for readers of the evidence.
func (p *proof) note(text string) { p.notes = append(p.notes, text) }
