package verify

import (
	"context"
	"errors"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/verify/shadow"
)

// BuildOther builds the checks of another state of the workspace in its shadow,
// which differs from it in files. use reads what the build made, before the
// shadow is released. The build runs there, on its own server. A part of a
// build is an error.
func BuildOther(ctx context.Context, settings Settings, files []shadow.File, build bazel.Build, use func(*bazel.Collection) error) (err error) {
	s := &Session{settings: settings, end: func(bool) {}, stop: func() {}}
	if err := s.openTree(ctx); err != nil {
		return err
	}
	defer func() {
		s.end(err != nil)
		err = errors.Join(err, s.tree.Close())
	}()
	if err := s.tree.Set(files); err != nil {
		return err
	}
	_, server, err := s.openBazel(ctx)
	if err != nil {
		return err
	}
	build.Dir = server.Dir
	build.Server, build.Startup = bazel.Server{OutputBase: server.Client.OutputBase}, server.Client.Startup
	build.Flags = slices.Concat(inSandbox(s.tree.Root), build.Flags)
	collection, err := build.Run(ctx)
	if err != nil {
		return err
	}
	if collection.Failed != nil {
		return collection.Failed
	}
	return use(collection)
}
