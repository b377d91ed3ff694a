// Package archivelist reads whole archives, for tests of their contents.
package archivelist

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
)

// A Member is a file in an archive.
type Member struct {
	Name     string
	Text     []byte
	Mode     fs.FileMode
	Modified time.Time // UTC
	Owner    string    // user and group, by id and name; "" for root by id, and in a zip
}

// List returns the members of an archive, in its order. The extension of its
// name is .tar.gz or .zip.
func List(name string, archive []byte) ([]Member, error) {
	list := listTarGz
	if strings.HasSuffix(name, ".zip") {
		list = listZip
	}
	members, err := list(archive)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return members, nil
}

func listTarGz(text []byte) ([]Member, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	var members []Member
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return members, nil
		}
		if err != nil {
			return nil, err
		}
		m := Member{Name: header.Name, Mode: header.FileInfo().Mode(), Modified: header.ModTime.UTC()}
		if header.Uid != 0 || header.Gid != 0 || header.Uname != "" || header.Gname != "" {
			m.Owner = fmt.Sprintf("%d:%d %s:%s", header.Uid, header.Gid, header.Uname, header.Gname)
		}
		if m.Text, err = io.ReadAll(archive); err != nil {
			return nil, err
		}
		members = append(members, m)
	}
}

func listZip(text []byte) ([]Member, error) {
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, err
	}
	var members []Member
	for _, file := range archive.File {
		from, err := file.Open()
		if err != nil {
			return nil, err
		}
		m := Member{Name: file.Name, Mode: file.Mode(), Modified: file.Modified.UTC()}
		if m.Text, err = io.ReadAll(from); err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	return members, nil
}
