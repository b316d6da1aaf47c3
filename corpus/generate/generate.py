"""Write random typed Python programs and record what their functions do.

    generate.py --out FILE.jsonl.gz --first SEED --count N

A case is its seed: the program, its arguments and so its trace follow from it. A program is a main
function, often with a helper or a small class, built from weighted templates in which a hole names the
type that is wanted:

    <S> str  <C> short str  <I> int  <F> float  <B> bool  <LI> list of int  <LS> list of str
    <LF> list of float  <LL> list of lists of int  <D> str to int  <DS> str to str  <DL> str to list of int
    <PI> pair of an int and a str  <SI> set of int

and <n>, <N>, <m>, <x>, <slice>, <c>, <q>, <w>, <is> small constants or indices, <v>, <u> fresh loop
names. Holes prefer variables that are in scope, because lines of real code work on variables.
"""
import argparse
import ast
import gzip
import json
import os
import random
import re
import resource
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from recording import limited, limits
from recording.recorder import Recorder

WORDS = """apple banana cherry orange river stone cloud window garden paper silver copper engine market student
teacher doctor number letter status error warning message user admin guest group order item price total count index
value key name title path file folder image video audio record table column row field header footer body title page
city country street london paris tokyo berlin madrid rome oslo january march april june july monday friday sunday red
green blue black white yellow small large hot cold old new open closed active pending failed done start stop left right
north south east west alpha beta gamma delta hello world foo bar baz test data cat dog bird fish horse tree leaf root
node edge graph queue stack buffer token parser config debug info trace level mode type class method the a of and to in
is it you that was for on are with as his they be at one have this from by had not but some what there we can out other
were all your when up use how said each she which do their time if will way about many then them would write like so
these her long make thing see him two has look more day could go come did my sound no most who over know than call first
people may down side been now find any""".split()
NAMES = {
    "S": "text s string line word name value sentence message phrase content data label title url path token source body query raw text2 description command expr pattern filename prefix_text input_str".split(),
    "C": "char c ch sep delimiter prefix suffix letter sub old new target separator fill key p search mark symbol quote".split(),
    "I": "n num k count i x number value size limit index a b m step total length width start end pos target max_len low high amount age threshold y shift offset level base depth year month seconds".split(),
    "F": "x y value rate price amount ratio weight total score factor temperature a b t mean radius distance".split(),
    "B": "flag reverse strict found valid keep upper verbose active ascending ignore_case".split(),
    "LI": "nums numbers array lst arr values data items xs seq elements a scores digits row sizes heights weights stack result_list indices".split(),
    "LS": "words names strings items parts tokens lines texts labels keys tags fields args columns paths users rows".split(),
    "LF": "values prices weights xs ys samples points data measurements rates".split(),
    "LL": "matrix grid rows board table m pairs intervals groups".split(),
    "D": "d counts mapping data table scores lookup ages prices inventory stock totals freq index cache".split(),
    "DS": "d mapping names lookup aliases headers replacements conf settings params env".split(),
    "DL": "graph groups index buckets adjacency table data".split(),
    "PI": "pair item entry point record t".split(),
    "SI": "seen ids unique visited numbers s primes".split(),
}
LOCALS = {
    "S": "result res out output s text ans temp tmp cleaned acc word part current prefix suffix rest line key left right head tail new_text buf name joined formatted".split(),
    "C": "c ch letter sep last first".split(),
    "I": "count total i n res result j cnt length idx k num x pos acc m best current diff limit q index largest left right mid lo hi step carry size offset value".split(),
    "F": "avg mean ratio total result x y rate scaled area diff value variance acc".split(),
    "B": "flag found ok is_ok done valid same has_any".split(),
    "LI": "result res out nums acc seq filtered stack values new items squares evens temp arr prefix_sums queue".split(),
    "LS": "words parts result out tokens chars pieces lines fields letters names items output stack kept".split(),
    "LF": "result values scaled diffs out averages xs".split(),
    "LL": "rows matrix groups chunks pairs result grid table".split(),
    "D": "counts d result freq seen index mapping totals table cache".split(),
    "DS": "d result mapping out table pairs".split(),
    "DL": "groups d result buckets index".split(),
    "PI": "pair item entry best result".split(),
    "SI": "seen unique ids common s".split(),
}
ANN = {"S": "str", "C": "str", "I": "int", "F": "float", "B": "bool", "LI": "list[int]", "LS": "list[str]", "LF": "list[float]", "LL": "list[list[int]]", "D": "dict[str, int]", "DS": "dict[str, str]", "DL": "dict[str, list[int]]", "PI": "tuple[int, str]", "SI": "set[int]"}
# How often a new variable has each type.
TYPES = (["S", "I", "LI", "LS", "D", "B", "F", "DS", "LL", "LF", "DL", "PI", "SI"], [7, 7, 4, 4.5, 2, 1.2, 1.6, 1, 1.2, 0.6, 0.8, 0.7, 0.6])
ABC = "abcdefghijklmnopqrstuvwxyz"

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


