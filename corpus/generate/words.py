"""What programs and their arguments are made of: words, and names of variables by their types."""

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
