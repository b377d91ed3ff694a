#!/bin/sh
set -eu
echo "deploying $1"
