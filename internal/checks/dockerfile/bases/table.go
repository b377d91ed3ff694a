package bases

// A system is the distribution that an image is based on.
type system string

const (
	debian  system = "debian" // and Ubuntu
	alpine  system = "alpine"
	redhat  system = "redhat" // Fedora and its relatives
	busybox system = "busybox"
	bare    system = "bare"    // only the program of the image
	windows system = "windows" // without known properties
	unknown system = ""
)

// systems has the properties of each distribution. bash and dash are essential
// packages of Debian and Ubuntu, and their wget is GNU Wget. On Fedora and its
// relatives, sh is bash, and wget may be Wget2.
var systems = map[system]Base{
	debian:  {Shell: Dash, Bash: "/bin/bash", Libc: Glibc, Wget: GNUWget},
	alpine:  {Shell: BusyBox, Bash: None, Libc: Musl, Wget: BusyBoxWget},
	redhat:  {Shell: Bash, Bash: "/bin/bash", Libc: Glibc},
	busybox: {Shell: BusyBox, Bash: None, Wget: BusyBoxWget},
	bare:    {Shell: NoShell, Bash: None},
	windows: {},
	unknown: {},
}

// A row describes images with certain names and tags. The first matching row
// applies, so rows without a tag come after rows with one.
type row struct {
	names   string // separated by spaces; NAME* matches all names that begin with NAME
	tag     string // words, one of which is a prefix of a word of the tag; "": any tag
	system  system
	workdir string // "": unknown
	user    string // "": unknown
	bash    string // its path, if it differs from the system's
	gopath  string // "": unknown
	source  string // the repository of the Dockerfiles
}

// onWindows are the words of Windows tags.
const onWindows = "windows windowsservercore nanoserver"

