"""Words of a text, as a shell splits it."""

def shell_words(text):
    """Splits a text into words, as the rules of C++ do with their copts.

    Args:
      text: a string, with words between spaces, which may be quoted.

    Returns:
      A list of string.
    """
    words = []
    word = None  # None between words
    quote = ""
    escaped = False
    for char in text.elems():
        if escaped:
            word, escaped = word + char, False
        elif char == "\\" and quote != "'":
            word, escaped = word or "", True
        elif quote:
            if char == quote:
                quote = ""
            else:
                word = word + char
        elif char in "'\"":
            word, quote = word or "", char
        elif char.isspace():
            if word != None:
                words.append(word)
            word = None
        else:
            word = (word or "") + char
    return words if word == None else words + [word]
