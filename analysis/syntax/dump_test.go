package syntax

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"sort"
	"strings"
)

// dumper prints a tree as testdata/dump.py does.
type dumper struct {
	f              *File
	out            strings.Builder
	insideFStrings bool // positions inside f-strings are printed
}

func dumpFile(f *File, insideFStrings bool) string {
	d := &dumper{f: f, insideFStrings: insideFStrings}
	d.node(reflect.ValueOf(f.Module), 0, false)
	return d.out.String()
}

var pythonFields = map[string]string{
	"ID": "id", "AsName": "asname", "KwDefaults": "kw_defaults", "PosOnly": "posonlyargs", "KwOnly": "kwonlyargs",
	"Decorators": "decorator_list", "TypeParams": "type_params", "FormatSpec": "format_spec", "KwdAttrs": "kwd_attrs",
	"KwdPatterns": "kwd_patterns",
}

var pythonNames = map[string]string{
	"Alias": "alias", "Arg": "arg", "Arguments": "arguments", "Keyword": "keyword", "WithItem": "withitem",
	"Comprehension": "comprehension", "MatchCase": "match_case", "ExprStmt": "Expr",
}

var operatorNames = map[Operator]string{
	Add: "Add", Sub: "Sub", Mult: "Mult", MatMult: "MatMult", Div: "Div", FloorDiv: "FloorDiv", Mod: "Mod", Pow: "Pow",
	LShift: "LShift", RShift: "RShift", BitOr: "BitOr", BitXor: "BitXor", BitAnd: "BitAnd", Eq: "Eq", NotEq: "NotEq",
	Lt: "Lt", LtE: "LtE", Gt: "Gt", GtE: "GtE", Is: "Is", IsNot: "IsNot", In: "In", NotIn: "NotIn", And: "And",
	Or: "Or", Not: "Not", UAdd: "UAdd", USub: "USub", Invert: "Invert",
}

func constantText(v Const) string {
	double := func(f float64) string { return fmt.Sprintf("%016x", math.Float64bits(f)) }
	switch v := v.(type) {
	case ConstStr:
		return "str:" + hex.EncodeToString([]byte(v.Value))
	case ConstBytes:
		return "bytes:" + hex.EncodeToString([]byte(v.Value))
	case ConstInt:
		n, ok := new(big.Int).SetString(v.Text, 0)
		if !ok {
			return "bad int " + v.Text
		}
		return "int:" + n.Text(16)
	case ConstFloat:
		return "float:" + double(v.Value)
	case ConstComplex:
		return "complex:" + double(v.Imag)
	case ConstBool:
		if v.Value {
			return "True"
		}
		return "False"
	case ConstNone:
		return "None"
	case ConstEllipsis:
		return "Ellipsis"
	}
	return "?"
}

// pythonName is the name that CPython gives a node.
func pythonName(v reflect.Value) string {
	name := v.Type().Name()
	switch n := v.Addr().Interface().(type) {
	case *FunctionDef:
		if n.Async {
			return "AsyncFunctionDef"
		}
	case *For:
		if n.Async {
			return "AsyncFor"
		}
	case *With:
		if n.Async {
			return "AsyncWith"
		}
	case *Try:
		if n.Star {
			return "TryStar"
		}
	case *TypeParam:
		return map[byte]string{'T': "TypeVar", '*': "TypeVarTuple", 'P': "ParamSpec"}[n.Kind]
	}
	if p, ok := pythonNames[name]; ok {
		return p
	}
	return name
}

func (d *dumper) position(n Node, hidden bool) string {
	p := n.Pos()
	col := func(offset, line int32) int { return int(offset) - d.f.LineStart(int(line)) }
	switch n := n.(type) {
	case *Module, *Arguments, *WithItem, *Comprehension, *MatchCase:
		return ""
	case *FunctionDef:
		return fmt.Sprintf(" %d def %d - %d:%d", p.Line, n.DefLine, p.EndLine, col(p.End, p.EndLine))
	case *ClassDef:
		return fmt.Sprintf(" %d def %d - %d:%d", p.Line, n.DefLine, p.EndLine, col(p.End, p.EndLine))
	}
	if hidden {
		return ""
	}
	return fmt.Sprintf(" %d:%d-%d:%d", p.Line, col(p.Start, p.Line), p.EndLine, col(p.End, p.EndLine))
}

