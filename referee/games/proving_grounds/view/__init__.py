"""View of Proving Grounds for people: pictures, tables, sentences, and forms for a person's answers."""
