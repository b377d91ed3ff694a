// Package protocol has the types of the Language Server Protocol 3.18 that
// `autofix lsp` uses. The command tools/lsp_protocol generates them from the
// published description of the protocol.
//
// A property that the server neither reads nor writes is left out, so that an
// unexpected value there does no harm. Where the protocol has alternatives, the
// types have the one that the server uses.
package protocol
