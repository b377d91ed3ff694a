package agents

import (
	"strings"
	"sync"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/clip"
)

const (
	maxNotes  = 32  // of each kind in an Answer
	noteBytes = 200 // of each
)

// A turn is a prompt that is under way.
type turn struct {
	limit      int // of the text
	costBefore float64
	ended      chan *Error   // why it has to end
	over       chan struct{} // closed when Prompt returns

	mu            sync.Mutex
	text          strings.Builder
	message       string // the id of the message that the text ends in, if known
	apart         bool   // the next text is another message
	usage         Usage
	denied, tools []string
	heard         time.Time
}

func newTurn(limit int) *turn {
	return &turn{limit: limit, ended: make(chan *Error, 1), over: make(chan struct{}), heard: time.Now()}
}

func (t *turn) lastHeard() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.heard
}

func (t *turn) hear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.heard = time.Now()
}

// end makes Prompt return an error. Only the first reason counts.
func (t *turn) end(why *Error) {
	select {
	case t.ended <- why:
	default:
	}
}

// say adds text to the answer, and reports whether it is within the limit. The
// id of its message may be "". Each message starts on a new line.
func (t *turn) say(text, message string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.text.Len()+len(text)+1 > t.limit+1 {
		return false
	}
	isAnother := message != t.message && message != "" && t.message != ""
	if (t.apart || isAnother) && t.text.Len() > 0 && !strings.HasSuffix(t.text.String(), "\n") {
		t.text.WriteByte('\n')
	}
	t.apart, t.message = false, message
	t.text.WriteString(text)
	return true
}

// use notes that the agent uses a tool. Text after that is another message.
func (t *turn) use(tool string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.apart = true
	t.tools = note(t.tools, tool)
}

func (t *turn) deny(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.denied = note(t.denied, what)
}

func note(notes []string, text string) []string {
	if len(notes) == maxNotes {
		return notes
	}
	return append(notes, clip.Line(text, noteBytes))
}
