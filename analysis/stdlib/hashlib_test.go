package stdlib_test

import (
	"fmt"
	"strings"
	"testing"
)

// bytesLiteral is a short bytes literal.
func (g generator) bytesLiteral(n int) string {
	var b strings.Builder
	for range g.Intn(n + 1) {
		fmt.Fprintf(&b, "\\x%02x", g.Intn(256))
	}
	return "b'" + b.String() + "'"
}

func TestHashlibAgainstCPython(t *testing.T) {
	g := newGenerator(71)
	var lines []string
	for range 100 {
		name := g.pick("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512")
		lines = append(lines,
			fmt.Sprintf("hashlib.%s(%s).hexdigest()", name, g.bytesLiteral(200)),
			fmt.Sprintf("hashlib.new('%s', %s).digest()", name, g.bytesLiteral(20)),
			fmt.Sprintf("(lambda h: [h.update(%s), h.copy().hexdigest(), h.update(b'x'), h.hexdigest(), h.name, h.digest_size, h.block_size])(hashlib.%s(b'a'))", g.bytesLiteral(20), name),
			fmt.Sprintf("hmac.new(%s, %s, '%s').hexdigest()", g.bytesLiteral(200), g.bytesLiteral(20), name),
			fmt.Sprintf("hashlib.pbkdf2_hmac('%s', %s, %s, %d, %d)", g.pick("sha1", "sha256", "sha512", "md5"), g.bytesLiteral(20), g.bytesLiteral(20), g.Intn(20)+1, g.Intn(70)+1),
			fmt.Sprintf("[zlib.crc32(%s, %d), zlib.adler32(%s, %d), binascii.crc32(b'abc'), binascii.crc_hqx(%s, %d)]", g.bytesLiteral(30), g.Int63()-1<<62, g.bytesLiteral(300), g.Int63()-1<<62, g.bytesLiteral(9), g.Intn(99999)),
		)
	}
	lines = append(lines, strings.Split(`hashlib.md5('a')
hashlib.md5(1)
hashlib.new('foo')
hashlib.md5(b'a').foo
hashlib.md5(b'a').update('x')
hashlib.md5(b'a').update()
type(hashlib.md5()), hashlib.new('SHA256').name
hashlib.md5(data=b'a')
hashlib.md5(string=b'a').hexdigest(), hashlib.md5(b'a', usedforsecurity=False).hexdigest(), hashlib.sha256(bytearray(b'x')).hexdigest()
hmac.new(b'k')
hmac.new('k', b'm', 'md5')
hmac.new(b'k', b'm', hashlib.sha1).hexdigest(), hmac.new(b'k', b'm', hashlib.sha1).name, hmac.digest(b'k', b'm', 'md5')
hmac.compare_digest('a', 'a'), hmac.compare_digest(b'a', b'b')
hmac.compare_digest('a', b'a')
hmac.compare_digest('é', 'é')
hashlib.pbkdf2_hmac('sha1', b'a', b'b', 0)
zlib.crc32('a'), 1
binascii.crc32(b'a', 1.5)`, "\n")...)
	check(t, []string{"import hashlib", "import hmac", "import zlib", "import binascii"}, lines)
}

func TestBase64AgainstCPython(t *testing.T) {
	g := newGenerator(72)
	text := func(alphabet string, n int) string {
		var b strings.Builder
		for range g.Intn(n + 1) {
			b.WriteByte(alphabet[g.Intn(len(alphabet))])
		}
		return b.String()
	}
	var lines []string
	for range 300 {
		s := text("AZaz09+/", 9) + text("==-_!A ", 3)
		lines = append(lines,
			fmt.Sprintf("base64.%s(%s)", g.pick("b64encode", "standard_b64encode", "urlsafe_b64encode", "encodebytes", "b32encode", "b32hexencode", "b16encode", "b85encode", "a85encode"), g.bytesLiteral(12)),
			fmt.Sprintf("base64.%s('%s')", g.pick("b64decode", "standard_b64decode", "urlsafe_b64decode"), s),
			fmt.Sprintf("base64.b64decode('%s', validate=True)", s),
			fmt.Sprintf("base64.b64decode(b'%s', altchars=b'-_')", s),
			fmt.Sprintf("base64.%s('%s', %s)", g.pick("b32decode", "b32hexdecode"), text("AZ27az01", 10)+strings.Repeat("=", g.Intn(7)), g.pick("True", "False")),
			fmt.Sprintf("base64.b32decode('%s%s')", strings.Repeat("A", 8*g.Intn(2)), text("ABCD", 1)+text("ABCD", 1)+"ABCDEFGH"[:g.Intn(8)]+strings.Repeat("=", g.Intn(7))),
			fmt.Sprintf("base64.b16decode('%s', %s)", text("0AFaf9", 6), g.pick("True", "False")),
			fmt.Sprintf("base64.b85decode('%s')", text("0Az~ {!5", 11)),
			fmt.Sprintf("base64.a85decode('%s')", text("!uz5 AyZ", 11)),
			fmt.Sprintf("base64.a85encode(%s, wrapcol=%d, pad=%s, adobe=%s, foldspaces=%s)", g.pick(g.bytesLiteral(12), "b'    \\x00\\x00\\x00\\x00ab'", "b'\\x00\\x00'"), g.Intn(8), g.pick("True", "False"), g.pick("True", "False"), g.pick("True", "False")),
			fmt.Sprintf("binascii.a2b_base64('%s', strict_mode=%s)", s, g.pick("True", "False")),
			fmt.Sprintf("[base64.b64decode(base64.b64encode(%[1]s)), base64.b85decode(base64.b85encode(%[1]s)), base64.a85decode(base64.a85encode(%[1]s)), base64.b32decode(base64.b32encode(%[1]s))]", g.bytesLiteral(14)),
			fmt.Sprintf("binascii.unhexlify('%s')", text("09afAF", 6)+text("gx", 1)),
			fmt.Sprintf("binascii.hexlify(%s, '-', %d)", g.bytesLiteral(7), g.Intn(7)-3),
		)
	}
	lines = append(lines, strings.Split(`base64.b64encode('a')
base64.b64encode(5)
base64.b32encode('a')
base64.b64decode('é')
base64.b64decode(5)
base64.b64encode(b'\xff\xfe', altchars=b'-_')
base64.b64encode(b'a', altchars=b'-')
base64.b64decode('a', altchars='abc')
base64.b32decode('MZXW6YTBOI01====', map01='L'), base64.b32decode('ME======', True)
base64.a85decode('<~87cURD]~>', adobe=True), base64.a85decode('y', foldspaces=True)
base64.a85decode('abc', adobe=True)
base64.a85decode('s8W-"')
base64.b85decode('~~~~~')
base64.encodebytes(b'a' * 200), base64.decodebytes(b'YQ==')
binascii.hexlify('a')
binascii.hexlify(b'ab'), binascii.b2a_hex(b'ab', ':'), binascii.b2a_base64(b'a'), binascii.b2a_base64(b'a', newline=False)
binascii.unhexlify('é')
binascii.unhexlify(5)
binascii.Error, issubclass(binascii.Error, ValueError)`, "\n")...)
	check(t, []string{"import base64", "import binascii"}, lines)
}
