#!/bin/sh
# swap greeting-comment suggestion: # the => # The
# the greeting must stay
grep -q '^hello' code/shell/greeting.txt
