#!/bin/bash
NAMES=all
names() { echo "é" $1; }
