package analyzed
