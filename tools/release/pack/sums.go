package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sums returns the input of `sha256sum --check`: one line per file, sorted by
// base name.
func sums(paths []string) (string, error) {
	if len(paths) == 0 {
		return "", errors.New("no archives")
	}
	sorted := slices.SortedFunc(slices.Values(paths), func(a, b string) int {
		return cmp.Compare(filepath.Base(a), filepath.Base(b))
	})
	var text strings.Builder
	for _, path := range sorted {
		sum, err := digest(path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "%s  %s\n", sum, filepath.Base(path))
	}
	return text.String(), nil
}

// digest returns the SHA-256 of a file, in lowercase hex.
func digest(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
