package stdlib

import "augur/analysis/value"

func isClassVar(v value.Value) bool { return false }
