// Package editor is the server behind `autofix lsp`: it shows an editor the
// findings in the buffers that are open, and offers their fixes, by the
// Language Server Protocol.
//
// It checks, merges, formats and judges nothing itself. Each answer is a run of
// package pipeline over a [pipeline.Overlay]: the workspace with the texts of
// the open buffers. So the editor shows the findings of `autofix check`, and
// its fixes make the texts that `autofix fix` makes. A run opens the workspace
// and reads the configuration again, so nothing can be out of date.
//
// The state is a [view]: the open documents at one time, which never changes. A
// notification makes the next view, in the order of the messages. A request
// uses the view of the time when it arrived, on its own goroutine, so an answer
// is about one version of a text. Findings of an old version are not shown.
//
//	server.go         messages, and the life of the server
//	initialize.go     the capabilities of client and server
//	documents.go      open documents and their versions
//	workspace.go      from URIs to files, and the pipeline over them
//	findings.go       the check of one version of a document
//	built.go          findings of the last build of Bazel
//	build.go          the command that builds
//	progress.go       long work, as the editor shows it
//	diagnostics.go    findings as the editor shows them, pushed or pulled
//	everywhere.go     findings in files that are not open
//	actions.go        code actions
//	asking.go         actions that ask an agent
//	edits.go          plans as edits of the editor
//	formatting.go     the layout of a file, or of lines in it
//	configuration.go  mistakes, completion and hover in autofix.toml
//	hover.go          the explanation of a rule
package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/stream"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Options are the surroundings of a server.
type Options struct {
	Tools   pipeline.Tools
	Version string
	Root    string // of every workspace; if empty, the one that each file is in

	// Config returns the configuration of files of a workspace.
	Config func(ws *workspace.Workspace, files []string) (config.Source, error)
	// Programs adds the checkers that the configuration of files declares to
	// the options of a run. It calls note with lines about ones that do not
	// run.
	Programs func(ws *workspace.Workspace, files []string, note func(line string), opts *pipeline.Options) error
	Bazel    Bazel
	Ask      Ask // nil: no agent is asked
}

// ErrNoShutdown is the error of a client that ended without a shutdown.
var ErrNoShutdown = errors.New("the editor ended without a shutdown request")

// Serve answers a client until it sends exit, its pipe ends, or ctx does. It
// calls close to close the pipe.
func Serve(ctx context.Context, in io.Reader, out io.Writer, close func() error, opts Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{opts: opts, ctx: ctx, requests: map[jsonrpc2.ID]context.CancelFunc{}, told: map[string]bool{}, works: map[string]context.CancelFunc{}, exit: stop}
	s.view.Store(&view{})
	pipe := stream.New(in, out, close)
	conn := jsonrpc2.NewConn(ctx, pipe, s, jsonrpc2.SetLogger(silent{}))
	<-conn.DisconnectNotify()
	stop()
	s.wait()
	_ = pipe.Close() // it is closing already, and has written when this returns
	if s.state.Load() != shutDown {
		return ErrNoShutdown
	}
	return nil
}

// wait waits for requests and checks to end, which kills the programs of a
// check. It gives up soon: a check of a large file may take long.
func (s *server) wait() {
	ended := make(chan struct{})
	go func() { s.running.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(300 * time.Millisecond):
	}
}

// silent is a logger that drops everything. The server sends its own messages.
type silent struct{}

func (silent) Printf(string, ...any) {}

// States of a server.
const (
	fresh int32 = iota
	initialized
	shutDown
)

