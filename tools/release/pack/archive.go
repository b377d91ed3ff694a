package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// An entry is a file to pack: its name in the archive, its path, and its mode
// in the archive.
type entry struct {
	name, path string
	mode       os.FileMode
}

// packed is the time of every entry: the earliest time that a zip can
// represent.
var packed = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// writeArchive writes the entries, in order, to a file whose name ends in
// .tar.gz or .zip.
func writeArchive(out string, entries []entry) error {
	var write func(io.Writer, []entry) error
	switch {
	case strings.HasSuffix(out, ".tar.gz"):
		write = writeTarGz
	case strings.HasSuffix(out, ".zip"):
		write = writeZip
	default:
		return fmt.Errorf("%s: unknown kind of archive: end it in .tar.gz or .zip", out)
	}
	if len(entries) == 0 {
		return fmt.Errorf("%s: nothing to pack", out)
	}
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	return errors.Join(write(file, entries), file.Close())
}

func writeTarGz(w io.Writer, entries []entry) error {
	zipped, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(zipped)
	for _, e := range entries {
		info, err := os.Stat(e.path)
		if err != nil {
			return err
		}
		header := &tar.Header{
			Typeflag: tar.TypeReg,
			Name:     e.name,
			Size:     info.Size(),
			Mode:     int64(e.mode),
			ModTime:  packed,
			Format:   tar.FormatUSTAR,
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if err := copyFile(archive, e.path); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return zipped.Close()
}

func writeZip(w io.Writer, entries []entry) error {
	archive := zip.NewWriter(w)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: packed}
		header.SetMode(e.mode)
		to, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if err := copyFile(to, e.path); err != nil {
			return err
		}
	}
	return archive.Close()
}

func copyFile(to io.Writer, path string) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	_, err = io.Copy(to, from)
	return err
}
