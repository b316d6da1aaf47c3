package stdlib

import (
	"math"

	"augur/analysis/libm"
)

// The gamma functions follow Lanczos' approximation with the parameters that
// CPython has, in the order in which it computes, so that results agree to the
// last digit.
const (
	lanczosG          = 6.024680040776729583740234375
	lanczosGMinusHalf = 5.524680040776729583740234375
	logPi             = 1.144729885849400174143427351353058711647
)

var lanczosNum = [...]float64{
	23531376880.410759688572007674451636754734846804940,
	42919803642.649098768957899047001988850926355848959,
	35711959237.355668049440185451547166705960488635843,
	17921034426.037209699919755754458931112671403265390,
	6039542586.3520280050642916443072979210699388420708,
	1439720407.3117216736632230727949123939715485786372,
	248874557.86205415651146038641322942321632125127801,
	31426415.585400194380614231628318205362874684987640,
	2876370.6289353724412254090516208496135991145378768,
	186056.26539522349504029498971604569928220784236328,
	8071.6720023658162106380029022722506138218516325024,
	210.82427775157934587250973392071336271166969580291,
	2.5066282746310002701649081771338373386264310793408,
}

var lanczosDen = [...]float64{
	0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1,
}

func lanczosSum(x float64) float64 {
	num, den := 0.0, 0.0
	if x < 5 {
		for i := len(lanczosNum) - 1; i >= 0; i-- {
			num = float64(num*x) + lanczosNum[i]
			den = float64(den*x) + lanczosDen[i]
		}
	} else {
		for i := range lanczosNum {
			num = num/x + lanczosNum[i]
			den = den/x + lanczosDen[i]
		}
	}
	return num / den
}

// sinPi is sin(pi*x), exact at multiples of one half.
func sinPi(x float64) float64 {
	y := math.Mod(math.Abs(x), 2)
	r := 0.0
	switch int(math.Round(2 * y)) {
	case 0:
		r = libm.Sin(math.Pi * y)
	case 1:
		r = libm.Cos(math.Pi * (y - 0.5))
	case 2:
		r = libm.Sin(math.Pi * (1 - y))
	case 3:
		r = -libm.Cos(math.Pi * (y - 1.5))
	case 4:
		r = libm.Sin(math.Pi * (y - 2))
	}
	return math.Copysign(1, x) * r
}

func mathGamma(x float64) (float64, error) {
	const exactIntegers = 23
	switch {
	case x != x || math.IsInf(x, 1):
		return x, nil
	case math.IsInf(x, -1) || x == 0:
		return 0, errDomain()
	case x == math.Floor(x) && x < 0:
		return 0, errDomain()
	case x == math.Floor(x) && x <= exactIntegers:
		r := 1.0
		for i := 2.0; i < x; i++ {
			r *= i
		}
		return r, nil
	}
	abs := math.Abs(x)
	switch {
	case abs < 1e-20:
		r := 1 / x
		if math.IsInf(r, 0) {
			return 0, errRange()
		}
		return r, nil
	case x > 200:
		return 0, errRange()
	case x < -200:
		return 0 / sinPi(x), nil
	}
	y := abs + lanczosGMinusHalf
	z := 0.0 // the error of the sum
	if abs > lanczosGMinusHalf {
		q := y - abs
		z = q - lanczosGMinusHalf
	} else {
		q := y - lanczosGMinusHalf
		z = q - abs
	}
	z = z * lanczosG / y
	r := 0.0
	if x < 0 {
		r = -math.Pi / sinPi(abs) / abs * libm.Exp(y) / lanczosSum(abs)
		r -= float64(z * r)
		if abs < 140 {
			r /= libm.Pow(y, abs-0.5)
		} else {
			root := libm.Pow(y, abs/2-0.25)
			r /= root
			r /= root
		}
	} else {
		r = lanczosSum(abs) / libm.Exp(y)
		r += float64(z * r)
		if abs < 140 {
			r *= libm.Pow(y, abs-0.5)
		} else {
			root := libm.Pow(y, abs/2-0.25)
			r *= root
			r *= root
		}
	}
	if math.IsInf(r, 0) {
		return 0, errRange()
	}
	return r, nil
}

func mathLgamma(x float64) (float64, error) {
	switch {
	case x != x:
		return x, nil
	case math.IsInf(x, 0):
		return math.Inf(1), nil
	case x == math.Floor(x) && x <= 0:
		return 0, errDomain()
	case x == 1 || x == 2:
		return 0, nil
	}
	abs := math.Abs(x)
	if abs < 1e-20 {
		return -libm.Log(abs), nil
	}
	r := libm.Log(lanczosSum(abs)) - lanczosG
	r += float64((abs - 0.5) * (libm.Log(abs+lanczosG-0.5) - 1))
	if x < 0 {
		r = logPi - libm.Log(math.Abs(sinPi(abs))) - libm.Log(abs) - r
	}
	if math.IsInf(r, 0) {
		return 0, errRange()
	}
	return r, nil
}