func (d *dumper) node(ptr reflect.Value, indent int, fstring bool) {
	v := ptr.Elem()
	n := ptr.Interface().(Node)
	_, isConst := n.(*Constant)
	_, isJoined := n.(*JoinedStr)
	fv, isField := n.(*FormattedValue)
	hidden := fstring && (!d.insideFStrings || isConst || isJoined)
	pad := strings.Repeat(" ", indent)
	fmt.Fprintf(&d.out, "%s%s%s\n", pad, pythonName(v), d.position(n, hidden))
	fstring = fstring || isJoined
	pad += " "

	type field struct {
		name  string
		value reflect.Value
	}
	var fields []field
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch name {
		case "Span", "NamePos", "AttrPos", "DefLine", "ColonEnd", "Star", "Kind":
			continue
		case "Async":
			if _, ok := n.(*Comprehension); !ok {
				continue
			}
			fields = append(fields, field{"is_async", v.Field(i)})
			continue
		}
		p, ok := pythonFields[name]
		if !ok {
			p = strings.ToLower(name)
		}
		switch n.(type) {
		case *Arg, *Keyword:
			if p == "name" {
				p = "arg"
			}
		case *WithItem:
			p = map[string]string{"context": "context_expr", "vars": "optional_vars"}[p]
		case *Subscript:
			if p == "index" {
				p = "slice"
			}
		}
		fields = append(fields, field{p, v.Field(i)})
	}
	sort.SliceStable(fields, func(i, j int) bool { return fields[i].name < fields[j].name })
	for _, f := range fields {
		inside := fstring
		if isField && d.insideFStrings {
			inside = f.name != "value"
		}
		switch x := f.value.Interface().(type) {
		case Const:
			fmt.Fprintf(&d.out, "%s%s\n", pad, constantText(x))
		case Operator:
			fmt.Fprintf(&d.out, "%s%s %s\n", pad, f.name, operatorNames[x])
		case string:
			if x != "" {
				fmt.Fprintf(&d.out, "%s%s %s\n", pad, f.name, x)
			}
		case int:
			if x != 0 {
				fmt.Fprintf(&d.out, "%s%s %d\n", pad, f.name, x)
			}
		case bool:
			if f.name == "is_async" || x {
				n := 0
				if x {
					n = 1
				}
				fmt.Fprintf(&d.out, "%s%s %d\n", pad, f.name, n)
			}
		case byte:
			if fv.Conversion != 0 {
				fmt.Fprintf(&d.out, "%s%s %d\n", pad, f.name, x)
			}
		default:
			d.field(f.name, f.value, pad, indent, inside)
		}
	}
}

func (d *dumper) field(name string, v reflect.Value, pad string, indent int, fstring bool) {
	switch v.Kind() {
	case reflect.Slice:
		if v.Len() == 0 {
			return
		}
		fmt.Fprintf(&d.out, "%s%s %d\n", pad, name, v.Len())
		for i := range v.Len() {
			item := v.Index(i)
			if item.Kind() == reflect.Interface {
				item = item.Elem()
			}
			switch {
			case !item.IsValid():
				fmt.Fprintf(&d.out, "%s None\n", pad)
			case item.Kind() == reflect.Struct:
				d.node(item.Addr(), indent+2, fstring)
			case item.Kind() == reflect.Pointer:
				d.node(item, indent+2, fstring)
			case item.Type() == reflect.TypeFor[Operator]():
				fmt.Fprintf(&d.out, "%s %s\n", pad, operatorNames[item.Interface().(Operator)])
			default:
				fmt.Fprintf(&d.out, "%s %v\n", pad, item.Interface())
			}
		}
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		fmt.Fprintf(&d.out, "%s%s\n", pad, name)
		d.node(v, indent+2, fstring)
	default:
		panic("no way to print a " + v.Type().String())
	}
}
