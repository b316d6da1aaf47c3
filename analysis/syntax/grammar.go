package syntax

import (
	"context"
	"sync"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/python"
)

// rawKind is the kind of a node of tree-sitter's tree.
type rawKind uint8

// The kinds of nodes that the conversion looks at. Every other one is rawOther.
const (
	rawOther rawKind = iota
	rawModule
	rawIdentifier
	rawInteger
	rawFloat
	rawTrue
	rawFalse
	rawNone
	rawString
	rawEllipsis
	rawImport
	rawImportPrefix
	rawRelativeImport
	rawImportFrom
	rawAliasedImport
	rawWildcardImport
	rawDottedName
	rawAssert
	rawExprStmt
	rawNamedExpr
	rawReturn
	rawDelete
	rawRaise
	rawPass
	rawBreak
	rawContinue
	rawFor
	rawWith
	rawWithClause
	rawWithItem
	rawAsPattern
	rawAsPatternTarget
	rawFunctionDef
	rawParameters
	rawLambdaParameters
	rawListSplat
	rawDictSplat
	rawGlobal
	rawNonlocal
	rawClassDef
	rawArgumentList
	rawBlock
	rawExprList
	rawMatch
	rawCaseClause
	rawCasePattern
	rawUnionPattern
	rawListPattern
	rawTuplePattern
	rawDictPattern
	rawKeywordPattern
	rawSplatPattern
	rawClassPattern
	rawComplexPattern
	rawPatternList
	rawDefaultParameter
	rawTypedDefaultParameter
	rawTypedParameter
	rawListSplatPattern
	rawDictSplatPattern
	rawNot
	rawBoolOp
	rawBinOp
	rawUnaryOp
	rawComparison
	rawNotIn
	rawIsNot
	rawLambda
	rawAssignment
	rawAugAssignment
	rawYield
	rawAttribute
	rawSubscript
	rawSlice
	rawCall
	rawType
	rawKeywordArgument
	rawList
	rawSet
	rawTuple
	rawDict
	rawPair
	rawListComp
	rawDictComp
	rawSetComp
	rawGenerator
	rawParenthesized
	rawForIn
	rawIfClause
	rawConditional
	rawAwait
	rawPositionalSeparator
	rawKeywordSeparator

	// Tokens.
	rawToken // one without a meaning of its own
	rawComma
	rawColon
	rawDot
	rawStar
	rawDoubleStar
	rawEquals
	rawMinus
	rawPlus
	rawFrom
	rawIf
	rawAsync
	rawCloseBracket
	rawOperator // the first operator: rawOperator + Operator
)