class Values:
    """Random argument values."""

    def __init__(self, rng):
        self.r = rng

    def word(self):
        r = self.r
        p = r.random()
        if p < 0.65:
            return r.choice(WORDS)
        if p < 0.9:
            return "".join(r.choice(ABC) for _ in range(r.randint(1, 8)))
        return "".join(r.choice(ABC + ABC.upper() + "0123456789_-") for _ in range(r.randint(1, 10)))

    def text(self):
        r = self.r
        p = r.random()
        if p < 0.02:
            return ""
        if p < 0.2:
            s = self.word()
        elif p < 0.38:
            s = " ".join(self.word() for _ in range(r.randint(2, 9)))
        elif p < 0.5:
            s = r.choice([",", ", ", "-", "_", ";", ":", "/", ".", " | ", "\t", "=", "\n"]).join(self.word() for _ in range(r.randint(2, 6)))
        elif p < 0.57:
            s = "".join(r.choice("0123456789") for _ in range(r.randint(1, 8)))
        elif p < 0.62:
            s = "&".join(self.word() + "=" + r.choice([self.word(), str(r.randint(0, 99))]) for _ in range(r.randint(1, 3)))
        elif p < 0.66:
            s = "%s@%s.%s" % (self.word(), self.word(), r.choice(["com", "org", "net"]))
        elif p < 0.7:
            s = r.choice(["%s/%s.%s", "/%s/%s.%s", "%s_%s.%s"]) % (self.word(), self.word(), r.choice(["py", "txt", "json", "csv"]))
        elif p < 0.74:
            s = "%04d-%02d-%02d" % (r.randint(1990, 2030), r.randint(1, 12), r.randint(1, 28))
        elif p < 0.85:
            s = "".join(r.choice(r.choice([ABC, ABC, ABC.upper(), "0123456789", " ,.!?-_#$%&*@/:;()+=<>[]{}'\""])) for _ in range(r.randint(1, 24)))
        elif p < 0.9:
            s = "".join(r.choice("abAB1 ") for _ in range(r.randint(2, 14)))
        elif p < 0.95:
            s = " " * r.randint(1, 3) + " ".join(self.word() for _ in range(r.randint(1, 4))) + r.choice(["", " ", "\n", "  "])
        else:
            s = " ".join(self.word() for _ in range(r.randint(4, 12))).capitalize() + r.choice([".", "!", "?", ""])
        q = r.random()
        if q < 0.08:
            s = s.upper()
        elif q < 0.18:
            s = s.title()
        return s[: r.choice([12, 24, 40, 64])]

    def short(self):
        r = self.r
        p = r.random()
        if p < 0.45:
            return r.choice(ABC)
        if p < 0.75:
            return r.choice([" ", ",", "-", "_", ".", ":", ";", "/", "|", "+", "*", "#", "@", "!", "=", "\n", "0", "1", "5", ", "])
        if p < 0.8:
            return r.choice(ABC.upper())
        if p < 0.9:
            return "".join(r.choice(ABC) for _ in range(2))
        return r.choice(WORDS)

    def integer(self):
        r = self.r
        p = r.random()
        if p < 0.5:
            return r.randint(0, 10)
        if p < 0.75:
            return r.randint(-10, 100)
        if p < 0.92:
            return r.randint(0, 1000)
        return r.randint(-1000, 100000)

    def real(self):
        r = self.r
        p = r.random()
        if p < 0.4:
            return r.randint(0, 100) / r.choice([2, 4, 10, 10, 10])
        if p < 0.7:
            return round(r.random() * r.choice([1, 10, 100]), r.choice([1, 2, 2, 3]))
        if p < 0.85:
            return float(r.randint(-20, 200))
        return round(r.uniform(-50, 1000), r.choice([1, 2, 4]))

    def make(self, t):
        r = self.r
        if t == "S":
            return self.text()
        if t == "C":
            return self.short()
        if t == "I":
            return self.integer()
        if t == "F":
            return self.real()
        if t == "B":
            return r.random() < 0.5
        if t == "PI":
            return (self.integer(), self.word())
        k = r.choice([0, 1, 2, 3, 3, 4, 4, 5, 6, 8])
        if t == "LI":
            small = r.random() < 0.5
            return [r.randint(0, 9) if small else self.integer() for _ in range(k)]
        if t == "SI":
            return {r.randint(0, 30) for _ in range(k)}
        if t == "LS":
            return [self.short() if r.random() < 0.25 else self.word() if r.random() < 0.85 else self.text() for _ in range(min(k, 6))]
        if t == "LF":
            return [self.real() for _ in range(min(k, 5))]
        if t == "LL":
            if r.random() < 0.5:
                w = r.randint(1, 3)
                return [[r.randint(0, 9) for _ in range(w)] for _ in range(min(k, 3))]
            return [[self.integer() for _ in range(r.randint(0, 3))] for _ in range(min(k, 4))]
        k = min(k, 5)
        key = lambda: self.word() if r.random() < 0.75 else self.short()
        if t == "D":
            return {key(): self.integer() for _ in range(k)}
        if t == "DS":
            return {key(): self.word() if r.random() < 0.7 else self.text()[:20] for _ in range(k)}
        return {key(): [r.randint(0, 20) for _ in range(r.randint(0, 3))] for _ in range(min(k, 3))}


