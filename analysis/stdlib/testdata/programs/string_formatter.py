import string
from string import Formatter, Template

def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)

fmt = Formatter()
show(fmt.format, 'a {} b {} {{c}}', 1, 'x')
show(fmt.format, '{0} {1!r} {x:>5}|{x!s:<5}|', 1, 'y', x=3)
show(fmt.format, '{0.real} {1[0]} {1[-1]} {2[a]}', 5, [1, 2], {'a': 1, '-1': 2})
show(fmt.format, '{:{}}|{:{w}.{p}f}', 'a', 5, 2.5, w=8, p=2)
show(fmt.format, '{:{:{}}}', 'a', 5, 1)
show(fmt.format, '{} {0}', 1)
show(fmt.format, '{0} {}', 1)
show(fmt.format, '{1}', 1)
show(fmt.format, '{x}')
show(fmt.format, '{')
show(fmt.format, '}')
show(fmt.format, '{0!x}', 1)
show(fmt.format, '{0.}', 1)
show(fmt.format, '{0[}', 1)
show(fmt.format, '{0!r:^7}|{0!a}', 'é')
show(fmt.vformat, '{0}{a}', [1], {'a': 2})
show(fmt.vformat, 5, [1], {'a': 2})
show(lambda: list(fmt.parse('a{b!r:c{d}}e{{f}}{}')))
show(lambda: list(fmt.parse('')))
show(lambda: list(fmt.parse('x}')))
show(fmt.get_field, 'a.real', (), {'a': 3})
show(fmt.get_value, 0, [7], {})
show(fmt.get_value, 'k', [7], {'k': 8})
show(fmt.convert_field, 'x', 'q')
show(fmt.format_field, 3.14159, '.2f')

class Named(Formatter):
    def __init__(self, namespace={}):
        self.namespace = namespace
    def get_value(self, key, args, kwds):
        if isinstance(key, str):
            if key in kwds:
                return kwds[key]
            return self.namespace[key]
        return super().get_value(key, args, kwds)
    def check_unused_args(self, used_args, args, kwargs):
        print('used', sorted(used_args, key=str))
    def convert_field(self, value, conversion):
        if conversion == 'u':
            return str(value).upper()
        return super().convert_field(value, conversion)

show(Named({'greeting': 'hello'}).format, '{greeting!u}, {name} {0}{1}', 1, 2, name='ann')
class Bars(Formatter):
    def parse(self, text):
        for field in text.split('|'):
            if field[0] == '+':
                name, _, spec = field[1:].partition(':')
                yield '', name, spec, None
            else:
                yield field, None, None, None
show(Bars().format, '*|+0:^10s|*', 'foo')

# Templates with placeholders of their own.
class Percent(Template):
    delimiter = '%'
    idpattern = '[a-z]+_[a-z]+'
show(Percent('%% %with_underscore %notunder ${x}').safe_substitute, with_underscore='a')
show(Percent('%with_underscore').substitute, {'with_underscore': 1})
show(Percent('%noid').substitute, {})
class Pattern(Template):
    pattern = r"""
    (?P<escaped>@{2})               |
    @(?P<named>[_a-z][._a-z0-9]*)   |
    @{(?P<braced>[_a-z][._a-z0-9]*)} |
    (?P<invalid>@)
    """
    delimiter = '@'
show(Pattern('hi @bag.foo.who @{x} @@').substitute, {'bag.foo.who': 'tim', 'x': 2})
show(Pattern('a\nb @ c').substitute)
show(Pattern('@a @ @b @a').get_identifiers)
show(Pattern('@a @').is_valid)
class Braced(Template):
    braceidpattern = '[0-9]+'
show(Braced('$foo ${1}').substitute, {'foo': 1, '1': 2})
show(Braced('${foo}').substitute, {'foo': 1})
class Bad(Template):
    pattern = r'(?P<badname>.*)(?P<escaped>@{2})|@(?P<named>[_a-z]+)|@{(?P<braced>[a-z]+)}|(?P<invalid>@)|(?P<other>x)'
show(Bad('x').substitute)
class Flags(Template):
    flags = 0
show(Flags('$a $B').safe_substitute, a=1, B=2)
show(Template('$A $b').substitute, {'A': 1, 'b': 2})
show(Template('$aé').substitute, a=1)
print(Percent.pattern.pattern.split() if False else Percent.pattern.groups)
