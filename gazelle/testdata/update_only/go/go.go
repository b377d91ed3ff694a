package go1
