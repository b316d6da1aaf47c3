package stdlib_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestStructAgainstCPython(t *testing.T) {
	g := newGenerator(81)
	var lines []string
	for range 800 {
		order := g.pick("", "@", "=", "<", ">", "!")
		format := order
		var args []string
		for range 1 + g.Intn(4) {
			code := g.pick("x", "c", "b", "B", "?", "h", "H", "i", "I", "l", "L", "q", "Q", "f", "d", "e", "s", "p", "n", "N", "P", "z")
			count := g.pick("", "", "", "2", "0", "3", " ")
			if code == "p" {
				count = "3"
			}
			format += count + code
			n := 1
			switch count {
			case "2":
				n = 2
			case "0":
				n = 0
			case "3":
				n = 3
			}
			if code == "s" || code == "p" {
				n = 1
			}
			for range n {
				switch code {
				case "x":
				case "c":
					args = append(args, g.pick("b'a'", "b'ab'", "'a'"))
				case "s", "p":
					args = append(args, g.bytesLiteral(5))
				case "f", "d", "e":
					args = append(args, g.float())
				default:
					args = append(args, g.pick(fmt.Sprint(g.Intn(200)-50), fmt.Sprint(g.Intn(200)), fmt.Sprint(g.Intn(200000)-100000), "2**31", "2**63", "-2**63", "2**64", "10**30", "-1", "True", "1.5", "'a'"))
				}
			}
		}
		all := strings.Join(args, ", ")
		if all != "" {
			all = ", " + all
		}
		lines = append(lines, fmt.Sprintf("struct.pack('%s'%s)", format, all), fmt.Sprintf("struct.calcsize('%s')", format),
			fmt.Sprintf("struct.unpack('%s', struct.pack('%s'%s))", format, format, all),
			fmt.Sprintf("struct.unpack('%s%s', %s)", order, g.pick("h", "H", "i", "I", "l", "q", "Q", "f", "d", "e", "b", "c", "2h", "4s", "4p"), g.bytesLiteral(8)),
			fmt.Sprintf("struct.unpack('%s', bytes(range(%d, %d)))", g.pick("<e", ">e", "<f", ">d", "<q", ">Q", "<h", "?", "e"), 250-g.Intn(240), 250),
			fmt.Sprintf("struct.unpack('%se', struct.pack('<H', %d))", g.pick("<", ">"), g.Intn(65536)),
			fmt.Sprintf("struct.pack('<e', %s)", g.pick(g.float(), fmt.Sprint(g.NormFloat64()*1000), fmt.Sprint(g.NormFloat64()*1e-6), "65504.0", "65519.9", "65520.0")),
		)
	}
	lines = append(lines, strings.Split(`struct.pack()
struct.pack(5)
struct.pack('3')
struct.pack('é', 1)
struct.pack('i\x00', 1)
struct.pack('2i', 1)
struct.unpack('i', 'a')
struct.unpack_from('i', b'abc')
struct.unpack_from('i', b'abcdef', 2), struct.unpack_from('<h', b'abcdef', -4), struct.unpack_from('h', buffer=b'ab', offset=0)
struct.unpack_from('i', b'abcdef', 3)
struct.unpack_from('i', b'abcdef', -9)
struct.unpack_from('i', b'abcdef', -2)
struct.pack_into('i', bytearray(2), 0, 1)
struct.pack_into('i', bytearray(8), -9, 1)
struct.pack_into('i', bytearray(8), -2, 1)
struct.pack_into('i', b'abcd', 0, 1)
struct.pack_into('i')
struct.pack_into('i', bytearray(9))
struct.pack_into('i', bytearray(9), 0)
(lambda b: [struct.pack_into('<hh', b, 1, 1, 2), b, struct.pack_into('h', b, -2, -1), b])(bytearray(8))
list(struct.iter_unpack('<h', b'abcd'))
struct.iter_unpack('h', b'abc')
struct.iter_unpack('', b'')
struct.calcsize('99999999999999999999i')
struct.calcsize('9223372036854775807i')
struct.Struct('<ih').pack(1, 2), struct.Struct('<ih').size, struct.Struct('<ih').format, struct.Struct('<h').unpack(b'ab'), struct.Struct(b'i').format
struct.Struct('i').pack('a')
struct.Struct('i').foo
struct.pack('=l', 5), struct.pack('!l', 5), struct.pack('@l', 5), struct.pack('hl', 1, 2), struct.pack('<hl', 1, 2), struct.pack('b0i', 1)
struct.error, struct.Struct`, "\n")...)
	check(t, []string{"import struct"}, lines)
}
