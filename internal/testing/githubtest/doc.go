// Package githubtest is a server for tests that answers as GitHub does: its REST
// interface, of which requests and answers are checked against the document that
// GitHub publishes, and git over HTTP by the real git http-backend.
package githubtest
