"""Write random Python programs over the whole language, and run programs.

    programs.py < REQUESTS > ANSWERS

One JSON object a line: {"seed": N} writes the program of a seed and runs it, {"source": TEXT} runs a
program that is given, {"shrink": TEXT, "stage": N} lists smaller
ones. The answer to a run is {"source", "output",
"error", "hits"}: what was printed, the exception that ended it, and how often each line ran. An answer
of {"source", "skip": true} stands for a program that takes too long or has no single outcome.

A program is built from templates in which a hole names the type that is wanted. Now and then a hole is
filled with a value of another type, since messages of errors are compared too.
"""
import ast
import contextlib
import io
import json
import os
import random
import re
import resource
import signal
import sys
import warnings

EXPRESSIONS = {
    "I": """<n> <n> <v:I> <v:I> <v:I> (<I>+<I>) (<I>-<I>) (<I>*<n>) (<I>//<I>) (<I>%<I>) -<I> ~<I> abs(<I>) (<I>**<s>) (<I><<<s>) (<I>>><s>)
        (<I>&<I>) (<I>|<I>) (<I>^<I>) len(<S>) len(<LI>) len(<D>) len(<E>) len(<Y>) sum(<LI>) max(<LI>,default=<n>) min(<I>,<I>) ord(<S>[<s>])
        int(<F>) int(<Q>) round(<F>) (<S>).find(<S>) (<S>).count(<S>) (<S>).index(<S>) (<LI>).index(<I>) (<LI>).count(<I>) <LI>[<s>] <LI>[-1]
        <D>[<S>] (<D>).get(<S>,<n>) (<I> if <B> else <I>) (<I> or <I>) (<I> and <I>) divmod(<I>,<I>)[1] pow(<I>,<s>,7) (<I>).bit_length() (<I>).bit_count()
        int(<S>,<s>) hash(<I>) hash(<F>) next(iter(<LI>)) <Y>[<s>] <T>[0] (lambda*a,k=<n>:len(a)+k)(*<LI>) functools.reduce(operator.add,<LI>,<n>)
        math.gcd(<I>,<I>) math.comb(<s>,<s>) bisect.bisect(<LI>,<I>) int.from_bytes(<Y>,'little') collections.Counter(<S>).total() (<S>).rfind(<S>)
        sum(x*y for(x,y)in(zip(<LI>,<LI>))) sum(1 for(c)in(<S>)if(c.isalpha())) <BIG> (<BIG>%<I>) (<BIG>//<I>) math.isqrt(abs(<I>))""",
    "BIG": "10**<w> (<I>**<w>) (2**64-<n>) -(3**<w>) (<BIG>+<BIG>) (<BIG>*<I>) (1<<<w>) math.factorial(<s>+18) 12345678901234567890",
    "F": """<f> <f> <v:F> <v:F> (<F>+<F>) (<F>-<F>) (<F>*<F>) (<F>/<F>) (<I>/<I>) (<F>//<F>) (<F>%<F>) (<F>**<s>) -<F> abs(<F>) float(<I>) round(<F>,<s>)
        math.sqrt(abs(<F>)) sum([<F>,<F>]) float(<Q>) math.floor(<F>) math.fmod(<F>,<F>) max(<F>,<F>) statistics.mean(<LI>) math.hypot(<F>,<F>)
        (<BIG>/<I>) (<C>).real abs(<C>) (<F>).__round__(1) math.fsum([<F>,<F>,<F>]) float.fromhex('0x1.8p<s>') math.copysign(<F>,<F>) math.ldexp(<F>,<s>)""",
    "C": "complex(<F>,<F>) (<C>+<C>) (<C>*<C>) (<F>+2j) (<C>).conjugate() (<C>/<C>) (<C>**2) -<C>",
    "B": """True False <v:B> (<I><<I>) (<I>==<I>) (<F>>=<F>) (<S>==<S>) (<S> in <S>) (<I> in <LI>) (not <B>) (<B> and <B>) (<B> or <B>) (<I><<I><=<I>)
        isinstance(<X>,<K>) (<S>).isdigit() (<S>).startswith(<S>) bool(<X>) all(<LI>) any(<LI>) (<E><=<E>) (<LI><<LI>) (<S>!=<S>) (<S>).isidentifier()
        (<S>).isspace() (<S>).islower() (<S>).istitle() callable(<X>) (<X> is None) (<S> in <D>) (<X>==<X>) (<E>).isdisjoint(<E>) hasattr(<X>,'upper') (<T><<T>)
        (<F>).is_integer() (<D>==<D>) (<Y><<Y>) bool(re.search(<R>,<S>)) math.isclose(<F>,<F>)""",
    "S": """<q> <q> <v:S> <v:S> <v:S> (<S>+<S>) (<S>*<s>) <S>[<s>:] <S>[::-1] <S>[<s>] <S>[<SL>] str(<X>) repr(<X>) (<S>).upper() (<S>).lower() (<S>).title() (<S>).strip()
        (<S>).strip(<S>) (<S>).replace(<S>,<S>) (<S>).join(<LS>) (<S>).center(<w>,'*') (<S>).zfill(<s>) (<S>).rjust(<s>) f'{<v:S>}-{<v:I>}' f'{<v:I>:<FI>}' f'{<v:F>:<FF>}'
        f'{<v:S>:<FS>}' f'{<v:M>!r}' f'{<v:I>=}' f'{<v:S>!r:>{<w>}}' '<PI>'%<I> '<PF>'%<F> '<PS>'%(<S>,) '%s|%r'%(<S>,<S>) '{}:{}'.format(<X>,<X>)
        '{0[0]}{1!r:<<w>}'.format(<LS>,<S>) '{a:<FI>}'.format(a=<I>) format(<I>,'<FI>') format(<F>,'<FF>') format(<S>,'<FS>') chr(97+abs(<I>)%26) hex(<I>) bin(<I>) oct(<I>)
        (<S>).swapcase() (<S>).capitalize() (<S>).expandtabs(<s>) (<S>).removeprefix(<S>) (<S>).casefold() ascii(<S>) (<S>).translate({97:'Z',98:None}) <LS>[<s>]
        (<Y>).decode() (<Y>).hex() (<S> if <B> else <S>) (<S> or <S>) max(<LS>,key=len) re.sub(<R>,<q>,<S>) textwrap.fill(<S>,<w>) json.dumps(<J>) type(<X>).__name__
        str(<BIG>) f'{10**<w>:,}' f'{<v:F>:{<s>}.{<s>}}' ('%(k)s'%{'k':<X>}) ','.join(map(str,<LI>)) string.capwords(<S>) f'{3-2.5j:.2f}' str(<Y>,'latin-1') str(<K>)
        '%*d'%(<s>,<I>) '%c'%<s> '%x'%<I> '{:{}}'.format(<I>,<s>) f'{<v:B>:<s>}' '{!s:.<s>}'.format(<X>)""",
    "Q": "'<n>' '<f>' ' <n> ' '1_0' 'x' '' '1e3' 'nan' '-inf' '0x10' '\\u0663'",
    "Y": """b'<l>' b'' bytes(<LI>) (<S>).encode() bytes(<s>) (<Y>+<Y>) (<Y>*<s>) <Y>[<SL>] (<Y>).upper() (<Y>).replace(b'a',b'<l>') bytes([<s>,<s>]) (<S>).encode('utf-16-le')
        (<I>).to_bytes(4,'big') struct.pack('<i',<s>) base64.b64encode(<Y>) bytes.fromhex('0<s>ff') b'%d-%s'%(<I>,<Y>) (<Y>).join([b'x',b'y'])""",
    "LI": """[<n>,<n>,<n>] [] <v:LI> <v:LI> <v:LI> [<I>,<I>] list(range(<s>)) list(range(<n>,<n>,<z>)) [x*<n>for(x)in(<LI>)] [x for(x)in(<LI>)if(x><n>)] sorted(<LI>)
        sorted(<LI>,reverse=True) sorted(<LI>,key=lambda x:-x%3)[0:3] (<LI>+<LI>) (<LI>*<s>) <LI>[<SL>] <LI>[::-1] list(map(lambda x:x+<n>,<LI>)) [*<LI>,<I>] list(<E>)
        list(filter(None,<LI>)) [len(w) for(w)in(<LS>)] list(itertools.accumulate(<LI>)) [ord(c) for(c)in(<S>)] list((<D>).values()) list(reversed(<LI>))
        list(itertools.chain(<LI>,<LI>)) [a*b for(a)in(<LI>) for(b)in(<LI>)][:5] list(dict.fromkeys(<LI>)) heapq.nsmallest(<s>,<LI>) list(<Y>) [int(c) for(c)in(str(abs(<I>)))]
        list(itertools.islice(itertools.count(<n>,<n>),<s>)) list(itertools.takewhile(lambda x:x<<n>,<LI>)) list(array.array('i',<LI>))""",
    "LS": """[<q>,<q>] <v:LS> <v:LS> (<S>).split() (<S>).split(<S>) list(<S>) sorted(<LS>) [w.upper() for(w)in(<LS>)] <LS>[<SL>] [*<LS>,<S>] (<S>).splitlines() (<S>).rsplit(<S>,1)
        list(map(str,<LI>)) sorted(<LS>,key=len) [k for(k)in(<D>)] list(<D>) re.findall(<R>,<S>) list((<S>).partition(<S>)) re.split(<R>,<S>) (<LS>+<LS>)
        [''.join(p) for(p)in(itertools.permutations('abc',2))] textwrap.wrap(<S>,<w>) [f'{i}{c}'for(i,c)in(enumerate(<S>))] sorted(set(<LS>)) list(dict.fromkeys(<S>))""",
    "D": """{<q>:<n>,<q>:<n>} {} <v:D> <v:D> {w:len(w) for(w)in(<LS>)} dict(zip(<LS>,<LI>)) {**<D>,<S>:<I>} dict(a=<n>,b=<I>) (<D>|<D>) {k:v for(k,v)in((<D>).items())if(v><n>)}
        dict(collections.Counter(<S>)) dict.fromkeys(<LS>,<n>) dict(sorted((<D>).items())) {k:v*2 for(k,v)in((<D>).items())}""",
    "E": """{<n>,<n>,<I>} set(<LI>) set() (<E>|<E>) (<E>&<E>) (<E>-<E>) (<E>^<E>) {x%<m>for(x)in(<LI>)} frozenset(<LI>) (<E>).union(<LI>) set(range(<s>)) <v:E>""",
    "T": """(<I>,<S>) (<n>,) (<X>,<X>,<X>) tuple(<LI>) (*<LI>,<S>) <T>[<SL>] (<T>+<T>) divmod(<I>,<I>) (<S>).partition(<S>) (1,2)*<s> max(zip(<LI>,<LS>)) math.frexp(<F>) (<F>).as_integer_ratio()""",
    "J": """<LI> <LS> <D> [None,True,<F>,<S>] {'a':[<I>,{'b':<X>}]} <T> <B> None <S>""",
    "X": """<I> <I> <F> <S> <S> <B> None <LI> <LS> <D> <T> <E> <Y> <C> [<X>,<X>] {<n>:<X>} (<X>,) <BIG> range(<n>,<n>,<z>) slice(<n>,<s>) ... fractions.Fraction(<I>,<m>) decimal.Decimal('<f>')
        datetime.date(2000+<s>,1+<s>,1+<s>) datetime.timedelta(<n>,<n>) bytearray(<Y>) collections.deque(<LI>,<s>) collections.OrderedDict(<D>) collections.Counter(<LI>) <K> collections.defaultdict(int,<D>)
        <v:O> <v:O> type(<X>) json.loads(json.dumps(<J>)) copy.deepcopy(<X>) <v:M> <v:M>""",
    "K": "int str float list dict tuple bool set (int,str) bytes object type(None)",
    "R": r"r'\w+' r'\d' r'[aeiou]' r'(a|b)+' r'^.' r'.$' r'\s*' r'(\w)(\w)?' r'a*?b' r'(?i)[A-M]' r'x*' r'\b' r'(?P<g1>.)(?=.)'",
    "SL": "<s>:<s> <n>:<n> :<n> <n>: <n>:<n>:<z> ::<z> :: -<s>:",
    "FI": "<s> 0<w> +d , _x #b >8 ^9 <8 *^<w>d x #X o e .2f % =+7 c n 08,d s -<s> 5.1",
    "FF": ".2f .<s>e g .3g 10.1f +.1f % ,.2f 08.2f *>12 .0f n E #.0f _.1f = z d <12.4",
    "FS": "<s> ><w> ^<w> *<<w> .<s> s 05 _^<w>.<s> =5 d",
    "PI": "%d %5d %-5d| %05d %+d %x %#o %s %r %i %X %e %c %.3d %u",
    "PF": "%f %.2f %e %g %10.3f %-8.1f| %s %d %.0f %+.2e %#.3g %r",
    "PS": "%s %r %5s %-5s| %.2s %a %d %c %%%s",
}
STATEMENTS = """
<v:I> = <I>
<v:S> = <S>
<v:F> = <F>
<v:B> = <B>
<v:LI> = <LI>
<v:LS> = <LS>
<v:D> = <D>
<v:E> = set(<E>)
<v:I> += <I>
<v:I> <op>= <I>
<v:S> += <S>
<v:LI> += <LI>
<v:LI>.append(<I>)
<v:LI>.extend(<LI>)
<v:LI>.insert(<n>, <I>)
<v:LI>.pop(<s>)
<v:LI>.remove(<I>)
<v:LI>.sort(key=lambda x: x % <m>)
<v:LI>.reverse()
<v:LI>[<s>] = <I>
<v:LI>[<SL>] = <LI>
del <v:LI>[<s>]
del <v:LI>[<SL>]
<v:D>[<S>] = <I>
<v:D>[<S>] += <I>
<v:D>.update(<D>)
<v:D>.pop(<S>, <X>)
<v:D>.setdefault(<S>, <I>)
del <v:D>[<S>]
<v:E>.add(<I>)
<v:E>.discard(<I>)
<v:E> |= <E>
<v:E>.remove(<I>)
<v:I>, <v:S> = <I>, <S>
<v:I>, *<v:LI> = <LI>
*<v:LS>, <v:S> = <LS>
(<v:I>, <v:F>), <v:S> = (<I>, <F>), <S>
<v:M> = <X>
P(<X>)
P(<X>, <X>)
P(<X>)
P(<S>)
P(<F>)
P(<LI>, <D>)
P(sorted(<E>), <B>)
P(eq(<X>, <X>))
assert <B>, <S>
raise <EXC>
P(z := <X>, z)
P(f'{<v:M>!s}' f'{<v:I>:<FI>}')
P(<v:O>.<member>)
<v:O>.<member> = <X>
P(<v:O>.<method>(<I>))
P(<v:O> + <v:O>, <v:O> == <v:O>)
P(<v:O>[<I>])
P(list(gen<k>(<I>)))
<v:G> = gen<k>(<I>)
P(next(<v:G>))
P(next(<v:G>, <X>))
P(<v:G>.send(<X>))
P(<v:G>.throw(<EXC>))
P(<v:G>.close())
P(func<k>(<I>))
P(func<k>(<I>, <X>))
P(func<k>(*<LI>))
P(func<k>(<I>, k=<X>))
P(func<k>(**<D>))
P(sum(gen<k>(<s>)))
P(all(x < <n> for x in gen<k>(<s>)))
P(list(zip(gen<k>(<s>), <LI>)))
P(Color(<s>), Color.RED.value, list(Color))
P(Color[<S>])
P(Point(<I>, <I>), Point(<n>, <n>) == Point(<n>, <n>))
P(dataclasses.asdict(Point(<I>, <X>)))
P(dataclasses.replace(Point(1, 2), x=<X>))
P(Pair(<X>, <X>)._replace(a=<X>), Pair(<I>, <I>) < Pair(<I>, <I>))
P(cached(<s>), cached.cache_info())
P([*map(operator.itemgetter(0), [<T>, <T>])])
P([(k, list(g)) for k, g in itertools.groupby(<LI>, key=lambda x: x % <m>)])
P(re.match(<R>, <S>) and re.match(<R>, <S>).groups())
P([m.span() for m in re.finditer(<R>, <S>)])
P(*<LI>, sep=<S>)
P(vars(<v:O>))
P(getattr(<X>, <S>, <X>))
P(isinstance(<v:O>, Base), type(<v:O>).__mro__[<s>].__name__)
P(fractions.Fraction(<I>, <I>) + <I>)
P(decimal.Decimal('<f>') / <I>)
P(datetime.date(2000, 1, 1) + datetime.timedelta(days=<I>))
P([x if x else None for x in <LI> if x != <n>])
P({**<D>}, {*<LI>} == <E>)
P((lambda x, *a, y=<I>, **k: (x, a, y, k))(<X>, <X>, y=<X>, z=<X>))
P(list(itertools.product(<LI>[:2], <LS>[:2])))
P(collections.Counter(<S>).most_common(2))
P(str(<X>).<strm>())
P(min(<LS>, key=lambda w: (len(w), w), default=<X>))
P(sum(<LI>) / len(<LI>))
P(<Y>.find(<Y>), bytearray(<Y>)[<SL>])
P(round(<F>, <n>), round(<I>, <n>))
P(int(<X>), float(<X>))
P(<X> + <X>)
P(<X> * <X>)
P(<X> < <X>)
P(<X>[<X>])
P(len(<X>))
P(list(<X>))
P(next(<v:IT>))
<v:IT> = iter(<LI>)
P(dict(<X>))
P(sorted(<X>))
pass
"""
BLOCKS = ["if", "if", "ifelse", "elif", "for", "for", "forelse", "while", "try", "try", "tryelse", "finally", "with", "match", "match", "def", "closure",
          "nested", "chain", "group", "comp", "lambda", "genfin"]
