package stdlib

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"strings"

	"augur/analysis/value"
)

func init() {
	Register("hashlib", loadHashlib)
	Register("hmac", loadHmac)
}

// hashes are the algorithms that have a model, by the names of CPython.
var hashes = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
	"sha3_224": func() hash.Hash { return sha3.New224() }, "sha3_256": func() hash.Hash { return sha3.New256() },
	"sha3_384": func() hash.Hash { return sha3.New384() }, "sha3_512": func() hash.Hash { return sha3.New512() },
}

// otherHashes are algorithms that CPython has and that have no model.
const otherHashes = " blake2b blake2s sha512_224 sha512_256 ripemd160 sm3 md5-sha1 shake_128 shake_256 "

// digest is the state of a hash object: what it was fed.
type digest struct {
	name    string
	newHash func() hash.Hash
	data    []byte
}

func (d *digest) sum() []byte {
	h := d.newHash()
	h.Write(d.data)
	return h.Sum(nil)
}

var hashType = func() *value.Type {
	c := libraryType("_hashlib", "HASH")
	c.Name = "_hashlib.HASH"
	return c
}()

func init() { digestMethods(hashType) }

func digestMethods(c *value.Type) {
	method := func(signature string, f func(t *value.Thread, d *digest, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			o := a[0].(*value.Instance)
			t.Reading(&o.Header)
			return f(t, o.Payload.(*digest), a)
		})
	}
	method("update(self, obj, /)", func(t *value.Thread, d *digest, a []value.Value) (value.Value, error) {
		data, err := hashInput(t, a[1])
		if err != nil {
			return nil, err
		}
		t.Touch(value.Head(a[0]))
		d.data = append(d.data, data...)
		return value.None, nil
	})
	method("digest(self, /)", func(t *value.Thread, d *digest, a []value.Value) (value.Value, error) {
		return value.NewBytes(string(d.sum())), t.Alloc(len(d.data))
	})
	method("hexdigest(self, /)", func(t *value.Thread, d *digest, a []value.Value) (value.Value, error) {
		return value.NewStr(hex.EncodeToString(d.sum())), t.Alloc(len(d.data))
	})
	method("copy(self, /)", func(t *value.Thread, d *digest, a []value.Value) (value.Value, error) {
		return newDigest(a[0].Type(), d.name, d.newHash, append([]byte(nil), d.data...)), t.Alloc(len(d.data))
	})
	attr := func(name string, get func(d *digest) value.Value) {
		c.DefAttr(name, func(t *value.Thread, self value.Value) (value.Value, error) {
			return get(self.(*value.Instance).Payload.(*digest)), nil
		})
	}
	attr("name", func(d *digest) value.Value { return value.NewStr(d.name) })
	attr("digest_size", func(d *digest) value.Value { return value.Int(d.newHash().Size()) })
	attr("block_size", func(d *digest) value.Value { return value.Int(d.newHash().BlockSize()) })
}

func newDigest(c *value.Type, name string, newHash func() hash.Hash, data []byte) value.Value {
	o := value.NewInstance(c)
	o.Payload = &digest{name: name, newHash: newHash, data: data}
	return o
}

// hashInput reads what is hashed.
func hashInput(t *value.Thread, v value.Value) (string, error) {
	b, ok := value.BytesOf(t, v)
	switch v := v.(type) {
	case *value.Str:
		return "", value.TypeErrorf("Strings must be encoded before hashing")
	case *value.Unknown:
		return "", &value.UnknownError{Reason: v.Reason}
	}
	if !ok {
		return "", value.TypeErrorf("object supporting the buffer API required")
	}
	return b, t.Alloc(2 * len(b))
}