class Scope:
    """The variables of the function being written."""

    def __init__(self, gen, params):
        self.g = gen
        self.r = gen.r
        self.vars = list(params)
        self.used = {n for n, _ in params}
        self.fixed = set()          # loop variables and counters: not assigned to
        self.objects = []

    def of(self, t):
        return [n for n, k in self.vars if k == t or t == "S" and k == "C"]

    def fresh(self, t):
        for _ in range(12):
            n = self.r.choice(LOCALS[t])
            if n not in self.used:
                break
        else:
            n = self.r.choice(LOCALS[t]) + str(self.r.randint(2, 9))
        return n

    def bind(self, n, t):
        self.vars = [(a, b) for a, b in self.vars if a != n] + [(n, t)]
        self.used.add(n)

    def pick(self, names):
        """A name, recent ones more often."""
        k = len(names)
        return names[max(0, k - 1 - int(self.r.expovariate(0.6)))]

    def leaf(self, t):
        names = self.of(t)
        if names and self.r.random() < 0.95:
            return self.pick(names)
        if t == "S":
            return repr(self.g.v.text()[:30] if self.r.random() < 0.5 else self.g.v.short())
        if t == "B" and self.of("I") + self.of("S"):
            ints = self.of("I")
            if ints and self.r.random() < 0.5:
                return self.fill(self.r.choice(["<I> > <n>", "<I> == <n>", "<I> < <N>", "<I> != <I>"]), 0)
            if self.of("S"):
                return self.fill(self.r.choice(["<c> in <S>", "<S> == <c>", "<S>.startswith(<c>)", "len(<S>) > <n>"]), 0)
        return repr(self.g.v.make(t))

    def expr(self, t, depth=1):
        if depth <= 0:
            return self.leaf(t)
        if t in ("I", "S", "LI", "LS", "B", "F") and self.r.random() < 0.09:
            call = self.call(t)
            if call:
                return call
        texts, weights = EXPR[t]
        for _ in range(5):
            tpl = self.r.choices(texts, weights)[0]
            need = {h.rstrip("$") for h in HOLE.findall(tpl)} & set(EXPR) - {"B", "C"}
            if all(self.of(x) or self.r.random() < 0.06 for x in need):
                return self.fill(tpl, depth)
        return self.leaf(t)

    def call(self, t):
        """A call of a helper or a method that returns t."""
        options = [h for h in self.g.helpers if h[2] == t]
        ms = [(o, m) for o, c in self.objects for m in c["methods"] if m[2] == t]
        if not options and not ms:
            return None
        k = self.r.randrange(len(options) + len(ms))
        if k < len(options):
            name, params, _ = options[k]
            return "%s(%s)" % (name, ", ".join(self.expr(p, self.r.choice([0, 0, 1])) for p in params))
        o, (name, params, _) = ms[k - len(options)]
        return "%s.%s(%s)" % (o, name, ", ".join(self.leaf(p) for p in params))

    def fill(self, tpl, depth=1, target=None, ttype=None):
        r = self.r
        names = {}

        def hole(m):
            k = m.group(1)
            simple = k.endswith("$")
            k = k.rstrip("$")
            if k == "C":
                k = "c"
            if k in EXPR:
                if simple:                    # inside an f-string: no quotes of the same kind
                    vs = self.of(k)
                    return self.pick(vs) if vs else {"S": "len('')", "I": str(r.randint(0, 9)), "F": "0.5"}[k]
                e = self.expr(k, depth - 1 if r.random() < 0.6 else 0)
                if " " in e and e[0] not in "'[{(\"":
                    after = tpl[m.end() : m.end() + 1]
                    before = tpl[max(0, m.start() - 4) : m.start()]
                    if after in (".", "[") or re.search(r"(\*|/|%|-|not|in|\+|==|<|>|and|or|&|\||\^) $", before) or before.endswith(("-", "*")) or re.match(r" (\*|/|%|-|in|not|==|<|>|if|\+|and|or|!|&|\||\^|is)", tpl[m.end() :]):
                        e = "(" + e + ")"
                elif k in ("I", "F") and tpl[m.end() : m.end() + 1] == "." or e.startswith("-") and "**" in tpl:
                    e = "(" + e + ")"
                return e
            if k == "t":
                return target
            if k == "t1":
                return "%s[%s]" % (target, r.choice(["0", "-1", "1"]))
            if k == "k1":
                vs = self.of("S")
                return self.pick(vs) if vs and r.random() < 0.35 else repr(self.g.v.short()) if r.random() < 0.3 else "next(iter(%s))" % target if r.random() < 0.15 else repr(r.choice(WORDS))
            if k == "k":
                return r.choice(["name", "id", "type", "value", "count", "total", "key", "status", "size", "path", "user", "x", "y"])
            if k == "c":
                vs = [n for n, t in self.vars if t == "C"]
                if vs and r.random() < 0.6:
                    return self.pick(vs)
                if r.random() < 0.12 and self.of("S"):
                    return self.pick(self.of("S"))
                return repr(self.g.v.short())
            if k == "q":
                return repr(r.choice(" -*0_x.#" + r.choice(ABC)))
            if k == "c2":
                return repr("".join(r.sample(ABC, 3)))
            if k == "n":
                return str(r.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 10]))
            if k == "n1":
                return str(r.choice([1, 2, 2, 3, 3, 4]))
            if k == "m":
                return str(r.choice([2, 2, 2, 3, 3, 4, 5, 7, 10]))
            if k == "N":
                vs = self.of("I")
                if vs and r.random() < 0.2:
                    return self.pick(vs)
                return str(r.choice([3, 4, 5, 6, 7, 8, 10, 12, 15, 20]))
            if k == "b":
                return r.choice(["2", "8", "10", "16"])
            if k == "p":
                return r.choice(["0", "1", "2", "-1"])
            if k == "p1":
                return r.choice(["0", "1", "-1"])
            if k == "fmt":
                return r.choice(["03d", "5d", ",", "x", "b", ">6", "<5", "04", "+d"])
            if k in ("x", "x0"):
                vs = self.of("I")
                if vs and r.random() < (0.45 if k == "x" else 0.2):
                    v = self.pick(vs)
                    return r.choice([v, v, v, v + " - 1", v + " + 1", v + " % 2"])
                return r.choice(["0", "0", "0", "-1", "-1", "1", "2", "-2"] if k == "x" else ["0", "0", "1", "-1"])
            if k == "slice":
                def bound():
                    vs = self.of("I")
                    if vs and r.random() < 0.4:
                        return self.pick(vs)
                    return str(r.choice([1, 1, 1, 2, 2, 3, 4, 5, -1, -1, -2, -3]))
                p = r.random()
                if p < 0.35:
                    return bound() + ":"
                if p < 0.65:
                    return ":" + bound()
                if p < 0.85:
                    return bound() + ":" + bound()
                return r.choice(["::2", "::-1", "1::2", ":", bound() + "::-1", "1:-1"])
            if k in ("v", "u"):
                if k not in names:
                    free = [x for x in ["x", "c", "i", "w", "v", "k", "e", "n", "ch", "item", "p", "num", "el", "word", "row", "j", "val"] if x not in self.used and x not in names.values()]
                    names[k] = r.choice(free or ["zz", "yy"])
                return names[k]
            if k == "is":
                return r.choice(["isdigit", "isalpha", "isupper", "islower", "isalnum", "isspace"])
            if k == "w":
                return r.choice([" ", "-", ":", ", ", "_", "/", " is ", "=", ": ", " - ", "<", "id ", "x"])
            if k == "sd":
                vs = self.of("S")
                return self.pick(vs) if vs and r.random() < 0.4 else repr(str(r.randint(0, 9999)))
            raise KeyError(k)

        return HOLE.sub(hole, tpl)

    # -- statements: lists of lines --

    def block(self, depth, loops, n):
        out = []
        for _ in range(n):
            out += self.statement(depth, loops, n)
        return ["    " + x for x in out] or ["    pass"]

    def statement(self, depth, loops, left):
        r = self.r
        p = r.random()
        if depth < 3 and left > 0:
            if p < 0.15:
                return self.if_(depth, loops)
            if p < 0.29 and loops < 2:
                return self.for_(depth, loops)
            if p < 0.335 and loops < 1:
                return self.while_(depth, loops)
            if p < 0.355:
                return self.try_(depth, loops)
        if loops and depth and p < 0.38:
            return ["if " + self.expr("B") + ":", "    " + r.choice(["break", "continue", "continue"])]
        if p < 0.4 and depth:
            return ["if " + self.expr("B") + ":", "    return " + self.expr(self.g.returns, 1)]
        if p < 0.415:
            return r.choice([["assert " + self.expr("B") + r.choice(["", ", 'bad'"])], ["if " + self.expr("B") + ":", "    raise " + r.choice(["ValueError('invalid')", "KeyError(%s)" % self.leaf("S"), "TypeError('wrong type')", "IndexError('out of range')"])]])
        if p < 0.66:
            return self.assign(loops)
        if p < 0.76:
            return self.augment()
        return self.mutate()

    def assignable(self, t):
        return [n for n, k in self.vars if k == t and n not in self.fixed]

    def assign(self, loops=0):
        r = self.r
        p = r.random()
        if p < 0.04 and len(self.of("I")) > 1:
            a, b = r.sample(self.assignable("I") or ["_a"], 1)[0], self.pick(self.of("I"))
            if a != "_a" and a != b and b not in self.fixed:
                return ["%s, %s = %s, %s" % ((a, b, b, a) if r.random() < 0.4 else (a, b, b, a + " + " + b) if r.random() < 0.4 else (a, b, self.expr("I"), self.expr("I")))]
        if p < 0.07:
            t1, t2 = r.choice(["S", "I", "LI", "LS"]), r.choice(["S", "I", "I", "LI"])
            e1, e2 = self.expr(t1), self.expr(t2)
            n1 = self.fresh(t1)
            self.used.add(n1)
            n2 = self.fresh(t2)
            self.bind(n1, t1)
            self.bind(n2, t2)
            return ["%s, %s = %s, %s" % (n1, n2, e1, e2)]
        if p < 0.09 and self.of("S"):
            x = self.pick(self.of("S"))
            ns = r.sample(["head", "tail", "mid", "before", "after", "rest", "name", "ext", "_"], 3)
            for n in ns:
                if n != "_":
                    self.bind(n, "S")
            return ["%s = %s.%s(%s)" % (", ".join(ns), x, r.choice(["partition", "rpartition"]), self.fill("<c>"))]
        if p < 0.105 and self.of("LI"):
            x = self.pick(self.of("LI"))
            self.bind("first", "I")
            self.bind("rest", "LI")
            return ["first, *rest = " + x]
        if p < 0.115 and self.of("PI"):
            x = self.pick(self.of("PI"))
            self.bind("num", "I")
            self.bind("label", "S")
            return ["num, label = " + x]
        if p < 0.13:
            e1, e2 = self.expr("I"), self.fill("<m>")
            self.bind("q", "I")
            self.bind("r", "I")
            return ["q, r = divmod(%s, %s)" % (e1, e2)]
        if p < 0.15 and self.g.classes and not loops:
            c = r.choice(self.g.classes)
            n = r.choice(["obj", "item", "acc", "box", "tracker", "p"])
            line = "%s = %s(%s)" % (n, c["name"], ", ".join(self.expr(t) for _, t in c["params"]))
            self.objects = [o for o in self.objects if o[0] != n] + [(n, c)]
            self.vars = [v for v in self.vars if v[0] != n]
            self.used.add(n)
            return [line]
        if p < 0.2 and self.objects:
            o, c = r.choice(self.objects)
            m = r.choice(c["methods"])
            call = "%s.%s(%s)" % (o, m[0], ", ".join(self.expr(t, r.choice([0, 1])) for t in m[1]))
            if m[2] is None:
                return [call]
            n = self.fresh(m[2])
            self.bind(n, m[2])
            return ["%s = %s" % (n, call)]
        if p < 0.23 and self.objects:
            o, c = r.choice(self.objects)
            f, t = r.choice(c["fields"])
            n = self.fresh(t)
            self.bind(n, t)
            return ["%s = %s.%s" % (n, o, f)]
        t = r.choices(*TYPES)[0]
        e = self.expr(t, r.choice([1, 1, 1, 2]))
        old = self.assignable(t)
        n = self.pick(old) if old and r.random() < 0.42 else self.fresh(t)
        if n in self.fixed:
            n = n + "2"
        self.bind(n, t)
        if r.random() < 0.03:
            return ["%s: %s = %s" % (n, ANN[t], e)]
        return ["%s = %s" % (n, e)]

    def augment(self):
        ts = [t for t in AUG if self.assignable(t)]
        if not ts:
            return self.assign()
        t = self.r.choices(ts, [{"S": 4, "I": 6, "F": 2}.get(t, 1) for t in ts])[0]
        return [self.fill(self.r.choices(*AUG[t])[0], 1, self.pick(self.assignable(t)))]

    def mutate(self):
        ts = [t for t in MUTATE if self.of(t)]
        if not ts:
            return self.assign()
        t = self.r.choices(ts, [{"LI": 5, "LS": 5, "D": 4}.get(t, 2) for t in ts])[0]
        x = self.pick(self.of(t))
        tpl = self.r.choices(*MUTATE[t])[0]
        line = self.fill(tpl, self.r.choice([1, 1, 2]), x, t)
        if ".pop(" in line and line.startswith(x + ".pop") and self.r.random() < 0.5 and t in ("LI", "LS") and "if" not in line:
            k = {"LI": "I", "LS": "S"}[t]
            n = self.fresh(k)
            self.bind(n, k)
            return ["%s = %s" % (n, line)]
        return [line]

    def saved(self, f):
        vs, fx, ob = self.vars, set(self.fixed), list(self.objects)
        out = f()
        self.vars, self.fixed, self.objects = vs, fx, ob
        return out

    def if_(self, depth, loops):
        r = self.r
        n = r.choice([1, 1, 1, 2])
        out = ["if " + self.expr("B", r.choice([1, 1, 2])) + ":"] + self.saved(lambda: self.block(depth + 1, loops, n))
        p = r.random()
        if p < 0.18:
            out += ["elif " + self.expr("B") + ":"] + self.saved(lambda: self.block(depth + 1, loops, 1))
        if p < 0.45:
            out += ["else:"] + self.saved(lambda: self.block(depth + 1, loops, r.choice([1, 1, 2])))
        return out

    def for_(self, depth, loops):
        r = self.r

        def name(options):
            free = [x for x in options.split() if x not in self.used]
            n = r.choice(free or [options.split()[0] + str(r.randint(2, 9))])
            return n

        heads = []

        def add(w, text, *binds):
            heads.append((w, text, binds))

        if self.of("S"):
            s = self.pick(self.of("S"))
            add(3, "for {a} in %s" % s, ("char c ch letter", "C"))
            add(2, "for {a}, {b} in enumerate(%s)" % s, ("i idx index pos", "I"), ("char c ch letter", "C"))
            add(1.5, "for {a} in range(len(%s))" % s, ("i j k idx", "I"))
            add(1.5, "for {a} in %s.split(%s)" % (s, r.choice(["", self.fill("<c>")])), ("word part w token piece", "S"))
            add(0.5, "for {a} in %s.splitlines()" % s, ("line row", "S"))
        if self.of("LI"):
            s = self.pick(self.of("LI"))
            add(4, "for {a} in %s" % s, ("num x n v value item", "I"))
            add(2, "for {a} in range(len(%s))" % s, ("i j k idx", "I"))
            add(1, "for {a} in range(1, len(%s))" % s, ("i j k", "I"))
            add(2, "for {a}, {b} in enumerate(%s)" % s, ("i idx index pos", "I"), ("num x v value item", "I"))
            add(0.6, "for {a} in sorted(%s)" % s, ("num x v value", "I"))
            add(0.5, "for {a} in reversed(%s)" % s, ("num x v value", "I"))
            add(0.5, "for {a} in %s[%s]" % (s, self.fill("<slice>")), ("num x v value", "I"))
            if self.of("LS"):
                add(1, "for {a}, {b} in zip(%s, %s)" % (self.pick(self.of("LS")), s), ("name key label word", "S"), ("num x v value", "I"))
        if self.of("LS"):
            s = self.pick(self.of("LS"))
            add(4, "for {a} in %s" % s, ("word w name item part token line", "S"))
            add(1.5, "for {a}, {b} in enumerate(%s)" % s, ("i idx index pos", "I"), ("word w name item part", "S"))
            add(0.5, "for {a} in sorted(%s)" % s, ("word w name item", "S"))
        if self.of("LF"):
            add(1, "for {a} in %s" % self.pick(self.of("LF")), ("x value price v", "F"))
        if self.of("LL"):
            s = self.pick(self.of("LL"))
            add(2, "for {a} in %s" % s, ("row line group pair", "LI"))
            add(0.7, "for {a}, {b} in enumerate(%s)" % s, ("i r idx", "I"), ("row line group", "LI"))
        if self.of("D"):
            s = self.pick(self.of("D"))
            add(2.5, "for {a}, {b} in %s.items()" % s, ("key k name", "S"), ("value v count", "I"))
            add(1, "for {a} in %s" % s, ("key k name", "S"))
            add(0.5, "for {a} in %s.values()" % s, ("value v count", "I"))
            add(0.7, "for {a}, {b} in sorted(%s.items())" % s, ("key k name", "S"), ("value v count", "I"))
        if self.of("DS"):
            add(1.5, "for {a}, {b} in %s.items()" % self.pick(self.of("DS")), ("key k old", "S"), ("value v new", "S"))
        if self.of("DL"):
            add(1.5, "for {a}, {b} in %s.items()" % self.pick(self.of("DL")), ("key k node", "S"), ("values group neighbors", "LI"))
        add(1.5, "for {a} in range(%s)" % self.fill("<n1>"), ("i j k step _i", "I"))
        add(1, "for {a} in range(%s, %s)" % (self.fill("<n>"), self.fill("<N>")), ("i j k", "I"))
        if self.of("I"):
            v = self.pick(self.of("I"))
            add(1, "for {a} in range(min(%s, %s))" % (v, self.fill("<n1>")), ("i j k", "I"))
            add(0.5, "for {a} in range(%s, 0, -1)" % r.choice(["3", "4", "5", "min(%s, 6)" % v]), ("i j k", "I"))
        _, text, binds = r.choices(heads, [h[0] for h in heads])[0]

        def body():
            names = {}
            for key, (options, t) in zip("ab", binds):
                n = name(options)
                names[key] = n
                self.bind(n, t)
                self.fixed.add(n)
            return [text.format(**names) + ":"] + self.block(depth + 1, loops + 1, r.choice([1, 1, 2, 2, 3]))

        pre = []
        if r.random() < 0.5:        # an accumulator before the loop, as real code has
            t = r.choices(["I", "S", "LI", "LS", "D", "F"], [4, 3, 3, 3, 2, 1])[0]
            n = self.fresh(t)
            self.bind(n, t)
            pre = ["%s = %s" % (n, {"I": r.choice(["0", "0", "1"]), "S": "''", "LI": "[]", "LS": "[]", "D": "{}", "F": "0.0"}[t])]
        return pre + self.saved(body)

    def while_(self, depth, loops):
        r = self.r
        p = r.random()
        n = r.choice([1, 1, 2])
        if p < 0.25 and self.assignable("LI") + self.assignable("LS"):
            t = "LI" if self.assignable("LI") else "LS"
            x = self.pick(self.assignable(t))
            pops = "%s.pop(%s)" % (x, r.choice(["", "", "0"]))
            k = {"LI": "I", "LS": "S"}[t]

            def body():
                v = self.fresh(k)
                self.bind(v, k)
                self.vars = [a for a in self.vars if a[0] != x]
                return ["while %s:" % x, "    %s = %s" % (v, pops)] + self.block(depth + 1, loops + 1, n)

            return self.saved(body)
        if p < 0.5 and self.assignable("I"):
            x = self.pick(self.assignable("I"))
            d = r.choice(["10", "2", "3"])

            def body():
                self.fixed.add(x)
                pre = []
                if r.random() < 0.6:
                    pre = ["    digit = %s %% %s" % (x, d)]
                    self.bind("digit", "I")
                return ["while %s > 0:" % x] + pre + self.block(depth + 1, loops + 1, n) + ["    %s //= %s" % (x, d)]

            return self.saved(body)
        x = r.choice([c for c in ["i", "j", "pos", "left", "n_iter", "idx", "k"] if c not in self.used] or ["step9"])
        seqs = self.of("S") + self.of("LI") + self.of("LS")
        bound = r.choice(["len(%s)" % self.pick(seqs) if seqs else "4", self.fill("<n1>"), self.fill("<N>")])
        self.bind(x, "I")

        def body():
            self.fixed.add(x)
            extra = " and " + self.expr("B") if r.random() < 0.3 else ""
            if extra and " or " in extra:
                extra = ""
            return ["%s = %s" % (x, r.choice(["0", "0", "1"])), "while %s < %s%s:" % (x, bound, extra)] + self.block(depth + 1, loops + 1, n) + ["    %s += %s" % (x, r.choice(["1", "1", "1", "2"]))]

        out = self.saved(body)
        self.bind(x, "I")
        return out

    def try_(self, depth, loops):
        r = self.r
        risky = r.choice(["<t> = int(<S>)", "<t> = <D>[<S>]", "<t> = <LI>[<I>]", "<t> = <I> // <I>", "<t> = <LI>.index(<I>)", "<t> = float(<S>)"])
        need = {h for h in HOLE.findall(risky)} - {"t"}
        out = ["try:"]
        if all(self.of(x) for x in need) and r.random() < 0.7:
            t = "F" if "float" in risky else "I"
            n = self.fresh(t)
            out += ["    " + self.fill(risky, 1, n)]
            out += ["except " + r.choice(ERRORS) + r.choice([":", " as e:", ":"]), "    %s = %s" % (n, r.choice(["0", "-1", "1"]))]
            self.bind(n, t)
            return out
        out += self.saved(lambda: self.block(depth + 1, loops, r.choice([1, 2])))
        out += ["except " + r.choice(ERRORS) + ":"] + self.saved(lambda: self.block(depth + 1, loops, 1))
        p = r.random()
        if p < 0.15:
            out += ["finally:"] + self.saved(lambda: self.block(depth + 1, loops, 1))
        elif p < 0.25:
            out += ["else:"] + self.saved(lambda: self.block(depth + 1, loops, 1))
        return out