var rawNamed = map[string]rawKind{
	"module": rawModule, "identifier": rawIdentifier, "integer": rawInteger, "float": rawFloat, "true": rawTrue,
	"false": rawFalse, "none": rawNone, "ellipsis": rawEllipsis, "string": rawString, "import_statement": rawImport,
	"import_prefix": rawImportPrefix, "relative_import": rawRelativeImport, "import_from_statement": rawImportFrom,
	"aliased_import": rawAliasedImport, "wildcard_import": rawWildcardImport, "dotted_name": rawDottedName,
	"assert_statement": rawAssert, "expression_statement": rawExprStmt, "named_expression": rawNamedExpr,
	"return_statement": rawReturn, "delete_statement": rawDelete, "raise_statement": rawRaise, "pass_statement": rawPass,
	"break_statement": rawBreak, "continue_statement": rawContinue, "for_statement": rawFor, "with_statement": rawWith,
	"with_clause": rawWithClause, "with_item": rawWithItem, "as_pattern": rawAsPattern,
	"as_pattern_target": rawAsPatternTarget, "function_definition": rawFunctionDef, "parameters": rawParameters,
	"lambda_parameters": rawLambdaParameters, "list_splat": rawListSplat, "dictionary_splat": rawDictSplat,
	"global_statement": rawGlobal, "nonlocal_statement": rawNonlocal, "class_definition": rawClassDef,
	"argument_list": rawArgumentList, "block": rawBlock, "expression_list": rawExprList, "match_statement": rawMatch,
	"case_clause": rawCaseClause, "case_pattern": rawCasePattern, "union_pattern": rawUnionPattern,
	"list_pattern": rawListPattern, "tuple_pattern": rawTuplePattern, "dict_pattern": rawDictPattern,
	"keyword_pattern": rawKeywordPattern, "splat_pattern": rawSplatPattern, "class_pattern": rawClassPattern,
	"complex_pattern": rawComplexPattern, "pattern_list": rawPatternList, "default_parameter": rawDefaultParameter,
	"typed_default_parameter": rawTypedDefaultParameter, "typed_parameter": rawTypedParameter,
	"list_splat_pattern": rawListSplatPattern, "dictionary_splat_pattern": rawDictSplatPattern, "not_operator": rawNot,
	"boolean_operator": rawBoolOp, "binary_operator": rawBinOp, "unary_operator": rawUnaryOp,
	"comparison_operator": rawComparison, "not in": rawNotIn, "is not": rawIsNot, "lambda": rawLambda,
	"assignment": rawAssignment, "augmented_assignment": rawAugAssignment, "yield": rawYield, "attribute": rawAttribute,
	"subscript": rawSubscript, "slice": rawSlice, "call": rawCall, "type": rawType,
	"keyword_argument": rawKeywordArgument, "list": rawList, "set": rawSet, "tuple": rawTuple, "dictionary": rawDict,
	"pair": rawPair, "list_comprehension": rawListComp, "dictionary_comprehension": rawDictComp,
	"set_comprehension": rawSetComp, "generator_expression": rawGenerator,
	"parenthesized_expression": rawParenthesized, "for_in_clause": rawForIn, "if_clause": rawIfClause,
	"conditional_expression": rawConditional, "await": rawAwait, "positional_separator": rawPositionalSeparator,
	"keyword_separator": rawKeywordSeparator,
}

var rawTokens = map[string]rawKind{
	",": rawComma, ":": rawColon, ".": rawDot, "=": rawEquals, "from": rawFrom, "if": rawIf, "async": rawAsync,
	")": rawCloseBracket, "]": rawCloseBracket, "}": rawCloseBracket, "*": rawStar, "**": rawDoubleStar,
	"-": rawMinus, "+": rawPlus,
	"/": rawOperator + rawKind(Div), "//": rawOperator + rawKind(FloorDiv), "%": rawOperator + rawKind(Mod),
	"@": rawOperator + rawKind(MatMult), "<<": rawOperator + rawKind(LShift), ">>": rawOperator + rawKind(RShift),
	"|": rawOperator + rawKind(BitOr), "&": rawOperator + rawKind(BitAnd), "^": rawOperator + rawKind(BitXor),
	"==": rawOperator + rawKind(Eq), "!=": rawOperator + rawKind(NotEq), "<": rawOperator + rawKind(Lt),
	"<=": rawOperator + rawKind(LtE), ">": rawOperator + rawKind(Gt), ">=": rawOperator + rawKind(GtE),
	"is": rawOperator + rawKind(Is), "in": rawOperator + rawKind(In), "and": rawOperator + rawKind(And),
	"or": rawOperator + rawKind(Or), "~": rawOperator + rawKind(Invert), "not": rawOperator + rawKind(Not),
	"+=": rawOperator + rawKind(Add), "-=": rawOperator + rawKind(Sub), "*=": rawOperator + rawKind(Mult),
	"/=": rawOperator + rawKind(Div), "//=": rawOperator + rawKind(FloorDiv), "%=": rawOperator + rawKind(Mod),
	"@=": rawOperator + rawKind(MatMult), "**=": rawOperator + rawKind(Pow), "<<=": rawOperator + rawKind(LShift),
	">>=": rawOperator + rawKind(RShift), "|=": rawOperator + rawKind(BitOr), "&=": rawOperator + rawKind(BitAnd),
	"^=": rawOperator + rawKind(BitXor),
}

