package worktree

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A Commit is one that a base has come from.
type Commit struct {
	Hash string
	// Age is how much older it is than the commit of the base, by the times that
	// their committers give.
	Age time.Duration
	// Files are the paths that it changed, at most 1000.
	Files []string
	// Subject is the first line of its message, of at most 200 bytes. It may be
	// hostile.
	Subject string
}

const (
	maxFiles   = 1000
	maxSubject = 200
)

// Recent returns the last commits that the base has come from, merges left out,
// the newest first. A shallow clone has fewer of them.
func (r *Repository) Recent(ctx context.Context, b *Base, n int) ([]Commit, error) {
	g := r.reading().with("GIT_SHALLOW_FILE=" + filepath.Join(filepath.Dir(r.objects), "shallow"))
	newest, err := g.run(ctx, nil, "log", "-1", "--format=%ct", b.Commit)
	if err != nil {
		return nil, fail(MissingObjects, err, "recent changes")
	}
	now, _ := strconv.ParseInt(line(newest), 10, 64)
	out, err := g.run(ctx, nil, "log", "-n"+strconv.Itoa(max(n, 0)), "--no-merges", "--no-renames", "--no-textconv", "--no-ext-diff",
		"--name-only", "-z", "--format=%x00%H%x00%ct%x00%s", b.Commit)
	if err != nil {
		return nil, fail(MissingObjects, err, "recent changes")
	}
	return parseLog(out, now, hashLength(r.format)), nil
}

// parseLog reads commits of NUL, hash, NUL, time, NUL, subject and NUL, each
// followed by nothing, or by a newline and paths that end with NUL each.
func parseLog(out []byte, now int64, hashLength int) []Commit {
	var commits []Commit
	fields := strings.Split(string(out), "\x00")
	for i := 0; i < len(fields); {
		if fields[i] != "" || i+3 >= len(fields) || len(fields[i+1]) != hashLength {
			i++
			continue
		}
		when, _ := strconv.ParseInt(fields[i+2], 10, 64)
		c := Commit{Hash: fields[i+1], Age: time.Duration(now-when) * time.Second, Subject: bounded(fields[i+3])}
		i += 4
		if i < len(fields) {
			fields[i] = strings.TrimPrefix(fields[i], "\n")
		}
		for ; i < len(fields) && fields[i] != ""; i++ {
			if len(c.Files) < maxFiles {
				c.Files = append(c.Files, fields[i])
			}
		}
		commits = append(commits, c)
	}
	return commits
}

// bounded returns the start of a subject, as valid UTF-8.
func bounded(subject string) string {
	subject = strings.ToValidUTF8(subject, "\uFFFD")
	if len(subject) <= maxSubject {
		return subject
	}
	end := maxSubject
	for end > 0 && !utf8.RuneStart(subject[end]) {
		end--
	}
	return subject[:end]
}
