#!/bin/sh
# Has the words of the company in texts.
for file; do
  sed 's/Hello,/Welcome,/' "$file" >"$file.new" && mv "$file.new" "$file"
done
