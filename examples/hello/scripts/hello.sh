#!/bin/sh
# Greets from the shell.  
set -eu
echo "hello, ${1:-world}"