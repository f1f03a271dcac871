"""Tables about Ékarté."""
