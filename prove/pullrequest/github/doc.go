// Package github talks to the REST interface of GitHub: what a proof needs of
// issues, comments, pull requests and permissions. Requests go over HTTP, with a
// token of the environment, or through the program gh, with the token of its
// user.
//
// Everything that a server says is data: bounded in size, and never shown as it
// is. No error has a token.
package github
