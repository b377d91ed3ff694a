// Package syntax reads Dockerfiles with the byte offset of everything in them.
//
// It sees the instructions that BuildKit's frontend/dockerfile/parser sees,
// with the same arguments and lines; a fuzz test holds it to that. Unlike
// BuildKit's, it never stops: what BuildKit refuses is an error of an
// instruction or of the file, and all the rest is there.
package syntax

// A File is a parsed Dockerfile. It does not change, and is safe for concurrent
// use.
type File struct {
	Source       string
	Escape       byte // '\\' or '`'
	Directives   []Directive
	Comments     []Comment // of the file, those within instructions included, in order
	Instructions []*Instruction
	Errors       []*Error // all, also of instructions, in order of their places

	refused func() (*Instruction, string) // firstRefused, once
	scripts scripts
}

// BOM is the byte order mark that a file may begin with.
const BOM = "\xef\xbb\xbf"

// MaxLine is the longest line that BuildKit accepts, in bytes with its line
// end. A longer line is an error, and is read nevertheless.
const MaxLine = 65535

// A Directive is a parser directive, such as `# escape=X`, on one of the first
// lines.
type Directive struct {
	Name  string // in lower case: syntax, escape or check
	Value string
	Line  int // 1-based
	Start int // of the whole line without whitespace before it and without its line end, in bytes of the file
	End   int
}

// A Comment is a line that is a comment or a parser directive.
type Comment struct {
	Text   string // what follows #, without whitespace around it
	Line   int    // 1-based
	Start  int    // of #, in bytes of the file
	End    int    // of the line without its line end
	Inside bool   // within an instruction, between its lines
}

// An Error is a mistake for which BuildKit rejects the file.
type Error struct {
	Line int // 1-based
	Pos  int // in bytes of the file
	Msg  string
}

func (e *Error) Error() string { return e.Msg }

// An Instruction is one instruction. Offsets of its parts refer to Text, unless
// they say otherwise.
type Instruction struct {
	Text Text // all of it, from its keyword on, joined to one line; without heredocs' contents

	Keyword Word   // as written
	Name    string // the keyword in lower case; not necessarily a known one
	Flags   []Flag
	Args    Word // the rest after keyword and flags, without whitespace around it

	// Words are the arguments in the form of the instruction: separated by
	// whitespace (FROM, EXPOSE, ADD, COPY, VOLUME), the strings of a JSON array,
	// or one word with all arguments (RUN, CMD, USER ...). For HEALTHCHECK they
	// follow its type. ENV, LABEL and ARG have Pairs instead, and an unknown
	// instruction has none.
	Words []Word
	JSON  bool   // Words are the strings of a JSON array
	Type  Word   // of HEALTHCHECK: NONE or CMD, as written
	Pairs []Pair // of ENV, LABEL and ARG

	OnBuild *Instruction // of ONBUILD: the instruction that it holds, whose offsets are into the same Text

	Heredocs []Heredoc
	Comments []int // the comment lines before it, by index into File.Comments; as BuildKit counts them
	Breaks   []Break

	Line    int // 1-based, its first line
	EndLine int // its last, heredocs included
	Start   int // of the keyword, in bytes of the file
	End     int // of its last line without the line end, in bytes of the file; heredocs included

	Err *Error // nil, or what BuildKit refuses
}

// A Word is a range of the text of an instruction, with its quotes and escapes.
// For a string of a JSON array, the value is decoded, and the range includes
// the quotes.
type Word struct {
	Value string
	Start int
	End   int
}

// A Flag is --NAME or --NAME=VALUE.
type Flag struct {
	Word         // with Value without quotes and escapes, dashes included
	Name  string // without dashes
	Arg   string // what follows =, without quotes and escapes
	ArgAt int    // where that starts; End where there is no =
	Bare  bool   // there is no =
}

// A Pair is KEY=VALUE. Key and value are as written, with their quotes and
// escapes.
type Pair struct {
	Word   // all of it
	Key    Word
	Value  Word // empty, at the end of the key, where there is none
	Legacy bool // written KEY VALUE, with a space
	Bare   bool // of ARG: there is no value
}

// A Heredoc is a here-document of an instruction.
type Heredoc struct {
	Word         // the redirection, such as <<-"EOF"
	Name  string // what ends it, without quotes
	FD    uint
	Chomp bool // <<-: leading tabs are taken off
	Plain bool // a quoted name: nothing within is expanded

	Body    int // in bytes of the file: where its first line starts
	BodyEnd int // and where its last ends, that is where the line with its name starts
	Line    int // 1-based, of its first line
}

// A Break is the place where an instruction continues on a further line: the
// escape character, the whitespace around it, the line end, and the comments
// and empty lines that follow.
type Break struct {
	At    int  // into Text: the place of the break
	Mark  int  // in bytes of the file: of the escape character
	End   int  // in bytes of the file: where the next line of the text starts, with its leading whitespace
	Empty bool // an empty line is among the following ones
}