func loadHashlib(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("hashlib")
	for name, newHash := range hashes {
		constructor := value.NewBuiltin("openssl_"+name+"(string=?, *, usedforsecurity=True)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			data := ""
			if a[0] != nil {
				var err error
				if data, err = hashInput(t, a[0]); err != nil {
					return nil, err
				}
			}
			return newDigest(hashType, name, newHash, []byte(data)), nil
		})
		constructor.Mod = "_hashlib"
		m.Set(name, constructor)
	}
	defIn(m, "new(name, data=?, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, ok := a[0].(*value.Str)
		if !ok {
			return nil, value.Unknownf("hashlib.new with no name has no model")
		}
		name := strings.ToLower(s.String())
		newHash, ok := hashes[strings.ReplaceAll(name, "-", "_")]
		if !ok {
			if strings.Contains(otherHashes, " "+name+" ") {
				return nil, value.Unknownf("the hash %s has no model", name)
			}
			return nil, value.ValueErrorf("unsupported hash type %s", s.String())
		}
		data := ""
		if a[1] != nil {
			var err error
			if data, err = hashInput(t, a[1]); err != nil {
				return nil, err
			}
		}
		return newDigest(hashType, strings.ReplaceAll(name, "-", "_"), newHash, []byte(data)), nil
	})
	m.Def("pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, ok := a[0].(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("pbkdf2_hmac() argument 'hash_name' must be str, not %s", a[0].Type().Name)
		}
		newHash, ok := hashes[strings.ToLower(name.String())]
		if !ok {
			return nil, value.Unknownf("the hash %s has no model", name.String())
		}
		var data [2]string
		for i := range data {
			var err error
			if data[i], err = value.BytesArgument(t, a[1+i]); err != nil {
				return nil, err
			}
		}
		rounds, err := value.Index(t, a[3])
		if err != nil {
			return nil, err
		}
		size := newHash().Size()
		if a[4] != value.None {
			if size, err = value.Index(t, a[4]); err != nil {
				return nil, err
			}
		}
		switch {
		case rounds < 1:
			return nil, value.ValueErrorf("iteration value must be greater than 0.")
		case size < 1:
			return nil, value.ValueErrorf("key length must be greater than 0.")
		case size > 1<<20 || rounds > 1<<24:
			return nil, &value.LimitError{Limit: "time"}
		}
		if err := t.Step(int64(rounds) * int64(size/32+1) * 4); err != nil {
			return nil, err
		}
		key, err := pbkdf2.Key(newHash, data[0], []byte(data[1]), rounds, size)
		if err != nil {
			return nil, value.Unknownf("%v", err)
		}
		return value.NewBytes(string(key)), nil
	})
	return m, nil
}

// loadHmac models hmac.
func loadHmac(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("hmac")
	c := libraryType("hmac", "HMAC")
	digestMethods(c)
	build := func(t *value.Thread, key, msg, mod value.Value) (value.Value, error) {
		k, ok := value.BytesOf(t, key)
		if !ok {
			if u, isUnknown := key.(*value.Unknown); isUnknown {
				return nil, &value.UnknownError{Reason: u.Reason}
			}
			return nil, value.TypeErrorf("key: expected bytes or bytearray, but got '%s'", shortTypeName(key))
		}
		name, newHash, err := digestMod(t, mod)
		if err != nil {
			return nil, err
		}
		data := ""
		if msg != value.None {
			if data, err = hashInput(t, msg); err != nil {
				return nil, err
			}
		}
		return newDigest(c, "hmac-"+name, func() hash.Hash { return hmac.New(newHash, []byte(k)) }, []byte(data)), nil
	}
	defIn(m, "new(key, msg=None, digestmod='')", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return build(t, a[0], a[1], a[2])
	})
	defIn(m, "digest(key, msg, digest)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		h, err := build(t, a[0], a[1], a[2])
		if err != nil {
			return nil, err
		}
		return value.CallMethod(t, h, "digest")
	})
	m.Def("compare_digest(a, b, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, okx := a[0].(*value.Str)
		y, oky := a[1].(*value.Str)
		if okx && oky {
			if !x.ASCII() || !y.ASCII() {
				return nil, value.TypeErrorf("comparing strings with non-ASCII characters is not supported")
			}
			return value.Bool(x.String() == y.String()), nil
		}
		p, okp := value.BytesOf(t, a[0])
		q, okq := value.BytesOf(t, a[1])
		if !okp && !okq {
			return nil, value.TypeErrorf("unsupported operand types(s) or combination of types: '%s' and '%s'", a[0].Type().Name, a[1].Type().Name)
		}
		for i, ok := range []bool{okp, okq} {
			if !ok {
				return nil, value.TypeErrorf("a bytes-like object is required, not '%s'", a[i].Type().Name)
			}
		}
		return value.Bool(p == q), nil
	})
	return m, nil
}

// digestMod finds the hash that an argument names: by its name, or by its
// constructor.
func digestMod(t *value.Thread, v value.Value) (string, func() hash.Hash, error) {
	name := ""
	switch v := v.(type) {
	case *value.Str:
		if name = strings.ToLower(v.String()); name == "" {
			return "", nil, value.TypeErrorf("Missing required parameter 'digestmod'.")
		}
	case *value.Builtin:
		name = strings.TrimPrefix(v.Name, "openssl_")
	}
	newHash, ok := hashes[name]
	if !ok {
		return "", nil, value.Unknownf("this digestmod has no model")
	}
	return name, newHash, nil
}
