package editor

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// If nothing is saved, the time between two checks of whole workspaces is rest
// times the duration of a check, and at least idle.
const (
	rest = 20
	idle = 30 * time.Second
)

// pullAll answers a client that asks for the diagnostics of all files of its
// folders. A client asks again as soon as it has the answer. So the answer
// waits for a change if the client has results of an earlier one, or if the
// last answer was empty. The diagnostics of open documents are about their texts
// in the editor.
func (s *server) pullAll(ctx context.Context, v *view, p *protocol.WorkspaceDiagnosticParams) (any, error) {
	previous := map[string]string{}
	for _, known := range p.PreviousResultIds {
		previous[known.URI] = known.Value
	}
	s.mu.Lock()
	asked := s.clean || len(previous) > 0
	s.mu.Unlock()
	if asked {
		if err := s.stirred(ctx); err != nil {
			return nil, err
		}
		v = s.view.Load()
	}
	saves, start := s.saves.Load(), time.Now()
	reports := map[string]*protocol.WorkspaceFullDocumentDiagnosticReport{}
	for _, folder := range v.folders {
		if fileOf(folder) == "" {
			continue
		}
		if err := s.checkFolder(ctx, v, fileOf(folder), reports); err != nil {
			return nil, err
		}
	}
	for uri := range previous {
		if reports[uri] == nil {
			reports[uri] = &protocol.WorkspaceFullDocumentDiagnosticReport{URI: uri, Items: []protocol.Diagnostic{}}
		}
	}
	answer := protocol.WorkspaceDiagnosticReport{Items: []any{}}
	for _, uri := range slices.Sorted(maps.Keys(reports)) {
		report := reports[uri]
		report.Kind, report.ResultID = "full", resultID(report.Items)
		if previous[uri] == report.ResultID {
			answer.Items = append(answer.Items, protocol.WorkspaceUnchangedDocumentDiagnosticReport{URI: uri, Version: report.Version, Kind: "unchanged", ResultID: report.ResultID})
		} else {
			answer.Items = append(answer.Items, report)
		}
	}
	s.mu.Lock()
	s.clean, s.answered, s.next = len(answer.Items) == 0, saves, time.Now().Add(max(idle, rest*time.Since(start)))
	s.mu.Unlock()
	return answer, nil
}

// stirred waits until something was saved, opened, closed or configured since
// the last answer of pullAll, or until files may have changed by themselves.
func (s *server) stirred(ctx context.Context) error {
	for {
		s.mu.Lock()
		over := s.saves.Load() != s.answered || time.Now().After(s.next)
		s.mu.Unlock()
		if over {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(burst):
		}
	}
}

// checkFolder checks the files below a folder, as `autofix check` does there.
func (s *server) checkFolder(ctx context.Context, v *view, folder string, reports map[string]*protocol.WorkspaceFullDocumentDiagnosticReport) error {
	root := s.opts.Root
	if root != "" {
		folder = root
	} else {
		var err error
		if root, err = workspace.FindRoot(folder); err != nil {
			return nil // it has vanished
		}
	}
	f := &folderReport{s: s, v: v, root: root, reports: reports, documents: map[string]*document{}}
	run, err := s.open(ctx, v, root, func(ws *workspace.Workspace) ([]string, error) {
		files, _, err := pipeline.Files(ctx, ws, pipeline.Named{Dir: folder, Paths: []string{"."}}, nil)
		return files, err
	})
	if wrong := mistakesOf(err); len(wrong) > 0 {
		return f.mistakes(wrong)
	}
	if err != nil {
		return err
	}
	defer run.Close()
	checked, err := pipeline.Check(ctx, run.over, run.files, "", run.opts)
	if err != nil {
		return err
	}
	for _, crash := range checked.Crashed {
		s.log(protocol.MessageTypeError, "the checker %s failed: %v", crash.Checker, crash.Err)
	}
	found := &findings{}
	found.keep(checked.Artifact)
	for i := range found.artifact.Diagnostics {
		finding := &found.artifact.Diagnostics[i]
		err := f.add(run.over, finding.Path, func(d *document) protocol.Diagnostic { return s.diagnostic(d, found, finding) })
		if err != nil {
			return err
		}
	}
	return nil
}

// A folderReport adds the findings in the files of a workspace to reports, by
// URI.
type folderReport struct {
	s         *server
	v         *view
	root      string
	reports   map[string]*protocol.WorkspaceFullDocumentDiagnosticReport
	documents map[string]*document // by path
}

// add adds a finding in a file, open or not.
func (f *folderReport) add(source pipeline.Source, path string, shown func(*document) protocol.Diagnostic) error {
	d := f.documents[path]
	if d == nil {
		var version *int32
		if d = f.v.at(f.root, path); d != nil {
			version = &d.version
		} else {
			content, err := source.Read(path)
			if err != nil {
				return err
			}
			d = &document{uri: uriOf(filepath.Join(f.root, filepath.FromSlash(path))), root: f.root, path: path, text: text.New(content, f.s.client.encoding)}
		}
		f.documents[path] = d
		if f.reports[d.uri] == nil { // folders may be in each other
			f.reports[d.uri] = &protocol.WorkspaceFullDocumentDiagnosticReport{URI: d.uri, Version: version}
		}
		f.reports[d.uri].Items = []protocol.Diagnostic{}
	}
	f.reports[d.uri].Items = append(f.reports[d.uri].Items, shown(d))
	return nil
}

// mistakes adds the mistakes in the configuration, in which nothing can be
// checked.
func (f *folderReport) mistakes(wrong []*config.Error) error {
	ws, err := workspace.Open(f.root)
	if err != nil {
		return err
	}
	defer ws.Close()
	for _, mistake := range wrong {
		if err := f.add(ws, mistake.Path, func(d *document) protocol.Diagnostic { return d.mistake(mistake) }); err != nil {
			return errors.Join(mistake, err)
		}
	}
	return nil
}