EXC = """ValueError(<S>) KeyError(<X>) TypeError() IndexError(<I>) Problem(<S>) Problem(<I>,<I>) StopIteration(<I>) ZeroDivisionError ValueError RuntimeError(<S>,<S>) OSError(2,<S>)
    LookupError(<X>) ArithmeticError Exception(<X>) AttributeError(<S>) NotImplementedError"""
MEMBERS = "x y name items total missing"
METHODS = "add scale show make __len__ __repr__ step twice"
STRM = "upper title split isalnum swapcase lstrip isnumeric encode"
VARS = {"I": "i j n", "F": "f g", "S": "s t", "B": "b", "LI": "a c", "LS": "w", "D": "d e", "E": "u", "O": "o p", "M": "m", "G": "G", "IT": "it"}

HEADER = """\
import array, base64, bisect, collections, copy, dataclasses, datetime, decimal, enum, fractions, functools, heapq, itertools, json, math, operator, re, statistics, string, struct, textwrap
from contextlib import contextmanager, suppress
import typing
def P(*a, sep=' '): print(*map(repr, a), sep=sep if isinstance(sep, str) else '~')
def eq(a, b): return a == b, a != b
class Problem(Exception): pass
"""


def words(text):
    """The words of a text: what stands between spaces that are in no bracket and no quote."""
    out, word, depth, quote = [], "", 0, ""
    for c in text + " ":
        if c.isspace() and depth <= 0 and not quote:
            if word:
                out.append(word)
            word, depth = "", 0
            continue
        word += c
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
    return out


