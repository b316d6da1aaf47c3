"""Weighted templates of expressions and of statements that change a variable, by type.

A part of a text is a weight and a template; generate.py tells what the holes are.
"""
import re

EXPR = {
    "S": """4 <S>.upper()|4 <S>.lower()|4 <S>.strip()|1.5 <S>.strip(<c>)|1 <S>.lstrip()|1 <S>.lstrip(<c>)|1.5 <S>.rstrip()|1 <S>.rstrip(<c>)
6 <S>.replace(<c>, <c>)|2 <S>.replace(<c>, '')|1 <S>.replace(<c>, <c>, <n>)|9 <S>[<slice>]|2 <S>[::-1]|6 <S> + <S>|4 <S> + <c>|3 <c> + <S>|1.5 <S> * <n>
6 <c>.join(<LS>)|4 ''.join(<LS>)|1 ''.join(reversed(<S>))|1 ''.join(sorted(<S>))|1.5 <S>.title()|2 <S>.capitalize()|1 <S>.swapcase()|1 <S>.zfill(<N>)
1.2 <S>.ljust(<N>)|1 <S>.rjust(<N>, <q>)|1 <S>.center(<N>, <q>)|1.2 <S>.removeprefix(<c>)|1 <S>.removesuffix(<c>)|5 str(<I>)|5 <S>[<x>]|4 <LS>[<x>]
1.5 <S>.partition(<c>)[<p>]|1 <S>.rpartition(<c>)[<p>]|2.5 <S>.split(<c>)[<x>]|2 <S>.split()[<x>]|1 <S>.split(<c>, 1)[<p1>]|1 <S>.rsplit(<c>, 1)[<p1>]
1.5 ''.join([<v> for <v> in <S> if <v>.<is>()])|1.5 ''.join(<v> for <v> in <S> if <v> != <c>)|1 ''.join(<v> if <v>.<is>() else <q> for <v> in <S>)
2 <S> if <B> else <S>|1.5 <c> if <B> else <c>|1.5 <DS>.get(<c>, <c>)|1 <DS>[<c>]|4 f'{<S$>}<w>{<I$>}'|2 f'<w>{<S$>}'|2 f'{<S$>}<w>{<S$>}'|1 f'{<I$>:<fmt>}'|1 f'{<F$>:.<n>f}'
1 f'{<S$>!r}<w>'|1 f'{<S$>:>{<I$>}}'|1 '{}<w>{}'.format(<S>, <I>)|1.5 '%s<w>%d' % (<S>, <I>)|1 '<w>%s' % <S>|0.5 '%.2f' % <F>|0.6 <S>.translate(str.maketrans(<c2>, <c2>))
0.5 chr(ord(<q>) + <n>)|0.5 <S>.casefold()|0.6 bin(<I>)[2:]|0.6 hex(<I>)|0.6 str(<LI>)|0.6 str(<F>)|0.4 repr(<S>)|1 <PI>[1]|0.8 max(<LS>, key=len)|0.6 min(<LS>)|0.5 <S>.expandtabs(<n>)
1 <S> or <c>|1 <S>[:<I>] + <c> + <S>[<I>:]|0.6 <S>[0].upper() + <S>[1:]|0.5 <c>.join([<S>, <S>])|0.5 <c>.join(str(<v>) for <v> in <LI>)|0.6 <c>.join(f'{<v>}={<u>}' for <v>, <u> in <D>.items())|1 <LS>.pop()""",
    "C": "1 <c>",
    "I": """8 len(<S>)|6 len(<LI>)|4 len(<LS>)|2 len(<D>)|1 len(<LL>)|3 <S>.count(<c>)|4 <S>.find(<c>)|1.5 <S>.rfind(<c>)|1.5 <S>.index(<c>)|0.5 <S>.find(<c>, <I>)
7 <I> + <I>|6 <I> - <I>|4 <I> * <I>|4 <I> * <n>|4 <I> // <n>|4 <I> % <m>|6 <I> + <n>|6 <I> - <n>|1 <I> * 10 + <I>|2 max(<LI>)|2 min(<LI>)|3 sum(<LI>)|8 <LI>[<x>]|1 <LI>[<I>]|1.5 <LI>.count(<I>)|1.2 <LI>.index(<I>)
1 <LS>.index(<c>)|1 <LS>.count(<c>)|1.5 abs(<I>)|0.7 abs(<I> - <I>)|0.7 ord(<q>)|0.7 ord(<S>[<x>])|4 <D>.get(<c>, <n>)|2 <D>[<c>]|1 <I> ** 2|0.5 <n> ** <n>|2 <I> if <B> else <I>|1 -<I>
0.8 sum(1 for <v> in <S> if <v> == <c>)|0.7 sum(1 for <v> in <LI> if <v> > <n>)|0.8 sum(len(<v>) for <v> in <LS>)|0.6 sum(<v> * <v> for <v> in <LI>)|1.5 max(<I>, <I>)|1.5 min(<I>, <I>)|1 max(<n>, <I>)|1.5 int(<sd>)|0.4 int(<sd>, <b>)
0.6 len(set(<LI>))|0.6 len(set(<S>))|0.5 divmod(<I>, <m>)[<p1>]|0.6 <I> & <n>|0.4 <I> | <n>|0.4 <I> ^ <n>|0.6 <I> << <n>|0.6 <I> >> 1|1 sum(<D>.values())|0.8 max(<D>.values())|1.2 (<I> + <I>) // 2|1.5 <LL>[<x>][<x>]|1 len(<LL>[<x>])|1 <PI>[0]
0.8 round(<F>)|0.8 int(<F>)|0.5 len(str(<I>))|0.6 sum(int(<v>) for <v> in <sd>)|0.8 sum(map(sum, <LL>))|1 len(<DL>[<c>])|1 len(<DL>.get(<c>, []))|0.7 len(<SI>)|0.7 (<I> + <I>) % <m>|1 <LI>.pop()|0.5 <LI>.pop(0)|0.6 len(<S>.split())|0.5 <S>.count(<c>) * <n>|0.5 len(<S>) - <I>""",
    "F": """3 <F> + <F>|3 <F> - <F>|4 <F> * <F>|3 <F> * <n>|4 <I> / <m>|3 <F> / <m>|2 <I> / <I>|3 round(<F>, 2)|1.5 round(<F> * <I>, 1)|2 sum(<LF>)|2.5 sum(<LI>) / len(<LI>)|2 sum(<LF>) / len(<LF>)|2 <LF>[<x>]|1 max(<LF>)|1 min(<LF>)|1.5 float(<I>)
1 abs(<F>)|1 <F> ** 2|1 <F> * 0.5|1 <F> * 100|1 <F> if <B> else <F>|1 <I> * 0.<m>|0.8 max(<F>, <F>)|0.6 float(<sd>)|1 (<F> - 32) * 5 / 9|0.6 <I> * 1.0|0.6 <F> // 1|0.5 <F> % <m>|0.6 <I> ** 0.5""",
    "B": """6 <I> > <n>|5 <I> < <I>|5 <I> == <n>|3 <I> >= <I>|2 <I> != <n>|2 <I> <= <n>|4 <S> == <c>|1 <S> != <S>|7 <c> in <S>|3 <c> not in <S>|4 <c> in <LS>|3.5 <I> in <LI>|2 <I> not in <LI>|2 <S>.isdigit()|2 <S>.isalpha()|1.2 <S>.isupper()|1.2 <S>.islower()|0.8 <S>.isalnum()|0.6 <S>.isspace()
4 <S>.startswith(<c>)|4 <S>.endswith(<c>)|2 not <B>|3 <B> and <B>|2.5 <B> or <B>|3 <c> in <D>|1 <c> not in <DL>|2 not <LI>|2 not <S>|1 not <LS>|3 len(<S>) > <n>|3 len(<LI>) > <n>|1 len(<LS>) == <n>|4 <I> % <m> == 0|1.5 <I> % 2 == 1|0.8 any(<v> > <N> for <v> in <LI>)|0.8 all(<v>.<is>() for <v> in <LS>)
0.7 <S> is None|0.7 <LI> is not None|0.7 isinstance(<I>, int)|0.6 isinstance(<S>, str)|3 <S>[<x>] == <c>|0.8 <S> == <S>[::-1]|2.5 <I> > <I>|0.4 bool(<LI>)|1 <n> < <I> < <N>|0.8 0 <= <I> < len(<LI>)|1.5 <LI>[<x>] > <I>|1.5 <LI>[<x>] == <I>|1.5 <F> > <n>|1 <F> < <F>|0.8 <I> in <SI>|0.8 <PI>[0] > <n>|0.6 <S> < <S>|0.6 <LL>[<x>][<x>] == <n>|0.6 <S>.lower() == <c>|0.6 <S> in (<c>, <c>)""",
    "LI": """3 [<I>, <I>]|1.5 []|1 [<n>, <n>, <N>]|2 [<I>, <I>, <I>]|3 <LI> + <LI>|2 <LI> + [<I>]|7 <LI>[<slice>]|4 sorted(<LI>)|1.5 sorted(<LI>, reverse=True)|2 list(range(<I>))|1.5 list(range(<n>, <N>))|0.8 list(range(<N>, <n>, -1))|3 [<v> * <n> for <v> in <LI>]|2 [<v> + <I> for <v> in <LI>]|3 [<v> for <v> in <LI> if <v> > <n>]|2.5 [<v> for <v> in <LI> if <v> % <m> == 0]|1 [<v> for <v> in <LI> if <v> != <I>]
1.2 list(reversed(<LI>))|2 list(<D>.values())|1 <LI> * <m>|2 [len(<v>) for <v> in <LS>]|1.5 <LI>.copy()|1.5 list(<LI>)|0.6 [ord(<v>) for <v> in <S>]|2 <LI>[::-1]|1.5 [0] * <N>|1 [<I>] * <m>|0.8 [int(<v>) for <v> in <sd>]|0.6 list(map(abs, <LI>))|0.8 [<v> for <v>, <u> in enumerate(<S>) if <u> == <c>]|0.6 list(filter(lambda <v>: <v> < <N>, <LI>))|1 sorted(set(<LI>))|1.2 [<v> ** 2 for <v> in <LI>]|2 <LL>[<x>]|1 [<v>[<p1>] for <v> in <LL>]|1 [<v> + <u> for <v>, <u> in zip(<LI>, <LI>)]|1 [sum(<v>) for <v> in <LL>]|1 <DL>[<c>]|1 <DL>.get(<c>, [])|0.8 [<v> * <u> for <v>, <u> in enumerate(<LI>)]|0.6 [<v> for <u> in <LL> for <v> in <u>]|0.6 sorted(<SI>)|0.5 sorted(<D>.values())""",
    "LS": """5 list(<S>)|6 <S>.split()|6 <S>.split(<c>)|1 <S>.split(<c>, 1)|1 <S>.rsplit(<c>, 1)|5 <LS>[<slice>]|3 sorted(<LS>)|1 sorted(<LS>, key=len)|0.8 sorted(<LS>, reverse=True)|2 [<v>.upper() for <v> in <LS>]|1 [<v>.strip() for <v> in <LS>]|1.5 [<v> for <v> in <LS> if <v> != <c>]|1.5 [<v> for <v> in <LS> if len(<v>) > <n>]|1 [<v> for <v> in <LS> if <v>]|1.2 <S>.splitlines()|1.5 list(<D>.keys())|1.5 list(<D>)|1 sorted(<D>)|2 <LS> + <LS>|2 [<c>, <c>]|2 [<S>]|1.5 []|2.5 <LS> + [<S>]|1.5 [<v> + <c> for <v> in <LS>]|0.8 [<c> + <v> for <v> in <LS>]
0.8 sorted(<S>)|1.5 <LS>[::-1]|0.8 list(reversed(<LS>))|1 [<v>[0] for <v> in <LS> if <v>]|1.5 [<v> for <v> in <S> if <v>.<is>()]|0.8 [<v> for <v> in <S> if <v> not in <c2>]|1.5 [str(<v>) for <v> in <LI>]|1 <LS>.copy()|0.8 list(<DS>.values())|0.5 <LS> * 2|1.5 [<v>.strip() for <v> in <S>.split(<c>)]|1 [f'{<v>}<w>{<u>}' for <v>, <u> in <D>.items()]|1 [<v>.capitalize() for <v> in <LS>]|0.8 [<v>[::-1] for <v> in <LS>]|0.7 [<S>[<v>:<v> + <n1>] for <v> in range(0, len(<S>), <n1>)]|0.7 [<v> for <v> in <LS> if <v>.startswith(<c>)]|0.6 [<v> for <v> in <LS> if <c> in <v>]|0.6 list(map(str, <LI>))|0.6 list(dict.fromkeys(<LS>))""",
    "LF": """2 [<v> / <m> for <v> in <LI>]|2 [<v> * <F> for <v> in <LF>]|2 [<F>, <F>]|2 sorted(<LF>)|2 <LF>[<slice>]|1.5 [round(<v>, 1) for <v> in <LF>]|1 [<v> - <F> for <v> in <LF>]|1 [float(<v>) for <v> in <LI>]|1 <LF> + [<F>]|1 [<v> * 0.5 for <v> in <LI>]|0.6 []""",
    "LL": """2 [<LI>, <LI>]|2 [[0] * <n1> for _ in range(<n1>)]|1.5 [<v>[:] for <v> in <LL>]|1.5 [<v>[::-1] for <v> in <LL>]|1.5 [list(<v>) for <v> in zip(*<LL>)]|1.5 <LL>[<slice>]|1 sorted(<LL>)|1 <LL> + [<LI>]|1.5 [<LI>[<v>:<v> + <n1>] for <v> in range(0, len(<LI>), <n1>)]|1 [[<v>, <v> * <n>] for <v> in <LI>]|1 [<v> for <v> in <LL> if <v>]|1 [[<u> + <n> for <u> in <v>] for <v> in <LL>]|0.7 sorted(<LL>, key=lambda <v>: <v>[0])|0.6 []""",
    "D": """3 {}|2.5 {<c>: <I>, <c>: <I>}|1 {'<k>': <I>, '<k>': <n>}|1.2 {<v>: <S>.count(<v>) for <v> in <S>}|1.5 dict(zip(<LS>, <LI>))|1.5 <D>.copy()|1.5 dict(<D>)|1.5 dict.fromkeys(<LS>, <n>)|1.5 {<v>: len(<v>) for <v> in <LS>}|1.5 {<v>: <u> for <v>, <u> in <D>.items() if <u> > <n>}|1.2 {<v>: <u> * <n> for <v>, <u> in <D>.items()}|0.8 {**<D>, <c>: <I>}|0.7 dict(sorted(<D>.items()))|0.8 {<v>: <u> for <u>, <v> in enumerate(<LS>)}|0.5 dict(sorted(<D>.items(), key=lambda <v>: <v>[1]))|0.5 <D> | {<c>: <n>}""",
    "DS": """2 {}|2 {<c>: <c>, <c>: <S>}|1.5 {'<k>': <S>, '<k>': <S>}|1.2 <DS>.copy()|1 {<v>: <v>.upper() for <v> in <LS>}|1 {<u>: <v> for <v>, <u> in <DS>.items()}|1 dict(<v>.split('=') for <v> in <S>.split('&') if <v>.count('=') == 1)|0.8 dict(zip(<LS>, <LS>))|0.6 {**<DS>, '<k>': <S>}""",
    "DL": """2 {}|2 {<c>: <LI>}|1 {'<k>': <LI>, '<k>': <LI>}|1 {<v>: [] for <v> in <LS>}|1 {<v>: <u>[::-1] for <v>, <u> in <DL>.items()}|1 {<v>: sorted(<u>) for <v>, <u> in <DL>.items()}|0.7 dict(<DL>)""",
    "PI": """3 (<I>, <S>)|1 (<n>, <c>)|1 max(enumerate(<LS>), key=lambda <v>: len(<v>[1]))|1 (len(<S>), <S>)|1 (<PI>[0] + <n>, <PI>[1])|1 (<I>, <PI>[1])""",
    "SI": """2 set(<LI>)|1 {<I>, <I>}|1 set()|1 <SI> | {<I>}|1 <SI> & set(<LI>)|1 <SI> - {<I>}|1 {<v> % <m> for <v> in <LI>}|0.6 <SI> | <SI>|0.6 set(range(<n>))""",
}
MUTATE = {
    "LI": "9 <t>.append(<I>)|1 <t>.append(<n>)|2 <t>.extend(<LI>)|2 <t>.insert(<x0>, <I>)|2.5 <t>.pop()|1.5 <t>.pop(<x0>)|1.5 <t>.remove(<t1>)|0.7 <t>.remove(<I>)|2 <t>.sort()|0.7 <t>.sort(reverse=True)|2 <t>.reverse()|6 <t>[<x>] = <I>|2 <t>[<x>] += <I>|1.5 <t>[<x>] *= <n>|2 <t>[<x>], <t>[<x>] = <t>[<x>], <t>[<x>]|1 del <t>[<x>]|0.6 del <t>[<slice>]|0.4 <t>.clear()|0.6 <t>[<slice>] = <LI>|1 <t> += [<I>]",
    "LS": "10 <t>.append(<S>)|3 <t>.append(<c>)|2 <t>.extend(<LS>)|2 <t>.insert(<x0>, <S>)|2.5 <t>.pop()|1.5 <t>.pop(<x0>)|1.5 <t>.remove(<t1>)|1.5 <t>.sort()|1.5 <t>.reverse()|4 <t>[<x>] = <S>|2 <t>[<x>] += <c>|1.5 <t>[<x>] = <t>[<x>].upper()|1 del <t>[<x>]|0.5 <t>.clear()|0.5 <t>.sort(key=len)|1 <t> += [<S>]|1 <t> += <LS>",
    "LF": "5 <t>.append(<F>)|3 <t>[<x>] = <F>|2 <t>[<x>] *= <m>|1 <t>.sort()|1 <t>.pop()",
    "LL": "5 <t>.append(<LI>)|4 <t>[<x>].append(<I>)|4 <t>[<x>][<x>] = <I>|2 <t>[<x>][<x>] += <n>|1 <t>.pop()|1 <t>.reverse()|1 <t>[<x>] = <LI>|1 <t>.append([<I>, <I>])",
    "D": "7 <t>[<c>] = <I>|5 <t>[<c>] = <t>.get(<c>, 0) + 1|2 <t>[<S>] = <I>|2 <t>[<k1>] += <n>|3 <t>[<k1>] = <I>|1.5 <t>.pop(<c>, None)|1.5 <t>.pop(<k1>)|1.5 <t>.update({<c>: <I>})|1 <t>.update(<D>)|1.5 <t>.setdefault(<c>, <n>)|1 del <t>[<k1>]|0.3 <t>.clear()|0.5 <t>.popitem()",
    "DS": "5 <t>[<c>] = <S>|3 <t>[<k1>] = <S>|2 <t>['<k>'] = <S>|1.5 <t>.pop(<c>, None)|1 <t>.update({<c>: <S>})|1 <t>.setdefault(<c>, <S>)|1 <t>[<k1>] += <c>|1 del <t>[<k1>]",
    "DL": "4 <t>.setdefault(<c>, []).append(<I>)|3 <t>[<c>] = <LI>|3 <t>[<k1>].append(<I>)|1.5 <t>[<k1>] = <LI>|1 <t>.pop(<c>, None)|1 <t>[<c>] = <t>.get(<c>, []) + [<I>]",
    "SI": "5 <t>.add(<I>)|2 <t>.discard(<I>)|1 <t>.update(<LI>)|1 <t>.remove(<I>)",
}
AUG = {
    "S": "6 <t> += <c>|5 <t> += <S>|2 <t> += str(<I>)|1 <t> *= <n>|1.5 <t> += f'<w>{<I$>}'|1 <t> += <S>[<x>]",
    "I": "6 <t> += 1|4 <t> += <I>|2 <t> += <n>|3 <t> -= 1|2 <t> -= <n>|2 <t> *= <n>|2 <t> *= <I>|2 <t> //= <m>|1.5 <t> %= <m>|2 <t> += len(<S>)|1 <t> += <LI>[<x>]|0.5 <t> -= <I>|0.4 <t> **= 2|0.3 <t> <<= 1|0.3 <t> |= <n>|1 <t> += int(<B>)",
    "F": "3 <t> += <F>|2 <t> -= <F>|3 <t> *= <F>|2 <t> /= <m>|1 <t> += <I>",
    "LI": "2 <t> += [<I>]|1 <t> += <LI>", "LS": "2 <t> += [<S>]|1 <t> += <LS>",
}


def _table(text):
    out = []
    weights = []
    for part in re.split(r"\n|\|(?=\d)", text):
        m = re.match(r"([\d.]+) (.*)$", part.strip())
        if m:
            weights.append(float(m.group(1)))
            out.append(m.group(2))
    return out, weights


EXPR = {k: _table(v) for k, v in EXPR.items()}
MUTATE = {k: _table(v) for k, v in MUTATE.items()}
AUG = {k: _table(v) for k, v in AUG.items()}
HOLE = re.compile(r"<([A-Za-z]\w*\$?)>")
ERRORS = ["ValueError", "KeyError", "IndexError", "TypeError", "Exception", "(KeyError, IndexError)", "ZeroDivisionError", "(ValueError, TypeError)"]