type server struct {
	opts   Options
	ctx    context.Context               // ends with the connection
	conn   atomic.Pointer[jsonrpc2.Conn] // stored by Handle: nothing is sent before a message comes
	client client                        // set by initialize
	state  atomic.Int32
	exit   func()

	view     atomic.Pointer[view] // replaced only with changing held
	changing sync.Mutex
	running  sync.WaitGroup // requests and checks

	mu       sync.Mutex
	requests map[jsonrpc2.ID]context.CancelFunc
	works    map[string]context.CancelFunc // that show their progress, by token
	told     map[string]bool               // messages that were shown
	clean    bool                          // the last answer of pullAll has nothing
	answered int64                         // the saves that the last answer of pullAll knows
	next     time.Time                     // when files are checked again without one

	building   sync.Mutex   // held by the command that builds
	tokens     atomic.Int64 // of progress, so far
	collected  sync.Map     // artifacts of the last build of the command, by root: see byFolder
	builds     sync.Map     // builtFile by name
	lastEvents atomic.Pointer[eventFile]
	saves      atomic.Int64 // the files saved, opened, closed or configured so far

	publishing sync.Mutex // so that the diagnostics of a version never follow a newer one's
}

// Codes of errors of the protocol.
const (
	codeNotInitialized = -32002
	codeRequestFailed  = -32803
	codeServerCanceled = -32802
	codeModified       = -32801
	codeCanceled       = -32800
)

func fail(code int64, format string, args ...any) *jsonrpc2.Error {
	return &jsonrpc2.Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// A request is a method that has an answer. It gets the view that there was
// when the request came.
type request func(s *server, ctx context.Context, v *view, params json.RawMessage) (any, error)

var requests = map[string]request{
	"initialize":                    nil, // handled in order
	"shutdown":                      nil,
	"textDocument/codeAction":       with((*server).codeActions),
	"codeAction/resolve":            with((*server).resolve),
	"textDocument/completion":       with((*server).completion),
	"textDocument/diagnostic":       with((*server).pull),
	"textDocument/formatting":       with((*server).formatting),
	"textDocument/rangeFormatting":  with((*server).rangeFormatting),
	"textDocument/rangesFormatting": with((*server).rangesFormatting),
	"textDocument/hover":            with((*server).hover),
	"workspace/diagnostic":          with((*server).pullAll),
	"workspace/executeCommand":      with((*server).execute),
}

var notifications = map[string]func(s *server, params json.RawMessage) error{
	"initialized":                         func(s *server, _ json.RawMessage) error { s.watch(); return nil },
	"$/cancelRequest":                     noting((*server).cancel),
	"textDocument/didOpen":                noting((*server).opened),
	"textDocument/didChange":              noting((*server).changed),
	"textDocument/didClose":               noting((*server).closed),
	"textDocument/didSave":                noting((*server).saved),
	"window/workDoneProgress/cancel":      noting((*server).cancelWork),
	"workspace/didChangeWatchedFiles":     func(s *server, _ json.RawMessage) error { s.renew(); return nil },
	"workspace/didChangeWorkspaceFolders": noting((*server).foldersChanged),
}

// with decodes the parameters of a request.
func with[P any](handle func(*server, context.Context, *view, *P) (any, error)) request {
	return func(s *server, ctx context.Context, v *view, params json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, fail(jsonrpc2.CodeInvalidParams, "%v", err)
		}
		return handle(s, ctx, v, &p)
	}
}

// noting decodes the parameters of a notification.
func noting[P any](handle func(*server, *P)) func(*server, json.RawMessage) error {
	return func(s *server, params json.RawMessage) error {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return err
		}
		handle(s, &p)
		return nil
	}
}

// Handle handles one message. Messages come one after the other.
func (s *server) Handle(_ context.Context, conn *jsonrpc2.Conn, message *jsonrpc2.Request) {
	s.conn.Store(conn)
	params := json.RawMessage("null")
	if message.Params != nil {
		params = *message.Params
	}
	if message.Notif {
		s.note(message.Method, params)
		return
	}
	s.request(message.ID, message.Method, params)
}

