#!/bin/sh
if true; then
        echo hello
fi
