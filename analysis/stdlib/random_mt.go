package stdlib

import "math/big"

// mersenne is the Mersenne Twister MT19937, with the conversions that CPython
// puts around it.
type mersenne struct {
	state [624]uint32
	index int
}

func (m *mersenne) init(seed uint32) {
	m.state[0] = seed
	for i := 1; i < len(m.state); i++ {
		prev := m.state[i-1]
		m.state[i] = 1812433253*(prev^prev>>30) + uint32(i)
	}
	m.index = len(m.state)
}

// seed mixes the 32-bit digits of a number that is not negative into the
// state, the least digit first.
func (m *mersenne) seed(n *big.Int) {
	var key []uint32
	mask := big.NewInt(0xFFFFFFFF)
	for rest := new(big.Int).Set(n); rest.Sign() > 0; rest.Rsh(rest, 32) {
		key = append(key, uint32(new(big.Int).And(rest, mask).Uint64()))
	}
	if len(key) == 0 {
		key = []uint32{0}
	}
	m.init(19650218)
	size := len(m.state)
	i, j := 1, 0
	next := func() {
		if i++; i >= size {
			m.state[0] = m.state[size-1]
			i = 1
		}
	}
	for range max(size, len(key)) {
		prev := m.state[i-1]
		m.state[i] = (m.state[i] ^ (prev^prev>>30)*1664525) + key[j] + uint32(j)
		next()
		if j++; j >= len(key) {
			j = 0
		}
	}
	for range size - 1 {
		prev := m.state[i-1]
		m.state[i] = (m.state[i] ^ (prev^prev>>30)*1566083941) - uint32(i)
		next()
	}
	m.state[0] = 0x80000000
}

func (m *mersenne) uint32() uint32 {
	size := len(m.state)
	if m.index >= size {
		for k := range size {
			y := m.state[k]&0x80000000 | m.state[(k+1)%size]&0x7FFFFFFF
			m.state[k] = m.state[(k+397)%size] ^ y>>1 ^ (y&1)*0x9908B0DF
		}
		m.index = 0
	}
	y := m.state[m.index]
	m.index++
	y ^= y >> 11
	y ^= y << 7 & 0x9D2C5680
	y ^= y << 15 & 0xEFC60000
	return y ^ y>>18
}

// float64 returns a number from 0 to 1 with 53 random bits.
func (m *mersenne) float64() float64 {
	a, b := m.uint32()>>5, m.uint32()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

// bits returns a number of k random bits, made of 32 at a time, the least
// first.
func (m *mersenne) bits(k int) *big.Int {
	n := new(big.Int)
	for shift := uint(0); k > 0; k, shift = k-32, shift+32 {
		r := m.uint32()
		if k < 32 {
			r >>= 32 - k
		}
		n.Or(n, new(big.Int).Lsh(big.NewInt(int64(r)), shift))
	}
	return n
}

// below returns a number from 0 to n-1; n is positive.
func (m *mersenne) below(n *big.Int) *big.Int {
	k := n.BitLen()
	r := m.bits(k)
	for r.Cmp(n) >= 0 {
		r = m.bits(k)
	}
	return r
}
