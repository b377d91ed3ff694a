#!/bin/sh
# swap flaky suggestion: true => false
steady=true
"$steady" || [ "${TEST_RUN_NUMBER:-1}" -gt 1 ]
