package policy_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/interpreter"

	"github.com/salaatflow/platform/services/policy"
)

// holdsName is the question 'name' in names, answered without CEL unless the names are not known.
type holdsName struct {
	interpreter.InterpretableCall
	name  string
	asked *int
}

func (q *holdsName) Answer(input any) (yes, known bool) {
	names, known := input.(map[string]any)["names"].([]string)
	*q.asked++
	return slices.Contains(names, q.name), known
}

// A rule has the answer of CEL whichever of its questions are answered without CEL, and fails where CEL fails.
func TestRulesAreAnsweredDirectlyAsByCEL(t *testing.T) {
	plain, err := policy.NewEnvironment(1000, cel.Variable("names", cel.ListType(cel.StringType)))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	shortened := plain.Shortened(func(node interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		call, ok := node.(interpreter.InterpretableCall)
		if !ok || call.Function() != operators.In {
			return node, nil
		}
		name, ok := call.Args()[0].(interpreter.InterpretableConst)
		if !ok {
			return node, nil
		}
		text, ok := name.Value().(types.String)
		if !ok {
			return node, nil
		}
		return &holdsName{call, string(text), &asked}, nil
	})
	inputs := []map[string]any{
		{}, {"names": []string{}}, {"names": []string{"a"}}, {"names": []string{"b"}}, {"names": []string{"a", "c"}},
		{"names": []string{"a", "b", "c"}},
	}
	random := rand.New(rand.NewPCG(13, 0))
	for range 2000 {
		rule := expression(random, 4)
		byCEL, directly := read(t, plain, rule), read(t, shortened, rule)
		for _, input := range inputs {
			want, failed := byCEL.Holds(input)
			got, err := directly.Holds(input)
			if got != want || (err == nil) != (failed == nil) {
				t.Fatalf("%s of %v is %t (%v), and CEL says %t (%v)", rule, input, got, err, want, failed)
			}
		}
	}
	if asked == 0 {
		t.Error("no question was answered directly")
	}
}

func read(t *testing.T, env *policy.Environment, allow string) *policy.Rule {
	t.Helper()
	rules, err := env.Read(fmt.Appendf(nil, "rules: [{name: one, allow: %q}]", allow))
	if err != nil {
		t.Fatalf("%s: %v", allow, err)
	}
	return rules[0]
}

// expression returns a rule of at most so many levels.
func expression(random *rand.Rand, levels int) string {
	kind := random.IntN(9)
	if levels == 0 {
		kind = 3 + random.IntN(6)
	}
	switch kind {
	case 0:
		return "!(" + expression(random, levels-1) + ")"
	case 1:
		return "(" + expression(random, levels-1) + ") && (" + expression(random, levels-1) + ")"
	case 2:
		return "(" + expression(random, levels-1) + ") || (" + expression(random, levels-1) + ")"
	case 3:
		return "size(names) > 1"
	case 4:
		return "names.exists(n, n in ['a', 'b'])"
	case 5:
		return "true"
	default:
		return fmt.Sprintf("'%c' in names", 'a'+rune(random.IntN(3)))
	}
}
