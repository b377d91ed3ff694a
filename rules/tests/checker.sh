#!/bin/sh
# A checker that the tests declare, and that no action runs.
exit 9