PATTERNS = words("""<n> <q> None [a,b] [a,*rest] [] (1|2|3) {'a':v} {'a':int(),**rest} str() int(n) int()|float() Point(x=0) Point(x,y) Base(x=a) [Point(),_] _ (a,b)if(a) Color.RED
    [1,[b,*_]] True list(z) {} bytes() {'k':[first,*_]}""")
EXPRESSIONS = {k: words(v) for k, v in EXPRESSIONS.items()}
LEAVES = {"I": ["<n>", "<v:I>"], "BIG": ["10**25", "-2**70"], "F": ["<f>", "<v:F>"], "C": ["(1+2j)"], "B": ["<v:B>", "True", "(<n>>1)"], "S": ["<q>", "<v:S>"], "Y": ["b'<l>'"],
          "LI": ["<v:LI>", "[<n>]"], "LS": ["<v:LS>", "[<q>]"], "D": ["<v:D>", "{<q>:<n>}"], "E": ["{<n>}", "<v:E>"], "T": ["(<n>,<q>)", "()"], "J": ["<n>", "[<q>,None]"],
          "X": ["<n>", "<q>", "None", "<v:M>", "<f>", "[<n>]"]}
STATEMENTS = STATEMENTS.strip().split("\n")
EXC = words(EXC)
HOLE = re.compile(r"<(v:[A-Z]+|[A-Za-z]+)>")


