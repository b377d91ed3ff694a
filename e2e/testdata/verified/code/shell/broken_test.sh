#!/bin/sh
# swap broken suggestion: always => never
echo "broken as always"
exit 1