func (s *server) note(method string, params json.RawMessage) {
	if method == "exit" {
		s.exit()
		return
	}
	handle, known := notifications[method]
	if !known || s.state.Load() != initialized {
		return // the protocol drops both
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	if err := protect(func() error { return handle(s, params) }); err != nil {
		s.log(protocol.MessageTypeError, "%s: %v", method, err)
		s.lost(params)
	}
}

func (s *server) request(id jsonrpc2.ID, method string, params json.RawMessage) {
	handle, known := requests[method]
	state := s.state.Load()
	switch {
	case !known:
		s.reply(id, nil, fail(jsonrpc2.CodeMethodNotFound, "%s is not a method of this server", method))
	case method == "initialize" && state != fresh:
		s.reply(id, nil, fail(jsonrpc2.CodeInvalidRequest, "initialize may be sent once"))
	case method == "initialize":
		var p protocol.InitializeParams
		if err := json.Unmarshal(params, &p); err != nil {
			s.reply(id, nil, fail(jsonrpc2.CodeInvalidParams, "%v", err))
			return
		}
		s.reply(id, s.initialize(&p), nil)
		s.state.Store(initialized)
	case state == fresh:
		s.reply(id, nil, fail(codeNotInitialized, "%s before initialize", method))
	case state == shutDown:
		s.reply(id, nil, fail(jsonrpc2.CodeInvalidRequest, "%s after shutdown", method))
	case method == "shutdown":
		s.state.Store(shutDown)
		s.reply(id, nil, nil)
	default:
		s.start(id, handle, params)
	}
}

// start answers a request on a goroutine of its own.
func (s *server) start(id jsonrpc2.ID, handle request, params json.RawMessage) {
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	_, twice := s.requests[id]
	if !twice {
		s.requests[id] = cancel
	}
	s.mu.Unlock()
	if twice {
		cancel()
		s.reply(id, nil, fail(jsonrpc2.CodeInvalidRequest, "a request with this id has no answer yet"))
		return
	}
	v := s.view.Load()
	s.running.Go(func() {
		defer cancel()
		var result any
		err := protect(func() (err error) {
			result, err = handle(s, ctx, v, params)
			return err
		})
		if ctx.Err() != nil {
			err = fail(codeCanceled, "canceled")
		}
		s.mu.Lock()
		delete(s.requests, id)
		s.mu.Unlock()
		s.reply(id, result, err)
	})
}

// reply answers a request. If that fails, the connection has ended.
func (s *server) reply(id jsonrpc2.ID, result any, err error) {
	if err == nil {
		_ = s.conn.Load().Reply(s.ctx, id, result)
		return
	}
	answer, ok := errors.AsType[*jsonrpc2.Error](err)
	if !ok {
		answer = fail(codeRequestFailed, "%v", err)
	}
	_ = s.conn.Load().ReplyWithError(s.ctx, id, answer)
}

// cancel ends a request of the client. One that is answered is not found.
func (s *server) cancel(p *protocol.CancelParams) {
	id := jsonrpc2.ID{}
	switch value := p.ID.(type) {
	case float64:
		id.Num = uint64(value)
	case string:
		id.Str, id.IsString = value, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel, ok := s.requests[id]; ok {
		cancel()
	}
}

// log has the editor write a line to its log.
func (s *server) log(kind protocol.MessageType, format string, args ...any) {
	_ = s.conn.Load().Notify(s.ctx, "window/logMessage", protocol.LogMessageParams{Type: kind, Message: fmt.Sprintf(format, args...)})
}

// tell has the editor show a message, once.
func (s *server) tell(kind protocol.MessageType, message string) {
	s.mu.Lock()
	told := s.told[message]
	s.told[message] = true
	s.mu.Unlock()
	if !told {
		_ = s.conn.Load().Notify(s.ctx, "window/showMessage", protocol.ShowMessageParams{Type: kind, Message: message})
	}
}

// call sends a request to the client and does not wait for its answer. The
// goroutine that reads messages must not wait for one.
func (s *server) call(method string, params any) {
	s.running.Go(func() {
		ignored := json.RawMessage{}
		_ = s.conn.Load().Call(s.ctx, method, params, &ignored)
	})
}

// protect turns a panic into an error: one odd text must not end the server.
func protect(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("internal error: %v\n%s", v, debug.Stack())
		}
	}()
	return do()
}
