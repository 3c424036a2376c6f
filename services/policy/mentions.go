package policy

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
)

// Mentions returns the variables that a rule names, sorted, each once. A variable of several parts has them all, such as
// caller.role; a variable that is an object stands with the field that is selected, or alone where it is used as a whole.
func (r *Rule) Mentions() []string {
	var named []string
	found := ast.MatchDescendants(ast.NavigateAST(r.checked.NativeRep()), func(e ast.NavigableExpr) bool {
		return e.Kind() == ast.IdentKind
	})
	for _, e := range found {
		name := e.AsIdent()
		if above, has := e.Parent(); has && above.Kind() == ast.SelectKind && !strings.Contains(name, ".") {
			name += "." + above.AsSelect().FieldName()
		}
		named = append(named, name)
	}
	slices.Sort(named)
	return slices.Compact(named)
}