class Program:
    """One random program."""

    FN = "process solve compute func transform count_items get_value merge clean build find_max helper convert normalize parse update_counts filter_items make check run_all calc apply_rule encode split_text f g summarize group_by lookup score format_line collect reduce_values to_dict".split()
    CLS = "Counter2 Stack Box Account Tracker Buffer Node Point Inventory Logger Score Matrix Text Parser Queue".split()

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.v = Values(self.r)
        self.helpers = []
        self.classes = []
        self.returns = "I"

    def params(self, k, short=False):
        out = []
        used = set()
        r = self.r
        while len(out) < k:
            t = r.choices(["S", "C", "I", "F", "LI", "LS", "D", "DS", "B", "LL", "LF", "DL", "PI", "SI"], [6, 1.5, 4, 1.2, 3.5, 2.5, 1.6, 0.9, 0.4, 0.9, 0.5, 0.5, 0.5, 0.3])[0]
            if not out and t in ("C", "B") and not short:
                continue
            n = r.choice(NAMES[t])
            if n in used:
                continue
            used.add(n)
            out.append((n, t))
        return out

    def function(self, name, params, n, returns=None, method=None):
        r = self.r
        self.returns = returns or r.choices(["S", "I", "LI", "LS", "B", "D", "F", "LL"], [4, 4, 2.5, 2.5, 1.5, 1.2, 1, 0.5])[0]
        sc = Scope(self, params)
        lines = []
        for _ in range(n):
            lines += sc.statement(0, 0, n)
        mine = [a for a, t in sc.vars if t == self.returns and (a, t) not in params]
        p = r.random()
        if mine and p < 0.6:
            lines.append("return " + mine[-1])
        elif p < 0.7 and returns is None:
            vs = [a for a, _ in sc.vars]
            lines.append("return " + ", ".join(r.sample(vs, min(len(vs), 2))))
        else:
            lines.append("return " + sc.expr(self.returns, r.choice([1, 2])))
        ann = r.random() < 0.35
        sig = ", ".join(a + (": " + ANN[t] if ann else "") for a, t in params)
        arrow = " -> " + ANN[self.returns] if ann and returns else ""
        return ["def %s(%s)%s:" % (name, sig, arrow)] + ["    " + x for x in lines]

    def make_class(self):
        r = self.r
        name = r.choice(self.CLS)
        fields = self.params(r.choice([1, 2, 2, 3]))
        extra = []
        if r.random() < 0.5:
            t = r.choice(["I", "LI", "LS", "D"])
            n = r.choice([x for x in LOCALS[t] if x not in {f for f, _ in fields}])
            extra = [(n, t)]
        out = ["class %s:" % name, "    def __init__(self, %s):" % ", ".join(f for f, _ in fields)]
        out += ["        self.%s = %s" % (f, f) for f, _ in fields]
        out += ["        self.%s = %s" % (f, {"I": "0", "LI": "[]", "LS": "[]", "D": "{}"}[t]) for f, t in extra]
        attrs = [("self." + f, t) for f, t in fields + extra]
        methods = []
        for m in r.sample(["add", "update", "total", "get", "describe", "reset", "push", "size", "merge", "scale", "peek"], r.choice([1, 2, 2, 3])):
            p = self.params(r.choice([0, 1, 1]), True)
            sc = Scope(self, attrs + p)
            sc.used |= {"self"}
            body = []
            for _ in range(r.choice([0, 1, 1, 2])):
                body += sc.statement(2, 0, 0)
            ret = None
            if r.random() < 0.75:
                ret = r.choice(["I", "S", "LI", "LS", "B", "F"])
                body.append("return " + sc.expr(ret, 1))
            out += ["    def %s(%s):" % (m, ", ".join(["self"] + [a for a, _ in p]))] + ["        " + x for x in body or ["pass"]]
            methods.append((m, [t for _, t in p], ret))
        self.classes.append({"name": name, "params": fields, "fields": fields + extra, "methods": methods})
        return out

    def build(self):
        r = self.r
        text = []
        if r.random() < 0.25:
            text += self.make_class() + [""]
        for _ in range(r.choices([0, 1, 2], [5, 3, 1])[0]):
            name = r.choice([n for n in self.FN if n not in {h[0] for h in self.helpers}])
            ps = self.params(r.choice([1, 1, 2]), True)
            ret = r.choice(["S", "I", "LI", "LS", "B", "F"])
            text += self.function(name, ps, r.choice([0, 1, 1, 2]), ret) + [""]
            self.helpers.append((name, [t for _, t in ps], ret))
        name = r.choice([n for n in self.FN if n not in {h[0] for h in self.helpers}])
        ps = self.params(r.choices([1, 2, 3, 4], [4.5, 4, 1.6, 0.4])[0])
        text += self.function(name, ps, r.choices([0, 1, 2, 3, 4, 5], [1, 4, 7, 7, 5, 3])[0])
        return "\n".join(text) + "\n", name, ps


