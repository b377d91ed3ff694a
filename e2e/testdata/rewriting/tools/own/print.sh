#!/bin/sh
# Prints the new text of a file: print SCRIPT FILE
exec sed -f "$1" "$2"