class Writer:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []
        self.budget = 60
        self.wild = self.r.choice((0, 0.01, 0.04, 0.1))

    def fill(self, text, depth=0):
        return HOLE.sub(lambda m: self.hole(m.group(1), depth), text)

    def hole(self, h, depth):
        r = self.r
        if h.startswith("v:"):
            return r.choice(VARS[h[2:]].split())
        if h == "n":
            return str(r.choice((-3, -2, -1, 0, 0, 1, 1, 2, 3, 4, 5, 7, 10, 13, 100, 256, 999)))
        if h == "s":
            return str(r.randrange(6))
        if h == "m":
            return str(r.randrange(2, 5))
        if h == "z":
            return str(r.choice((-2, -1, 1, 2, 3, 0)) or 1)
        if h == "w":
            return str(r.randrange(4, 40))
        if h == "k":
            return str(r.randrange(2))
        if h == "l":
            return "".join(r.choice("abcxyz 019_") for _ in range(r.randrange(6)))
        if h == "f":
            return r.choice(("0.0", "1.5", "-2.25", "0.1", "3.14159", "1e16", "1e-7", "2.5", "100.0", "-0.0", "1e300", "0.30000000000000004", "123456.789", "5e-324"))
        if h == "q":
            return repr(r.choice(("", "a", "b", "ab", "hello", "Hello World", "a,b,c", "  x ", "123", "abcabc", "\u00e9t\u00e9", "tab\there", "line\nbreak", "x'y", "RED", "\u4f60\u597d", "-7", "3.5", "\x00", "\U0001f600 q", "K", "\u00df")))
        if h == "op":
            return r.choice("+ - * // % ** << >> & | ^ /".split())
        if h == "member":
            return r.choice(MEMBERS.split())
        if h == "method":
            return r.choice(METHODS.split())
        if h == "strm":
            return r.choice(STRM.split())
        if h == "EXC":
            return self.fill(r.choice(EXC), depth + 1)
        if h in ("FI", "FF", "FS", "PI", "PF", "PS", "SL", "R", "K", "Q"):
            return self.fill(r.choice(EXPRESSIONS[h]), depth + 1)
        if r.random() < self.wild and h not in ("BIG",):
            h = r.choice("I F S B LI LS D E T Y C X".split())
        choices = EXPRESSIONS[h]
        if depth > 3:
            choices = LEAVES[h]
        elif depth > 1 and r.random() < 0.5:
            choices = choices[:5]
        return self.fill(r.choice(choices), depth + 1)

    def put(self, indent, text):
        self.lines.append("    " * indent + text)
        self.budget -= 1

    def simple(self, indent):
        s = self.fill(self.r.choice(STATEMENTS))
        if self.r.random() < 0.5:
            return self.put(indent, s)
        self.put(indent, "try: " + s)
        self.put(indent, "except Exception as exc: P(type(exc).__name__, str(exc))")

    def body(self, indent, loop=False, func=False, n=None):
        for _ in range(n or self.r.randrange(1, 4)):
            self.statement(indent, loop, func)
        if loop and self.r.random() < 0.3:
            self.put(indent, self.fill("if <B>: " + self.r.choice(("break", "continue"))))
        if func and self.r.random() < 0.3:
            self.put(indent, self.fill("return <X>"))

    def statement(self, indent, loop=False, func=False):
        if indent > 4 or self.budget < 0 or self.r.random() < 0.6:
            return self.simple(indent)
        getattr(self, "b_" + self.r.choice(BLOCKS))(indent, loop, func)

    def b_if(self, i, l, f):
        self.put(i, self.fill("if <X>:" if self.r.random() < 0.2 else "if <B>:"))
        self.body(i + 1, l, f)

    def b_ifelse(self, i, l, f):
        self.b_if(i, l, f)
        self.put(i, "else:")
        self.body(i + 1, l, f)

    def b_elif(self, i, l, f):
        self.b_if(i, l, f)
        self.put(i, self.fill("elif <B>:"))
        self.body(i + 1, l, f)
        self.put(i, "else:")
        self.body(i + 1, l, f)

    def b_for(self, i, l, f):
        self.put(i, self.fill(self.r.choice((
            "for <v:I> in <LI>[:6]:", "for <v:I> in range(<s>):", "for <v:S> in <LS>[:5]:", "for <v:S>, <v:I> in <D>.items():", "for <v:I>, <v:S> in enumerate(<S>[:5]):",
            "for <v:I> in gen<k>(<s>):", "for <v:I>, <v:F> in zip(<LI>[:4], [<F>, <F>]):", "for <v:M> in (<X>, <X>):", "for <v:S> in <S>[:4]:"))))
        self.body(i + 1, True, f)

    def b_forelse(self, i, l, f):
        self.b_for(i, l, f)
        self.put(i, "else:")
        self.body(i + 1, l, f)

    def b_while(self, i, l, f):
        v = "k%d" % self.r.randrange(1000)
        self.put(i, "%s = %d" % (v, self.r.randrange(1, 6)))
        if self.r.random() < 0.15:
            self.put(i, "while %s: %s -= 1" % (v, v))
            return
        self.put(i, self.fill("while %s and %s:" % (v, self.r.choice(("<B>", "True", "<X>")))))
        self.put(i + 1, v + " -= 1")
        self.body(i + 1, True, f)
        if self.r.random() < 0.3:
            self.put(i, "else:")
            self.body(i + 1, l, f)

    def handler(self, i, l, f):
        r = self.r
        kind = r.choice(("Exception", "Exception", "ValueError", "(TypeError, KeyError)", "LookupError", "ArithmeticError", "Problem", "AttributeError"))
        name = r.choice(("", " as exc", " as exc"))
        self.put(i, "except %s%s:" % (kind, name))
        if name:
            self.put(i + 1, r.choice(("P(type(exc).__name__, str(exc))", "P(exc.args)", "P(repr(exc), exc.__cause__, type(exc.__context__))", "P(str(exc))")))
        self.body(i + 1, l, f, n=r.randrange(1, 3))
        if r.random() < 0.1:
            self.put(i + 1, r.choice(("raise", self.fill("raise <EXC> from None"), self.fill("raise Problem(<S>)"))))

    def b_try(self, i, l, f):
        self.put(i, "try:")
        self.body(i + 1, l, f)
        for _ in range(self.r.randrange(1, 3)):
            self.handler(i, l, f)
        if self.r.random() < 0.7:
            self.put(i, "except Exception as exc: P(type(exc).__name__, str(exc))")

    def b_tryelse(self, i, l, f):
        self.b_try(i, l, f)
        self.put(i, "else:")
        self.body(i + 1, l, f)

    def b_finally(self, i, l, f):
        self.b_try(i, l, f)
        self.put(i, "finally:")
        self.body(i + 1, False, False)

    def b_genfin(self, i, l, f):
        r = self.r
        self.put(i, r.choice((self.fill("for <v:I> in fin(<s>):"), self.fill("for <v:I>, <v:S> in zip(fin(<s>), <S>):"), self.fill("for <v:I> in (q * 2 for q in fin(<s>)):"),
                              self.fill("for <v:I>, <v:S> in enumerate(fin(<s>)):"))))
        self.body(i + 1, True, f, n=1)
        self.put(i + 1, self.fill("if <B>: break"))
        if r.random() < 0.5:
            self.put(i, self.fill(r.choice(("P(next(fin(<s>)))", "<v:G> = fin(<s>)", "P(next(<v:G>))", "<v:G> = None", "P(any(fin(<s>)))", "P(<n> in fin(<s>))", "<v:I>, *_ = fin(<s>)",
                                            "<v:I>, <v:F> = fin(<s>)", "P(next(zip(fin(<s>), <S>)))", "P(next(x for x in fin(3)))", "del <v:G>", "P(list(zip(<LI>, fin(<s>))))"))))

    def b_with(self, i, l, f):
        self.put(i, self.fill(self.r.choice(("with ctx(<X>) as <v:M>:", "with suppress(ValueError, TypeError):", "with Ctx(<s>) as <v:M>, ctx(<I>):"))))
        self.body(i + 1, l, f)

    def b_match(self, i, l, f):
        self.put(i, self.fill("match <X>:"))
        for _ in range(self.r.randrange(1, 4)):
            p = self.fill(self.r.choice(PATTERNS))
            p = p.replace("if(a)", " if a")
            if p in ("_",):
                continue
            self.put(i + 1, "case %s:" % p)
            self.body(i + 2, l, f, n=1)
        self.put(i + 1, "case other:")
        self.put(i + 2, "P('other', other)")

    def b_def(self, i, l, f):
        if i > 2:
            return self.simple(i)
        name = "h%d" % self.r.randrange(3)
        self.put(i, self.fill(self.r.choice(("def %s(i, s='', *a, k=<n>):", "def %s(i=<I>, **d):", "def %s(n, /, f=<F>):", "@functools.lru_cache\ndef %s(i):", "@deco\ndef %s(n, m=<X>):")) % name)
                 .replace("\n", "\n" + "    " * i))
        self.body(i + 1, False, True)
        self.put(i + 1, self.fill("return <X>"))
        self.put(i, self.fill("P(%s(%s))" % (name, self.r.choice(("<I>", "", "<I>, <S>", "i=<I>", "<I>, <F>", "*<LI>", "<I>, k=<I>")))))

    def b_closure(self, i, l, f):
        if i > 2:
            return self.simple(i)
        self.put(i, "def counter(step):")
        self.put(i + 1, "total = 0")
        self.put(i + 1, "def inc(by=None):")
        self.put(i + 2, "nonlocal total")
        self.put(i + 2, self.fill("total += step if by is None else by"))
        self.put(i + 2, "return total")
        self.put(i + 1, "return inc")
        self.put(i, self.fill("m = counter(<I>)"))
        self.put(i, self.fill("P(m(), m(<X>), m(by=<I>))"))

    def b_nested(self, i, l, f):
        self.put(i, self.fill("P([[y for y in range(x)] for x in <LI>[:3] if x < 6])"))

    def b_comp(self, i, l, f):
        self.put(i, self.fill(self.r.choice((
            "P({x: [y for y in (<LI>) if y % (x or 1) == 0][:3] for x in <LI>[:4]})", "P(sorted((x, y) for x in <LS>[:3] for y in <S>[:3] if y not in x))",
            "P([x for x in <LI> if (y := x * 2) > <n>], y)", "P(dict((k, sum(v)) for k, v in [(1, <LI>), (2, <LI>)]))", "P(list(x for x in <X>))", "P(max((len(x), x) for x in <LS>))"))))

    def b_lambda(self, i, l, f):
        self.put(i, self.fill(self.r.choice((
            "P([h(<n>) for h in [lambda x, i=i: x + i for i in range(3)]])", "P([h() for h in [lambda: i for i in range(<s>)]])", "P((lambda f, n: f(f, n))(lambda f, n: 1 if n < 2 else n * f(f, n - 1), <s>))",
            "P(functools.partial(func0, <I>)(<X>))", "P(sorted(<LS>, key=lambda w: (-len(w), w)))"))))

    def b_chain(self, i, l, f):
        self.put(i, "try:")
        self.put(i + 1, "try:")
        self.body(i + 2, l, f, n=1)
        self.put(i + 2, self.fill("raise <EXC>"))
        self.put(i + 1, "except Exception as inner:")
        self.put(i + 2, self.fill(self.r.choice(("raise <EXC> from inner", "raise <EXC>", "inner.add_note('n'); raise", "raise inner from None"))))
        self.put(i, "except Exception as exc:")
        self.put(i + 1, "P(repr(exc), repr(exc.__cause__), repr(exc.__context__), exc.__suppress_context__)")

    def b_group(self, i, l, f):
        self.put(i, "try:")
        self.put(i + 1, self.fill("raise ExceptionGroup(<q>, [<EXC>, Problem(<I>), ExceptionGroup('in', [<EXC>])])").replace("[ZeroDivisionError,", "[ZeroDivisionError(),"))
        self.put(i, "except* (ValueError, Problem) as eg:")
        self.put(i + 1, "P(repr(eg), eg.exceptions)")
        self.put(i, "except* Exception as eg:")
        self.put(i + 1, "P(str(eg), [type(x).__name__ for x in eg.exceptions])")

    def classes(self):
        r, put = self.r, self.put
        put(0, "class Color(enum.%s):" % r.choice(("Enum", "IntEnum", "Flag")))
        for i, n in enumerate(("RED", "GREEN", "BLUE")):
            put(1, "%s = %s" % (n, r.choice((str(1 << i), "enum.auto()"))))
        put(0, "@dataclasses.dataclass%s" % r.choice(("", "(order=True)", "(frozen=True)", "(eq=False, repr=True)", "(slots=True)")))
        put(0, "class Point:")
        put(1, "x: int")
        put(1, "y: int" + r.choice(("", " = 0", " = dataclasses.field(default=5, repr=False)", " = dataclasses.field(default=1, compare=False)")))
        put(0, "Pair = collections.namedtuple('Pair', 'a b'%s)" % r.choice(("", ", defaults=[0]")))
        put(0, "class Base%s:" % r.choice(("", "(object)")))
        put(1, "name = %s" % self.hole("q", 2))
        put(1, "def __init__(self, x=1, y=2):")
        put(2, "self.x = x; self.y = y; self.items = []")
        extra = {
            "add": ["def add(self, v):", "    self.x += v", "    self.items.append(v)", "    return self"],
            "scale": ["def scale(self, k): return %s" % r.choice(("self.x * k", "self.y ** k", "[self.x] * k"))],
            "show": ["def show(self, *a): return f'{self.name}:{self.x!r}' + str(a)"],
            "total": ["@property", "def total(self): return self.x + self.y"],
            "setter": ["@property", "def total(self): return self.x", "@total.setter", "def total(self, v): self.x = v * 2"],
            "make": ["@classmethod", "def make(cls, v): return cls(v)"],
            "step": ["@staticmethod", "def step(v): return v + 1"],
            "repr": ["def __repr__(self): return f'{type(self).__name__}({self.x!r})'"],
            "eq": ["def __eq__(self, o): return isinstance(o, Base) and self.x == o.x", "def __hash__(self): return hash(self.x)"],
            "plus": ["def __add__(self, o): return type(self)(self.x + (o.x if isinstance(o, Base) else o))", "__radd__ = __add__"],
            "item": ["def __getitem__(self, k):", "    if k > 3: raise IndexError(k)", "    return self.x * k"],
            "len": ["def __len__(self): return %s" % r.choice(("self.x", "len(self.items)", "3"))],
            "bool": ["def __bool__(self): return self.x > 1"],
            "iter": ["def __iter__(self): yield self.x; yield from self.items"],
            "call": ["def __call__(self, v): return v + self.x"],
            "getattr": ["def __getattr__(self, n):", "    if n.startswith('_'): raise AttributeError(n)", "    return n * 2"],
            "contains": ["def __contains__(self, v): return v == self.x"],
            "lt": ["def __lt__(self, o): return self.x < o.x"],
            "format": ["def __format__(self, spec): return f'<{spec}>'"],
            "enter": ["def __enter__(self): P('enter'); return self", "def __exit__(self, *a): P('exit', a[0]); return %s" % r.choice(("True", "False", "None"))],
            "iadd": ["def __iadd__(self, o): self.items.append(o); return self"],
            "twice": ["@functools.cached_property", "def twice(self): P('computing'); return self.x * 2"],
            "setattr": ["def __setattr__(self, n, v): object.__setattr__(self, n, v)"],
            "index": ["def __index__(self): return self.x"],
        }
        for k in r.sample(sorted(extra), r.randrange(3, 10)):
            for line in extra[k]:
                put(1, line)
        put(0, "class Sub(Base%s):" % r.choice(("", ", metaclass=type")))
        if r.random() < 0.3:
            put(1, "__slots__ = ('z',)")
        put(1, "def __init__(self, x=3):")
        put(2, "super().__init__(x, %s)" % self.hole("n", 2))
        if r.random() < 0.5:
            put(1, "def show(self, *a): return 'sub ' + super().show(*a)")
        if r.random() < 0.4:
            put(1, "def __init_subclass__(cls, **k): P('sub of', cls.__name__, k)")
            put(0, "class Deep(Sub, flag=%s): pass" % self.hole("n", 2))
        if r.random() < 0.3:
            put(0, "class Own(%s):" % r.choice(("list", "dict", "str", "int", "tuple")))
            put(1, "def __repr__(self): return 'Own' + super().__repr__()")
            put(0, "P(Own(), Own() == Own(), bool(Own()))")
        self.budget = 60
        put(0, "class Ctx:")
        put(1, "def __init__(self, n): self.n = n")
        put(1, "def __enter__(self): P('in', self.n); return self.n")
        put(1, "def __exit__(self, t, v, tb): P('out', t and t.__name__); return self.n > %d" % r.randrange(5))
        put(0, "@contextmanager")
        put(0, "def ctx(v):")
        put(1, "P('open')")
        if r.random() < 0.5:
            put(1, "try: yield v")
            put(1, r.choice(("finally: P('close')", "except ValueError: P('caught')", "except Exception as e: P(str(e)); raise")))
        else:
            put(1, "yield v")
            put(1, "P('closed')")
        put(0, "def deco(h):")
        put(1, "@functools.wraps(h)")
        put(1, "def inner(*a, **k):")
        put(2, self.fill("P(h.__name__, a, k)"))
        put(2, "return h(*a, **k)")
        put(1, "return inner")
        put(0, "@functools.lru_cache(maxsize=%s)" % r.choice(("None", "2", "128")))
        put(0, "def cached(n): return n if n < 2 else cached(n - 1) + cached(n - 2)")
        put(0, "def fin(n):")
        put(1, "try:")
        put(2, "for q in range(n): yield q")
        put(1, "finally: P('fin', n)")
        self.budget = 60

    def program(self):
        r = self.r
        self.lines = HEADER.rstrip().split("\n")
        self.classes()
        for k in range(2):
            self.put(0, self.fill("def gen%d(n):" % k))
            self.setup(1)
            self.put(1, self.fill("for i in range(min(abs(n), 5)):"))
            self.put(2, self.fill(r.choice(("yield i * <n>", "m = yield i\n        if m: P('got', m)", "if i == <s>: return\n        yield i", "yield from range(i)", "try: yield i\n        except ValueError as x: P(str(x)); yield -1"))))
            if r.random() < 0.3:
                self.body(1, False, False, n=1)
            self.put(0, r.choice(("def func%d(n, *a, k=0):", "def func%d(n, m=None, **k):", "def func%d(n=3, k=1):")) % k)
            self.setup(1)
            self.body(1, False, True, n=r.randrange(1, 4))
            self.put(1, self.fill("return <X>"))
        self.budget = 60
        self.setup(0)
        for _ in range(r.randrange(4, 12)):
            if r.random() < 0.85:
                self.put(0, "try:")
                self.body(1, False, False)
                self.put(0, "except Exception as exc: P(type(exc).__name__, str(exc))")
            else:
                self.statement(0)
        if r.random() < 0.3:
            self.put(0, "def main(i, s):")
            self.setup(1)
            self.body(1, False, True, n=4)
            self.put(0, self.fill("P(main(<I>, <S>))"))
        return "\n".join(self.lines) + "\n"

    def setup(self, indent):
        r = self.r
        for names, x in (("i", "<n>"), ("j", "<n>"), ("f", "<f>"), ("g", "<f>"), ("s", "<q>"), ("t", "<q>"), ("b", "True"), ("a", "[<n>, <n>]"), ("c", "[3, 1, <n>]"), ("w", "[<q>, <q>]"),
                         ("d", "{'a': <n>, 'b': 2}"), ("e", "{}"), ("u", "{1, <n>}"), ("o", "Base(<n>)"), ("p", "Sub(<n>)"), ("m", "None"), ("G", "gen0(3)"), ("it", "iter([1, 2])")):
            if indent == 0 or r.random() < 0.9:
                self.put(indent, "%s = %s" % (names, self.fill(x)))
        if indent == 0:
            self.put(indent, "n = %s" % self.hole("n", 2))
        self.budget = 60


