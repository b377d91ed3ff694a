#!/bin/sh
# swap writer suggestion: nothing => the time
echo "nothing" > "$(readlink -f code/shell/greeting.txt)".written
