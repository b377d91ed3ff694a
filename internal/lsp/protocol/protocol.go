// Package protocol has the part of the Language Server Protocol 3.18 that
// `autofix lsp` uses: the types of its messages, which tools/lsp_protocol
// generates from the protocol's own description, and the framing of messages on
// a pipe.
//
// A property that the server neither reads nor writes is left out, so that a
// client that sends something odd there is no problem. Where the protocol has
// alternatives, the types have the one that the server uses.
package protocol