def case(seed, calls=3):
    """The records of one case, or nothing where the program is not usable."""
    p = Program(seed)
    try:
        source, name, params = p.build()
        source = ast.unparse(ast.parse(source)) + "\n"
    except (SyntaxError, IndexError, ValueError, KeyError):
        return []
    if len(source) > 1600:
        return []
    filename = "<case %d>" % seed
    rec = Recorder([], (), "generated")
    rec.add_source(filename, "%d" % seed, source)
    space = {}
    try:
        exec(compile(source, filename, "exec"), space)
    except Exception:
        return []
    failed = 0
    for _ in range(calls + 2):
        args = [p.v.make(t) for _, t in params]
        before = len(rec.functions) and sum(1 for f in rec.functions for c in f.calls if c[1] == "exc")
        limited.call(rec, lambda: space[name](*args), 0.06)
        after = sum(1 for f in rec.functions for c in f.calls if c[1] == "exc")
        failed += after > before
        main = next((f for f in rec.functions if f.name == name), None)
        if failed > 2 or main is not None and len(main.calls) >= calls:
            break
    return list(rec.records())


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--out", required=True)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--count", type=int, default=1000)
    o = p.parse_args()
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    limits.EVENTS = 3
    limits.KEPT_CALLS = 4
    with gzip.open(o.out + ".part", "wt", compresslevel=4, encoding="utf-8") as w:
        for seed in range(o.first, o.first + o.count):
            for r in case(seed):
                w.write(json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n")
    os.replace(o.out + ".part", o.out)


if __name__ == "__main__":
    main()
