// Command lsp_protocol writes the Go types of the part of the Language Server
// Protocol that `autofix lsp` uses, from the protocol's published meta model.
//
//	go run ./tools/lsp_protocol           writes internal/lsp/protocol/types.go
//	go run ./tools/lsp_protocol -check    fails if that file is outdated
//
// It runs in the top folder of the repository, or by `bazel run
// //tools/lsp_protocol`. The meta model is internal/lsp/protocol/metamodel; a
// newer one is protocol/metaModel.json of the repository
// microsoft/vscode-languageserver-node. The subset is in subset.go.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol/metamodel"
)

// file is the generated file, relative to the top folder.
const file = "internal/lsp/protocol/types.go"

func main() {
	check := flag.Bool("check", false, "write nothing, and fail if the file is not current")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Getenv("BUILD_WORKSPACE_DIRECTORY"), *check); err != nil {
		fmt.Fprintln(os.Stderr, "lsp_protocol:", err)
		os.Exit(1)
	}
}

// run writes the file below the top folder, or only compares it. If top is
// empty, it is the working folder.
func run(top string, check bool) error {
	model, err := metamodel.Load()
	if err != nil {
		return err
	}
	source, err := generate(model, subset)
	if err != nil {
		return err
	}
	name := filepath.Join(top, file)
	if !check {
		return os.WriteFile(name, source, 0o644)
	}
	present, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Equal(present, source) {
		return errors.New(file + " is outdated: go run ./tools/lsp_protocol")
	}
	return nil
}
