package report

import (
	"io"
	"testing"
)

func TestGitHubEscapesAsTheRunnerUnescapes(t *testing.T) {
	got := rendered(t, func(w io.Writer) error { return GitHub(w, fixtureFindings(t)) })
	want := `::error file=b c%25.txt,line=2,col=4,title=text/newline::no newline at the end (fixable)
::warning file=a.txt,line=1,col=1,endLine=2,title=ai/ask::hard
::warning file=a.txt,line=1,col=18,endLine=1,endColumn=20,title=text/blanks::trailing blanks (fixable)
::warning file=bytes.bin,line=1,col=2,endLine=1,endColumn=3,title=bin/bytes::strange byte (fixable)
::notice file=a.txt,line=1,col=13,endLine=1,endColumn=18,title=spell/world::100%25 "world":%0Areally, no
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestGitHubPropertiesEscapeColonAndComma(t *testing.T) {
	if got, want := githubProperty.Replace("a:b,c%d\r\n"), "a%3Ab%2Cc%25d%0D%0A"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := githubMessage.Replace("a:b,c%d\r\n"), "a:b,c%25d%0D%0A"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
