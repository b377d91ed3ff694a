"""The known name that an unknown one is likely a misspelling of."""

def nearest(name, known):
    """Returns the known name that a name is likely a misspelling of.

    Args:
      name: a string.
      known: a list of string.

    Returns:
      A string, or None if no known name is near.
    """
    best, distance = None, len(name) // 3 + 1
    for candidate in known:
        wrong = distance_of(name, candidate)
        if wrong <= distance and (best == None or wrong < distance):
            best, distance = candidate, wrong
    return best

def distance_of(a, b):
    """Returns how far two names are apart: Levenshtein's distance.

    Args:
      a: a string.
      b: a string.

    Returns:
      An int, the characters to insert, delete or replace.
    """

    # One row of the table at a time.
    above = range(len(b) + 1)
    for i, char in enumerate(a.elems()):
        row = [i + 1]
        for j, other in enumerate(b.elems()):
            row.append(min(above[j + 1] + 1, row[j] + 1, above[j] + (0 if char == other else 1)))
        above = row
    return above[-1]
