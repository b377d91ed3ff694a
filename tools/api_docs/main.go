// Command api_docs renders the output of starlark_doc_extract for a .bzl file as
// Markdown. The rule of api_doc.bzl runs it.
//
//	api_docs MODULE_INFO MARKDOWN
//
// MODULE_INFO is a binary proto of the type stardoc_output.ModuleInfo; MARKDOWN
// is the file to write. It fails, and writes nothing, if a public symbol has no
// documentation.
package main

import (
	"errors"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "api_docs:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: api_docs MODULE_INFO MARKDOWN")
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	page, err := page(data)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return os.WriteFile(args[1], page, 0o666)
}

// page renders a serialized ModuleInfo as Markdown.
func page(data []byte) ([]byte, error) {
	var module moduleInfo
	if err := decode(data, &module); err != nil {
		return nil, fmt.Errorf("not a ModuleInfo: %w", err)
	}
	symbols := symbolsOf(&module)
	if module.File == "" || len(symbols) == 0 {
		return nil, errors.New("nothing to render: the module has no label, or no public symbol")
	}
	if err := undocumented(&module, symbols); err != nil {
		return nil, err
	}
	return render(&module, symbols), nil
}
