package split

import "testing"

func TestVariants(t *testing.T) {
	for _, test := range []struct {
		old, image string
		want       bool
	}{
		{"python:3.12", "python:3.12-slim", true},
		{"ruby:3.3", "ruby:3.3-alpine3.20", true},
		{"php:8.3-fpm", "php:8.3-fpm-alpine", true},
		{"php:8.3-apache-bookworm", "php:8.3-apache", true},
		{"python:3.7-stretch", "python:3.7-slim-stretch", true},
		{"node:8-stretch", "node:8-slim", true},
		{"eclipse-temurin:21-jdk-jammy", "eclipse-temurin:21-jre-jammy", true},
		{"nvidia/cuda:12.4.1-cudnn-devel-ubuntu22.04", "nvidia/cuda:12.4.1-cudnn-runtime-ubuntu22.04", true},
		{"python", "python:3-slim", false},
		{"python:latest", "python:slim", true},
		{"openjdk:jre", "openjdk:jre-slim", true},
		{"openjdk:jre", "openjdk:17-jre-slim", false},

		{"php:8.3-cli", "php:8.3-apache", false},
		{"php:8.3-fpm", "php:8.3-alpine", false},
		{"php:8.3-apache", "php:8.3", false},
		{"php:8.3", "php:8.3-fpm-alpine", false},
		{"php:8.3-zts", "php:8.3-alpine", false},
		{"python:3.12", "python:3.11-slim", false},
		{"python:3.12", "python:slim", false},
		{"python:3.12-slim", "python:3.12-evil", false},
		{"python:3.12", "evil/python:3.12-slim", false},
		{"python:3.12-rc", "python:3.12-slim", false},
		{"nvidia/cuda:12.4.1-devel-ubuntu22.04", "nvidia/cuda:12.4.1-runtime-ubuntu24.04", false},
		{"nvidia/cuda:12.4.1-cudnn-devel-ubuntu22.04", "nvidia/cuda:12.4.1-runtime-ubuntu22.04", false},
	} {
		if got := isVariant(test.image, test.old); got != test.want {
			t.Errorf("%s of %s: %v", test.image, test.old, got)
		}
	}
}

func TestRuntimes(t *testing.T) {
	for _, test := range []struct {
		name, had string
		want      bool
	}{
		{"openjdk-21-jre", "openjdk-21-jdk", true},
		{"openjdk-21-jre-headless", "openjdk-21-jdk", true},
		{"openjdk-21-jre-headless", "openjdk-21-jdk-headless", true},
		{"default-jre-headless", "default-jdk", true},
		{"temurin-21-jre", "temurin-21-jdk", true},
		{"openjdk21-jre-headless", "openjdk21", true},
		{"openjdk21-jre", "openjdk21-jdk", true},
		{"java-21-openjdk-headless", "java-21-openjdk-devel", true},
		{"java-1.8.0-openjdk", "java-1.8.0-openjdk-devel", true},
		{"aspnetcore-runtime-9.0", "dotnet-sdk-9.0", true},
		{"dotnet9-runtime", "dotnet9-sdk", true},
		{"python3", "python3-pip", true},
		{"python3.11", "python3.11-venv", true},
		{"python3", "py3-pip", true},
		{"nodejs", "npm", true},
		{"ruby", "ruby-full", true},
		{"default-jre-headless", "maven", true},
		{"python3.12", "python3.11-venv", false},
		{"python3-pip", "python3-venv", false},
		{"python3", "python3-evil", false},
		{"openjdk-21-jre", "maven", false},
		{"npm", "nodejs", false},
		{"nodejs", "npm-evil", false},
		{"openjdk-17-jre", "openjdk-21-jdk", false},
		{"openjdk-21-jre-evil", "openjdk-21-jdk", false},
		{"evil-jre", "openjdk-21-jdk", false},
		{"-jre", "openjdk21-jdk", false},
		{"openjdk-21-jdk", "openjdk-21-jre", false},
		{"evil", "evil-headless", false},
		{"java-17-openjdk-headless", "java-21-openjdk-devel", false},
		{"dotnet-runtime-8.0", "dotnet-sdk-9.0", false},
		{"evil-runtime", "evil-sdk", false},
		{"dotnet", "dotnet", false},
	} {
		if got := isRuntimeOf(test.name, test.had); got != test.want {
			t.Errorf("%s of %s: %v", test.name, test.had, got)
		}
	}
}
