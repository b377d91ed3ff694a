package editor

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// fileOf returns the path of a file on this system from its URI, or "" if the
// URI is not of a file.
func fileOf(uri string) string {
	parsed, err := url.Parse(uri)
	if err != nil || parsed.Scheme != "file" || parsed.Path == "" || strings.ContainsRune(parsed.Path, 0) {
		return ""
	}
	name := parsed.Path
	if runtime.GOOS == "windows" {
		name = strings.TrimPrefix(name, "/")
		if parsed.Host != "" {
			name = "//" + parsed.Host + parsed.Path
		}
	} else if parsed.Host != "" && parsed.Host != "localhost" {
		return ""
	}
	name = filepath.Clean(filepath.FromSlash(name))
	if !filepath.IsAbs(name) {
		return ""
	}
	return name
}

// uriOf returns the URI of a file.
func uriOf(name string) string {
	name = filepath.ToSlash(name)
	if !strings.HasPrefix(name, "/") {
		name = "/" + name
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}

// locate returns the workspace that a file is in, and its canonical path there.
// A file below a folder of the editor is in the workspace of that folder; any
// other in the one that a command in its own folder would find. The root is ""
// if the URI is not of a file, or the file is not one of a workspace. marked
// reports whether the file has a byte order mark on disk, which the editor keeps
// and does not send.
func (s *server) locate(v *view, uri string) (root, path string, marked bool) {
	name := fileOf(uri)
	if name == "" {
		return "", "", false
	}
	dir := filepath.Dir(name)
	best := ""
	for _, folder := range v.folders {
		if at := fileOf(folder); at != "" && isBelow(at, name) && len(at) > len(best) {
			best = at
		}
	}
	if best != "" {
		dir = best
	}
	root = s.opts.Root
	if root == "" {
		for ; ; dir = filepath.Dir(dir) { // the folder of a new file may not exist yet
			if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
				break
			}
		}
		var err error
		if root, err = workspace.FindRoot(dir); err != nil {
			return "", "", false
		}
	}
	ws, err := workspace.Open(root)
	if err != nil {
		return "", "", false
	}
	defer ws.Close()
	inside, err := ws.Inside(name, "")
	if err != nil || inside == "." {
		return "", "", false
	}
	if path, err = ws.Canonical(inside); err != nil {
		return "", "", false
	}
	head, err := ws.Head(path, len(text.Mark))
	return root, path, err == nil && string(head) == text.Mark
}

func isBelow(folder, name string) bool {
	relative, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(relative) && relative != "."
}

// A session is a workspace with the texts of the editor, for one run of the
// pipeline over one document.
type session struct {
	ctx   context.Context
	ws    *workspace.Workspace
	over  *pipeline.Overlay
	files []string // the document, unless it is left alone
	opts  pipeline.Options
}

// Close closes the workspace. If the run was canceled, the pipeline may still
// read in the background: the workspace is then closed when nothing refers to
// it.
func (run *session) Close() {
	if run.ctx.Err() == nil {
		_ = run.ws.Close()
	}
}

// session opens the workspace of a document, for runs that end with ctx. The
// caller closes the session.
func (s *server) session(ctx context.Context, v *view, d *document) (*session, error) {
	run, err := s.open(ctx, v.with(d), d.root, func(*workspace.Workspace) ([]string, error) { return []string{d.path}, nil })
	if err == nil {
		run.opts.Named = []string{d.path}
	}
	return run, err
}

// open opens a workspace with the texts of a view, for runs over some files.
func (s *server) open(ctx context.Context, v *view, root string, list func(*workspace.Workspace) ([]string, error)) (*session, error) {
	ws, err := workspace.Open(root)
	if err != nil {
		return nil, err
	}
	run := &session{ctx: ctx, ws: ws, over: &pipeline.Overlay{Source: ws, Texts: map[string][]byte{}}}
	for _, d := range v.documents {
		if d.root == root && !d.lost {
			run.over.Texts[d.path] = d.text.Content()
		}
	}
	run.opts = pipeline.Options{Tools: s.opts.Tools}
	files, err := list(ws)
	if err == nil {
		run.opts.Config, err = s.opts.Config(ws, files)
	}
	if err == nil {
		run.files, _ = pipeline.NotExcluded(run.over, files, run.opts.Config)
		note := func(line string) { s.tell(protocol.MessageTypeWarning, line) }
		err = s.opts.Programs(ws, run.files, note, &run.opts)
	}
	if err != nil {
		ws.Close()
		return nil, err
	}
	return run, nil
}
