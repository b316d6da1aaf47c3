import codecs

def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)

show(codecs.encode, 'é€')
show(codecs.encode, 'é€', 'latin-1')
show(codecs.encode, 'é€', 'ascii', 'replace')
show(codecs.encode, 'é€', encoding='ASCII', errors='xmlcharrefreplace')
show(codecs.encode, 'é', 'utf_16')
show(codecs.decode, b'\xc3\xa9')
show(codecs.decode, bytearray(b'\xff'), 'utf-8', 'ignore')
show(codecs.decode, b'\xff')
show(codecs.decode, b'\xff', 'Latin1')
show(lambda: [codecs.lookup(n).name for n in ('utf8', 'UTF-8', 'U8', 'latin_1', 'iso-8859-1', 'us-ascii', 'utf-16-le', 'UTF16', 'utf_32', 'utf-32-be')])
show(lambda: codecs.lookup('utf-8').encode('abé'))
show(lambda: codecs.lookup('utf-8').decode(b'ab\xc3\xa9'))
show(lambda: codecs.lookup('ascii')[0]('é', 'ignore'))
show(codecs.getencoder('ascii'), 'abc')
show(codecs.getdecoder('latin-1'), b'\xe9')
show(codecs.getencoder('ascii'), 'é')
show(lambda: codecs.lookup('utf8') is codecs.lookup('utf8'))
show(lambda: len(codecs.lookup('utf8')))
show(lambda: isinstance(codecs.lookup('utf8'), tuple))
show(lambda: [getattr(codecs, n) for n in sorted(dir(codecs)) if n.startswith('BOM')] if False else (codecs.BOM_UTF8, codecs.BOM, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM64_BE, codecs.BOM32_LE))
