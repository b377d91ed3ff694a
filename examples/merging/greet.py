import os


def greet(name, log):
    if name:
        log.warn('Hello, %s' % name)
