print([n for n in dir([]) if not n.startswith('_')])
print(len(dir('')), len(dir({})), len(dir(5)), dir(object()))
class L(list): pass
print(len(dir(L)), '__len__' in vars(int), '__len__' in vars(list), hasattr([], 'foo'), hasattr([], 'append'))
try: [].foo
except AttributeError as e: print(e)
try: 'x'.foo
except AttributeError as e: print(e)
try: (5).foo
except AttributeError as e: print(e)
try: None.foo
except AttributeError as e: print(e)