class Stop(BaseException):
    pass


def alarm(*_):
    raise Stop


def run(source):
    try:
        code = compile(source, "program.py", "exec")
    except SyntaxError as exc:
        return {"skip": True, "syntax": exc.msg}
    hits, body = {}, set()

    def trace(frame, event, arg):
        name = frame.f_code.co_name
        if frame.f_code.co_filename != "program.py" or name[0] == "<" and name != "<module>":
            return None
        if not frame.f_code.co_flags & 1 and name != "<module>":
            if any(n not in (None, frame.f_lineno) for _, _, n in frame.f_code.co_lines()):
                body.add(frame)     # that a class body begins is no hit of the line of the class
        return line

    def line(frame, event, arg):
        if event == "line":
            if frame in body:
                body.discard(frame)
                return line
            hits[frame.f_lineno] = hits.get(frame.f_lineno, 0) + 1
        return line

    out = io.StringIO()
    error = None
    space = {"__name__": "program"}
    signal.setitimer(signal.ITIMER_REAL, 3)
    sys.modules["program"] = m = type(sys)("program")
    m.__dict__.update(space)
    try:
        with contextlib.redirect_stdout(out):
            sys.settrace(trace)
            try:
                exec(code, m.__dict__)
            except Exception as exc:
                sys.settrace(None)
                error = type(exc).__name__ + ": " + str(exc)
            finally:
                sys.settrace(None)
    except (Stop, MemoryError, RecursionError):
        return {"skip": True}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    text = out.getvalue()
    if re.search(r" at 0x[0-9a-f]{6}|RecursionError", text + (error or "")) or len(text) > 100000:
        return {"skip": True}
    return {"output": text, "error": error, "hits": hits}


