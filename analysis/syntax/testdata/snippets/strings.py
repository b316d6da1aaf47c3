""; ''; "a"; 'a"b'; """a
b"""; '''it's'''
'\a\b\f\n\r\t\v\\\'\"'
'\0\7\12\123\1234\777\x41\x4a'
'\u00e9\U0001F600\N{LATIN SMALL LETTER E WITH ACUTE}\N{em dash}\N{CJK UNIFIED IDEOGRAPH-4E00}\N{HANGUL SYLLABLE GAG}\N{LF}'
'\ud800'; '\ud83d\ude00'
'\q \8 \
continued'
r'\n\'' R"\d" ; u'x' U"y"
b''; b'a\x00\xff\377\n\N{x}\u1234'; rb'\x' Rb"\d" bR'' BR''
"a" "b" 'c'
("a"
 "b"  # comment
 r"\c"
)
x = "é" "𝒳"
"a".join(b"x" b"y")
{"a": "b" "c", 'd'"e": ''}
return_ = "a"if"b"else"c"