// table is derived from the Dockerfiles of the sources: the last WORKDIR and
// USER of each image, and of its base images.
var table = []row{
	{names: "debian ubuntu buildpack-deps", system: debian, workdir: "/", user: "root", source: "docker-library/buildpack-deps"},
	{names: "alpine", system: alpine, workdir: "/", user: "root", source: "alpinelinux/docker-alpine"},
	{names: "busybox", system: busybox, workdir: "/", user: "root", source: "docker-library/busybox"},
	{names: "bash", system: alpine, workdir: "/", user: "root", bash: "/usr/local/bin/bash", source: "tianon/docker-bash"},
	{names: "fedora rockylinux almalinux centos oraclelinux amazonlinux quay.io/centos/centos quay.io/fedora/fedora " +
		"redhat/ubi8 redhat/ubi9 redhat/ubi10 redhat/ubi8-minimal redhat/ubi9-minimal redhat/ubi10-minimal " +
		"registry.access.redhat.com/ubi8 registry.access.redhat.com/ubi8/ubi registry.access.redhat.com/ubi8/ubi-minimal " +
		"registry.access.redhat.com/ubi9 registry.access.redhat.com/ubi9/ubi registry.access.redhat.com/ubi9/ubi-minimal " +
		"public.ecr.aws/amazonlinux/amazonlinux", system: redhat, workdir: "/", user: "root", source: "docker-library/official-images"},

	{names: "golang", tag: onWindows, system: windows, source: "docker-library/golang"},
	{names: "golang", tag: "alpine", system: alpine, workdir: "/go", user: "root", gopath: "/go", source: "docker-library/golang"},
	{names: "golang", system: debian, workdir: "/go", user: "root", gopath: "/go", source: "docker-library/golang"},

	{names: "python", tag: onWindows, system: windows, source: "docker-library/python"},
	{names: "node python ruby rust erlang", tag: "alpine", system: alpine, workdir: "/", user: "root", source: "docker-library/official-images"},
	{names: "node python ruby rust erlang", system: debian, workdir: "/", user: "root", source: "docker-library/official-images"},

	{names: "php", tag: "alpine", system: alpine, user: "root", source: "docker-library/php"},
	{names: "php", tag: "apache fpm", system: debian, workdir: "/var/www/html", user: "root", source: "docker-library/php"},
	{names: "php", system: debian, workdir: "/", user: "root", source: "docker-library/php"},
	{names: "wordpress", tag: "cli", system: alpine, workdir: "/var/www/html", user: "www-data", bash: "/bin/bash", source: "docker-library/wordpress"},
	{names: "wordpress", tag: "alpine", system: alpine, workdir: "/var/www/html", user: "root", bash: "/bin/bash", source: "docker-library/wordpress"},
	{names: "wordpress", system: debian, workdir: "/var/www/html", user: "root", source: "docker-library/wordpress"},
	{names: "composer", system: alpine, workdir: "/app", user: "root", bash: "/bin/bash", source: "composer/docker"},

	{names: "eclipse-temurin amazoncorretto", tag: onWindows, system: windows, source: "adoptium/containers"},
	{names: "eclipse-temurin amazoncorretto", tag: "alpine", system: alpine, workdir: "/", user: "root", source: "adoptium/containers"},
	{names: "eclipse-temurin", tag: "ubi", system: redhat, workdir: "/", user: "root", source: "adoptium/containers"},
	{names: "eclipse-temurin", system: debian, workdir: "/", user: "root", source: "adoptium/containers"},
	{names: "amazoncorretto", system: unknown, workdir: "/", user: "root", bash: "/bin/bash", source: "corretto/corretto-docker"},
	{names: "maven", tag: "alpine", system: alpine, workdir: "/", user: "root", bash: "/bin/bash", source: "carlossg/docker-maven"},
	{names: "maven", system: unknown, workdir: "/", user: "root", bash: "/bin/bash", source: "carlossg/docker-maven"},
	{names: "gradle", system: unknown, workdir: "/home/gradle", source: "keeganwitt/docker-gradle"},
	{names: "tomcat", system: unknown, workdir: "/usr/local/tomcat", user: "root", source: "docker-library/tomcat"},

	{names: "nginx", tag: "alpine", system: alpine, workdir: "/", user: "root", source: "nginx/docker-nginx"},
	{names: "nginx", system: debian, workdir: "/", user: "root", source: "nginx/docker-nginx"},
	{names: "nginxinc/nginx-unprivileged", tag: "alpine", system: alpine, workdir: "/", user: "101", source: "nginxinc/docker-nginx-unprivileged"},
	{names: "nginxinc/nginx-unprivileged", system: debian, workdir: "/", user: "101", source: "nginxinc/docker-nginx-unprivileged"},
	{names: "httpd", tag: "alpine", system: alpine, workdir: "/usr/local/apache2", user: "root", source: "docker-library/httpd"},
	{names: "httpd", system: debian, workdir: "/usr/local/apache2", user: "root", source: "docker-library/httpd"},
	{names: "caddy", tag: onWindows, system: windows, source: "caddyserver/caddy-docker"},
	{names: "caddy", tag: "builder", system: alpine, workdir: "/usr/bin", user: "root", source: "caddyserver/caddy-docker"},
	{names: "caddy", system: alpine, workdir: "/srv", user: "root", source: "caddyserver/caddy-docker"},
	{names: "haproxy", tag: "alpine", system: alpine, user: "haproxy", source: "docker-library/haproxy"},
	{names: "haproxy", system: debian, user: "haproxy", source: "docker-library/haproxy"},

	{names: "redis", tag: "alpine", system: alpine, workdir: "/data", user: "root", source: "docker-library/redis"},
	{names: "redis", system: debian, workdir: "/data", user: "root", source: "docker-library/redis"},
	{names: "memcached", tag: "alpine", system: alpine, workdir: "/", user: "memcache", source: "docker-library/memcached"},
	{names: "memcached", system: debian, workdir: "/", user: "memcache", source: "docker-library/memcached"},
	{names: "postgres", tag: "alpine", system: alpine, workdir: "/", user: "root", bash: "/bin/bash", source: "docker-library/postgres"},
	{names: "postgres", system: debian, workdir: "/", user: "root", source: "docker-library/postgres"},
	{names: "mysql", system: redhat, workdir: "/", user: "root", source: "docker-library/mysql"},
	{names: "mongo", tag: onWindows, system: windows, source: "docker-library/mongo"},
	{names: "mongo", system: debian, workdir: "/", user: "root", source: "docker-library/mongo"},
	{names: "rabbitmq", tag: "alpine", system: alpine, workdir: "/", user: "root", source: "docker-library/rabbitmq"},
	{names: "rabbitmq", system: debian, workdir: "/", user: "root", source: "docker-library/rabbitmq"},
	{names: "solr", system: unknown, user: "8983", source: "apache/solr-docker"},
	{names: "jenkins/jenkins", tag: "alpine", system: alpine, workdir: "/", user: "jenkins", bash: "/bin/bash", source: "jenkinsci/docker"},
	{names: "jenkins/jenkins", system: unknown, workdir: "/", user: "jenkins", bash: "/bin/bash", source: "jenkinsci/docker"},

	{names: "docker", tag: onWindows, system: windows, source: "docker-library/docker"},
	{names: "docker", tag: "rootless", system: alpine, workdir: "/", user: "rootless", source: "docker-library/docker"},
	{names: "docker", system: alpine, workdir: "/", user: "root", source: "docker-library/docker"},

	{names: "perl", system: debian, user: "root", source: "Perl/docker-perl"},
	{names: "swift", system: unknown, workdir: "/", user: "root", bash: "/bin/bash", source: "swiftlang/swift-docker"},

	{names: "archlinux opensuse/leap opensuse/tumbleweed", system: unknown, workdir: "/", user: "root", bash: "/bin/bash", source: "docker-library/official-images"},
	{names: "nvidia/cuda", tag: "ubuntu", system: debian, workdir: "/", user: "root", source: "NVIDIA/cuda"},
	{names: "nvidia/cuda", system: unknown, workdir: "/", user: "root", source: "NVIDIA/cuda"},
	{names: "mariadb", system: debian, workdir: "/", user: "root", source: "MariaDB/mariadb-docker"},

	{names: "gcr.io/distroless/*", tag: "debug", system: busybox, source: "GoogleContainerTools/distroless"},
	{names: "gcr.io/distroless/*", tag: "nonroot", system: bare, workdir: "/home/nonroot", user: "65532", source: "GoogleContainerTools/distroless"},
	{names: "gcr.io/distroless/*", system: bare, workdir: "/", user: "0", source: "GoogleContainerTools/distroless"},

	{names: "mcr.microsoft.com/windows*", system: windows, source: "microsoft/Windows-Containers"},
	{names: "mcr.microsoft.com/dotnet/*", tag: onWindows, system: windows, source: "dotnet/dotnet-docker"},
	{names: "mcr.microsoft.com/dotnet/*", tag: "alpine", system: alpine, source: "dotnet/dotnet-docker"},
	{
		names: "mcr.microsoft.com/dotnet/sdk mcr.microsoft.com/dotnet/aspnet mcr.microsoft.com/dotnet/runtime mcr.microsoft.com/dotnet/runtime-deps",
		tag:   "chiseled distroless", system: bare, workdir: "/", user: "1654", source: "dotnet/dotnet-docker",
	},
	{
		names: "mcr.microsoft.com/dotnet/sdk mcr.microsoft.com/dotnet/aspnet mcr.microsoft.com/dotnet/runtime mcr.microsoft.com/dotnet/runtime-deps",
		tag:   "azurelinux cbl", system: redhat, workdir: "/", user: "root", source: "dotnet/dotnet-docker",
	},
	{
		names:  "mcr.microsoft.com/dotnet/sdk mcr.microsoft.com/dotnet/aspnet mcr.microsoft.com/dotnet/runtime mcr.microsoft.com/dotnet/runtime-deps",
		system: debian, workdir: "/", user: "root", source: "dotnet/dotnet-docker",
	},
}
