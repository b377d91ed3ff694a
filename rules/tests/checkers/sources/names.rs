// Names.
