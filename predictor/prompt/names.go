package prompt

import "augur/predictor/token"

// Names returns the names that a statement may change: those it mentions and
// the attributes that it reaches through one of them.
func Names(statement string) []string { return token.Names(statement) }
