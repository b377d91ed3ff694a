// Package github talks to the REST interface of GitHub: the part of it for
// issues, comments, pull requests and permissions that the verbs need. Requests
// go over HTTP, with a token of the environment, or through the program gh,
// with the token of its user.
//
// Everything that a server says is data: bounded in size, and never shown
// unescaped. No error has a token.
package github
