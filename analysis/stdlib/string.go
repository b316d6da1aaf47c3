package stdlib

import "augur/analysis/value"

func init() { Register("string", loadString) }

func loadString(t *value.Thread) (*value.Module, error) {
	const (
		lower       = "abcdefghijklmnopqrstuvwxyz"
		upper       = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		digits      = "0123456789"
		punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
		whitespace  = " \t\n\r\v\f"
	)
	m := value.NewModule("string")
	for name, s := range map[string]string{
		"ascii_lowercase": lower, "ascii_uppercase": upper, "ascii_letters": lower + upper,
		"digits": digits, "hexdigits": digits + "abcdef" + "ABCDEF", "octdigits": "01234567",
		"punctuation": punctuation, "whitespace": whitespace,
		"printable": digits + lower + upper + punctuation + whitespace,
	} {
		m.Set(name, value.NewStr(s))
	}
	capitalize, err := value.GetAttr(t, value.StrType, "capitalize")
	if err != nil {
		return nil, err
	}
	defIn(m, "capwords(s, sep=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		words, err := value.CallMethod(t, a[0], "split", a[1])
		if err != nil {
			return nil, err
		}
		var out []value.Value
		err = value.Iterate(t, words, func(w value.Value) error {
			c, err := value.Call(t, capitalize, []value.Value{w}, nil)
			out = append(out, c)
			return err
		})
		if err != nil {
			return nil, err
		}
		sep := a[1]
		if ok, err := value.Truth(t, sep); err != nil {
			return nil, err
		} else if !ok {
			sep = value.NewStr(" ")
		}
		return value.CallMethod(t, sep, "join", value.NewList(out))
	})
	if err := stringFormatter(t, m); err != nil {
		return nil, err
	}
	return m, stringTemplate(t, m)
}
