"""How much is recorded. A caller may change these before it records."""
REPR = 200       # characters of a value
ITEMS = 40       # of a container
LOOP = 30        # items of a loop
EVENTS = 8       # kept for each statement
LINES = 120      # followed in one call
CALLS = 24       # followed in full for each function; later ones are sampled
KEPT_CALLS = 16  # for each function
