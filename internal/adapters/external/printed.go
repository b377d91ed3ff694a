package external

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// print runs a formatter that prints the new text of a file, on each file, and
// again on its output.
func (r *rewriting) print(ctx context.Context, given []fixedits.Snapshot) error {
	for _, file := range given {
		before := r.tree.texts[file.Path]
		after, err := r.printed(ctx, file.Path)
		if err != nil {
			return fmt.Errorf("on %s: %w", file.Path, err)
		}
		if string(after) == string(before) {
			continue
		}
		if err := r.usable(file.Path, before, after); err != nil {
			r.refuse(file.Path, adapters.CodeInvalid, err.Error())
			continue
		}
		unstable, err := r.again(ctx, file.Path, after)
		if err != nil {
			return err
		}
		if unstable != nil {
			r.refuse(file.Path, adapters.CodeInvalid, unstable.Error())
			continue
		}
		r.addFormatted(file.Path, before, after)
	}
	left, err := r.tree.look()
	if err != nil {
		return err
	}
	for _, list := range [][]string{left.changed, left.deleted, left.odd} {
		if len(list) > 0 {
			return fmt.Errorf("changed %s, but its format is that of programs that print the new text; declare one that writes it with in_place instead", list[0])
		}
	}
	return nil
}

// again formats a formatted text, and returns why it is not stable. It leaves
// the file in the copy as it was.
func (r *rewriting) again(ctx context.Context, path string, once []byte) (unstable, err error) {
	if err := r.tree.write(path, once); err != nil {
		return nil, err
	}
	twice, err := r.printed(ctx, path)
	code, failed := errors.AsType[*codeError](err)
	if err != nil && !failed {
		return nil, fmt.Errorf("on its own result for %s: %w", path, err)
	}
	left, unread := os.ReadFile(r.tree.file(path))
	if unread != nil || string(left) != string(once) {
		return nil, fmt.Errorf("changed %s, but its format is that of programs that print the new text; declare one that writes it with in_place instead", path)
	}
	if err := r.tree.write(path, r.tree.texts[path]); err != nil {
		return nil, err
	}
	if failed {
		return fmt.Errorf("the formatter fails on its own result: %w", code), nil
	}
	return stable(once, twice), nil
}

func (r *rewriting) printed(ctx context.Context, path string) ([]byte, error) {
	output := &limited{limit: maxOutput}
	out, err := r.execute(ctx, []string{r.argument(path)}, output)
	switch {
	case output.over:
		return nil, tooMuch()
	case err != nil:
		return nil, err
	case out != nil:
		return *out, nil
	}
	return output.kept.Bytes(), nil
}

// runInCopy runs the program on files that it may write to.
func (r *rewriting) runInCopy(ctx context.Context, files []fixedits.Snapshot) error {
	for _, names := range r.batches(files) {
		out, err := r.execute(ctx, names, r.said)
		switch {
		case err != nil:
			return err
		case out != nil:
			return errors.New("its argument {out} stands for no file: what it changes in place is its output")
		}
	}
	return nil
}

// execute runs the program in the copy. It returns the output file, if the
// program has one. What the program leaves running is killed, so that nothing
// writes to the copy any more.
func (r *rewriting) execute(ctx context.Context, files []string, stdout io.Writer) (out *[]byte, err error) {
	scratch, err := os.MkdirTemp("", "autofix-checker-")
	if err != nil {
		return nil, fmt.Errorf("cannot create its folder for temporary files: %w", err)
	}
	defer os.RemoveAll(scratch)
	args, outFile, err := arguments(r.Args, files, scratch)
	if err != nil {
		return nil, err
	}
	variables, err := environment(scratch)
	if err != nil {
		return nil, err
	}
	program := filepath.FromSlash(r.Program)
	if !filepath.IsAbs(program) {
		program = filepath.Join(r.Dir, program)
	}
	within, cancel := r.limit(ctx)
	defer cancel()
	command := process.Command{
		Program: program, Args: args, Dir: filepath.Join(r.tree.root, filepath.FromSlash(r.In)), Env: append(variables, r.Env...),
		Stdout: stdout, Stderr: r.said, Group: true, Grace: stragglers,
	}
	code, err := command.Run(within)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case within.Err() != nil:
		return nil, r.tooLate()
	case err != nil:
		return nil, r.judge(err)
	}
	if err := r.judgeCode(code); err != nil || outFile == "" {
		return nil, err
	}
	text, err := readOutput(outFile)
	if errors.Is(err, errNoFile) && !r.Prints {
		text, err = nil, nil
	}
	return &text, err
}
