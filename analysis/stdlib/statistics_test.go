package stdlib_test

import (
	"fmt"
	"strings"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value/valuetest"
)

func TestStatisticsAgainstCPython(t *testing.T) {
	g := newGenerator(111)
	data := func() string {
		kind := g.Intn(6)
		var items []string
		for range g.Intn(8) {
			switch kind {
			case 0, 1:
				items = append(items, fmt.Sprint(g.Intn(20)-2))
			case 2, 3:
				items = append(items, fmt.Sprint(float64(g.Intn(400))/8+0.1))
			case 4:
				items = append(items, fmt.Sprintf("Fraction(%d, %d)", g.Intn(20), g.Intn(9)+1))
			case 5:
				items = append(items, fmt.Sprintf("Decimal('%d.%d')", g.Intn(20), g.Intn(100)))
			}
		}
		if len(items) > 0 && kind < 5 && g.Intn(8) == 0 {
			items = append(items, g.pick("1", "0.5", "True", "float('inf')", "'a'", "1e300"))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	var lines []string
	for range 150 {
		lines = append(lines,
			"statistics."+g.pick("mean", "fmean", "geometric_mean", "harmonic_mean", "median", "median_low", "median_high", "median_grouped", "mode", "multimode")+"("+data()+")",
			"statistics."+g.pick("variance", "pvariance", "stdev", "pstdev")+"("+data()+g.pick("", "", ", 2", ", 1.5")+")",
			fmt.Sprintf("statistics.quantiles(%s, n=%d, method='%s')", data(), g.Intn(7), g.pick("inclusive", "exclusive")),
			"statistics."+g.pick("covariance", "correlation", "linear_regression")+"("+data()+", "+data()+")",
			"statistics."+g.pick("covariance", "correlation", "linear_regression")+fmt.Sprintf("([%d, %d, %v], [%v, %d, 3])", g.Intn(9), g.Intn(9), g.NormFloat64(), g.NormFloat64(), g.Intn(5)),
			fmt.Sprintf("statistics.NormalDist(%v, %v).%s", g.NormFloat64()*10, g.Float64()*3, g.pick("cdf(1.5)", "pdf(0.5)", "inv_cdf(0.3)", "inv_cdf(0.001)", "inv_cdf(1e-20)", "quantiles(5)", "zscore(3)", "samples(3, seed=7)", "variance", "overlap(statistics.NormalDist(1, 2))", "inv_cdf("+fmt.Sprint(g.Float64())+")")),
			fmt.Sprintf("statistics.fmean(%s, weights=%s)", data(), data()),
			fmt.Sprintf("statistics.harmonic_mean([%d, %v, 5], weights=[1, %d, 2])", g.Intn(9), g.Float64(), g.Intn(3)),
		)
	}
	lines = append(lines, strings.Split(`statistics.mean([])
statistics.mean(5)
statistics.mean('abc')
statistics.stdev([1])
statistics.NormalDist(0, -1)
statistics.NormalDist(1, 2), statistics.NormalDist(1, 2) + 3, statistics.NormalDist(1, 2) + statistics.NormalDist(3, 4), statistics.NormalDist(1, 2) * -2, 3 - statistics.NormalDist(1, 2), -statistics.NormalDist(1, 2), statistics.NormalDist(1, 2) / 4
statistics.NormalDist.from_samples([1, 2, 4.5]), statistics.NormalDist(1, 2) == statistics.NormalDist(1.0, 2), hash(statistics.NormalDist(1, 2))
statistics.NormalDist(0, 0).cdf(1)
statistics.NormalDist().inv_cdf(0)
statistics.linear_regression([1, 2], [3, 5]), statistics.linear_regression([1, 2], [3, 5], proportional=True), statistics.linear_regression([1, 2], [3, 5]).slope
statistics.mode([]), 1
statistics.mode(['a', 'b', 'b', 'a']), statistics.multimode('aabb'), statistics.multimode([])
statistics.median_grouped([1, 2, 2, 3, 4, 4, 4, 4, 4, 5]), statistics.median_grouped([1, 3, 3, 5, 7], interval=2)
statistics.quantiles([1, 2, 3], method='x')
statistics.StatisticsError, issubclass(statistics.StatisticsError, ValueError)`, "\n")...)
	cases := make([][]string, len(lines))
	for i, l := range lines {
		cases[i] = []string{"import statistics", "from fractions import Fraction", "from decimal import Decimal", l}
	}
	compared, unknown := valuetest.Compare(t, cases, stdlib.Load)
	if unknown > compared/50 {
		t.Errorf("%d of %d lines are unknown", unknown, compared+unknown)
	}
}
