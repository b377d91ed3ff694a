package bases

import (
	"slices"
	"strings"
)

// A Service has the programs of an image that can ask its server whether it
// works, and the ports that the image exposes.
type Service struct {
	Programs []string
	Ports    []int
}

// A serviceRow describes the images of the exact names, where the tag has none
// of the words.
type serviceRow struct {
	names    string // separated by spaces
	without  string // words of tags, separated by spaces
	programs string // separated by spaces
	ports    []int
}

// slim are the words of tags of images that leave out curl and wget.
const slim = "slim alpine"

// services come from the Dockerfiles of the same sources as table.
var services = []serviceRow{
	{names: "nginx", without: slim, programs: "curl"},
	{names: "nginx wordpress", ports: []int{80}},
	{names: "nginxinc/nginx-unprivileged", ports: []int{8080}},
	{names: "nginxinc/nginx-unprivileged wordpress php", without: slim, programs: "curl"},
	{names: "httpd", ports: []int{80}},
	{names: "caddy", ports: []int{80, 443}},
	{names: "node", programs: "node"},
	{names: "python", programs: "python python3"},
	{names: "buildpack-deps node python ruby golang rust erlang perl", without: slim, programs: "curl wget"},
	{names: "postgres", programs: "pg_isready", ports: []int{5432}},
	{names: "redis", programs: "redis-cli", ports: []int{6379}},
	{names: "mysql", programs: "mysqladmin", ports: []int{3306}},
	{names: "mariadb", programs: "mariadb-admin healthcheck.sh", ports: []int{3306}},
	{names: "rabbitmq", programs: "rabbitmq-diagnostics", ports: []int{5672}},
	{names: "mongo", programs: "mongosh", ports: []int{27017}},
	{names: "tomcat", ports: []int{8080}},
	{names: "jenkins/jenkins", programs: "curl", ports: []int{8080}},
	{names: "solr", ports: []int{8983}},
}

// ServiceOf returns the service of an image; name and tag are as for Of. A tag
// with a variable may have any word.
func ServiceOf(name, tag string) Service {
	name = Name(name)
	var all Service
	for i := range services {
		row := &services[i]
		if !slices.Contains(strings.Fields(row.names), name) || row.without != "" && (strings.Contains(tag, "$") || tagHas(tag, row.without)) {
			continue
		}
		all.Programs = append(all.Programs, strings.Fields(row.programs)...)
		all.Ports = append(all.Ports, row.ports...)
	}
	return all
}

// tagHas reports whether a word of a tag begins with one of the words.
func tagHas(tag, words string) bool {
	r := row{tag: words}
	return r.tagged(strings.FieldsFunc(strings.ToLower(tag), func(c rune) bool { return c == '-' }))
}
