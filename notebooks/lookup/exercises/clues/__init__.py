"""Why an answer is wrong, in words.

causes.py          what `check` says of it: hints, or what is true in general and where it fails
own_hints.py       the exercise's own hints; trial.py: what became of an answer in one trial
general_causes.py  what is true of all failing trials, from the facts of each:
                   kind_facts, tensor_facts, list_facts, sequence_facts, number_facts
code_facts.py      what is true of the code as it is written
stops.py           an answer that raises: at which line, and what that means; meanings.py: the table
"""