def smaller(source, stage):
    """Smaller programs: with lines gone, with a block in place of its statement or a part gone, or with an
    operand in place of an expression."""
    return (without_lines, without_parts, with_operands)[stage](source)


def without_lines(source):
    lines = source.split("\n")
    n = len(lines)
    size = n // 2
    while size >= 1:
        for start in range(0, n, size):
            yield "\n".join(lines[:start] + lines[start + size:])
        size //= 2


def without_parts(source):
    tree = ast.parse(source)
    spots = [(node, field, i) for node in ast.walk(tree) for field, old in ast.iter_fields(node) if isinstance(old, list) for i in range(len(old))]
    for node, field, i in spots:
        old = getattr(node, field)
        if not isinstance(old[i], ast.stmt):
            kept = old[:]
            del old[i]
            yield text_of(tree)
            old[:] = kept
            continue
        kept = old[:]
        for inner in ("body", "orelse", "finalbody"):
            part = getattr(kept[i], inner, None)
            if isinstance(part, list) and part and isinstance(part[0], ast.stmt):
                old[i:i + 1] = part
                yield text_of(tree)
                old[:] = kept


def with_operands(source):
    tree = ast.parse(source)
    for node in list(ast.walk(tree)):
        for field, old in ast.iter_fields(node):
            for i, x in enumerate(old if isinstance(old, list) else [old]):
                if not isinstance(x, ast.expr) or isinstance(getattr(x, "ctx", None), ast.Store):
                    continue
                for part in [*ast.iter_child_nodes(x), ast.Constant(0)]:
                    if not isinstance(part, ast.expr) or isinstance(x, ast.Constant):
                        continue
                    if isinstance(old, list):
                        old[i] = part
                        yield text_of(tree)
                        old[i] = x
                    else:
                        setattr(node, field, part)
                        yield text_of(tree)
                        setattr(node, field, old)


def text_of(tree):
    try:
        return ast.unparse(tree) + "\n"
    except Exception:
        return ""


def main():
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, alarm)
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    sys.setrecursionlimit(1000)
    stdout, sys.stdout = sys.stdout, io.StringIO()  # for what is printed when a program's objects go
    for row in sys.stdin:
        q = json.loads(row)
        if "shrink" in q:
            seen, out = set(), []
            try:
                for s in smaller(q["shrink"], q["stage"]):
                    if s not in seen and s.strip() and len(s) < len(q["shrink"]):
                        seen.add(s)
                        out.append(s)
            except SyntaxError:
                pass
            answer = {"smaller": out}
        else:
            source = q["source"] if "source" in q else Writer(q["seed"]).program()
            answer = run(source)
            answer["source"] = source
        print(json.dumps(answer), file=stdout, flush=True)


if __name__ == "__main__":
    main()
