package workspace

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCreate(t *testing.T) {
	for _, row := range []struct {
		rule, path, made string
	}{
		{"a file of the root", "new", "new"},
		{"a file in folders that are not there", "none/of/these/new", "none/of/these/new"},
		{"a file in a linked folder", "to-sub/new", "sub/new"},
		{"the file that a dangling link leads to", "dangling", "sub/none/x"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w, base := linked(t)
			want := harvest(t, base)
			check(t, w.Create(row.path))
			want["ws/"+row.made] = ""
			if diff := cmp.Diff(want, harvest(t, base)); diff != "" {
				t.Errorf("the tree (-want +got):\n%s", diff)
			}
			check(t, w.Write(context.Background(), []Change{change(row.path, "", "text")}))
			want["ws/"+row.made] = "text"
			if diff := cmp.Diff(want, harvest(t, base)); diff != "" {
				t.Errorf("the tree after Write (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCreateRefuses(t *testing.T) {
	for _, row := range []struct {
		rule, path string
		want       error
	}{
		{"a file that is there", "a.txt", fs.ErrExist},
		{"a link to a file", "to-a", fs.ErrExist},
		{"a folder", "sub", fs.ErrExist},
		{"a path that leaves the root", "../new", ErrOutside},
		{"a link that leaves the root", "out-folder/new", ErrOutside},
		{"an absolute path", filepath.Join(t.TempDir(), "new"), ErrOutside},
		{"version control's folder", ".git/hooks/pre-commit", ErrOutside},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w, base := linked(t)
			before := harvest(t, base)
			if err := w.Create(row.path); !errors.Is(err, row.want) {
				t.Errorf("Create(%q): %v, want %v", row.path, err, row.want)
			}
			if diff := cmp.Diff(before, harvest(t, base)); diff != "" {
				t.Errorf("the tree (-before +after):\n%s", diff)
			}
		})
	}
}