// operator returns the binary operator that a token stands for, or NoOp.
func (k rawKind) operator() Operator {
	switch k {
	case rawPlus:
		return Add
	case rawMinus:
		return Sub
	case rawStar:
		return Mult
	case rawDoubleStar:
		return Pow
	case rawNotIn:
		return NotIn
	case rawIsNot:
		return IsNot
	}
	if k > rawOperator {
		return Operator(k - rawOperator)
	}
	return NoOp
}

// language is the grammar with the kind of each of its symbols.
var language = sync.OnceValue(func() (l struct {
	*sitter.Language
	kinds  []rawKind
	skip   []bool   // what may stand anywhere: comments, line continuations
	widths []uint32 // of tokens
}) {
	l.Language = python.GetLanguage()
	n := l.SymbolCount()
	l.kinds = make([]rawKind, n)
	l.skip = make([]bool, n)
	l.widths = make([]uint32, n)
	for i := range sitter.Symbol(n) {
		name := l.SymbolName(i)
		l.widths[i] = uint32(len(name))
		if l.SymbolType(i) == sitter.SymbolTypeAnonymous {
			l.kinds[i] = max(rawTokens[name], rawToken)
			// Two operators are a node without a name of its own.
			if name == "not in" || name == "is not" {
				l.kinds[i] = rawNamed[name]
			}
		} else {
			l.kinds[i] = rawNamed[name]
		}
		l.skip[i] = name == "comment" || name == "line_continuation"
	}
	return l
})

// parsers keeps tree-sitter parsers for reuse. A parser serves one goroutine at
// a time, and so does each tree: a Tree of this binding may not even be read by
// two goroutines, so none ever leaves parseRaw.
var parsers = sync.Pool{New: func() any {
	p := sitter.NewParser()
	p.SetLanguage(language().Language)
	return p
}}

// rawNode is a node of tree-sitter's tree, copied. The nodes of a tree lie in
// preorder: the first child of node i is node i+1, its next sibling is end.
type rawNode struct {
	start, stop uint32 // bytes
	end         int32  // index after the last node below this one
	kind        rawKind
}

// parseRaw parses text and appends its tree to nodes. It reports false when
// there is an error anywhere in it.
func parseRaw(text []byte, nodes []rawNode) ([]rawNode, bool) {
	p := parsers.Get().(*sitter.Parser)
	defer parsers.Put(p)
	tree, err := p.ParseCtx(context.Background(), nil, text)
	if err != nil {
		p.Reset()
		return nodes, false
	}
	defer tree.Close()
	root := tree.RootNode()
	if root.HasError() {
		return nodes, false
	}
	cursor := sitter.NewTreeCursor(root)
	defer cursor.Close()

	lang := language()
	var open []int32 // indices of the nodes whose children are being read
	for {
		n := cursor.CurrentNode()
		sym := n.Symbol()
		kind := lang.kinds[sym]
		if !lang.skip[sym] {
			i := int32(len(nodes))
			node := rawNode{start: n.StartByte(), end: i + 1, kind: kind}
			if kind >= rawToken {
				node.stop = node.start + lang.widths[sym]
			} else {
				node.stop = n.EndByte()
			}
			nodes = append(nodes, node)
			if (kind > rawEllipsis && kind < rawToken || kind == rawModule) && cursor.GoToFirstChild() {
				open = append(open, i)
				continue
			}
		}
		for !cursor.GoToNextSibling() {
			if len(open) == 0 {
				return nodes, true
			}
			cursor.GoToParent()
			nodes[open[len(open)-1]].end = int32(len(nodes))
			open = open[:len(open)-1]
		}
	}
}
