// Others.
