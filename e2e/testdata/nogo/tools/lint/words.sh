#!/bin/sh
# Prints a diff that has another word for "free", wherever it is.
for file; do
  sed 's/"free"/"gratis"/' "$file" | diff -u --label="a/$file" --label="b/$file" "$file" -
done
exit 0
