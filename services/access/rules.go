package access

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/ext"
	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/services/policy"
)

// variables are what rules can name.
var variables = map[string]*cel.Type{
	"caller.user":      cel.IntType,
	"caller.anonymous": cel.BoolType,
	"caller.role":      cel.StringType,
	"caller.limited":   cel.BoolType,
	"caller.scopes":    cel.ListType(cel.StringType),
	"caller.issuer":    cel.StringType,
	"caller.address":   cel.StringType,

	"tool.name":         cel.StringType,
	"tool.rpc":          cel.StringType,
	"tool.service":      cel.StringType,
	"tool.package":      cel.StringType,
	"tool.auth":         cel.StringType,
	"tool.scopes":       cel.ListType(cel.StringType),
	"tool.capabilities": cel.ListType(cel.StringType),
	"tool.read_only":    cel.BoolType,
	"tool.destructive":  cel.BoolType,
	"tool.idempotent":   cel.BoolType,

	"arguments.names":   cel.ListType(cel.StringType),
	"arguments.lengths": cel.MapType(cel.StringType, cel.IntType),
	"arguments.size":    cel.IntType,

	"time.now":     cel.TimestampType,
	"time.zone":    cel.StringType,
	"time.date":    cel.StringType,
	"time.hour":    cel.IntType,
	"time.minute":  cel.IntType,
	"time.weekday": cel.IntType,
}

// largest is more than the characters of any text, and the elements of any list or map, that a variable is.
const largest = 16 << 10

var environment = sync.OnceValues(func() (*policy.Environment, error) {
	options := []cel.EnvOption{ext.Network()}
	for name, kind := range variables {
		options = append(options, cel.Variable(name, kind))
	}
	env, err := policy.NewEnvironment(largest, options...)
	if err != nil {
		return nil, err
	}
	return env.Shortened(shortened), nil
})

// Rules are the rules of a policy file, which must all hold. They are immutable and safe for concurrent use.
type Rules struct {
	// general rules need no arguments; ofArguments do.
	general, ofArguments []*policy.Rule
	// address: some rule asks for the caller's address.
	address bool
	// remembered is what general rules have allowed.
	remembered *remembered
	// text is the file's.
	text string
	// Failed, if not nil, is told of a rule that could not be evaluated, which refuses.
	failed func(error)
}

// ReadRules reads the text of a policy file, and reports every mistake in it.
func ReadRules(text []byte) (*Rules, error) {
	env, err := environment()
	if err != nil {
		return nil, err
	}
	read, err := env.Read(text)
	if err != nil {
		return nil, err
	}
	rules := &Rules{remembered: newRemembered(), text: string(text)}
	var mistakes []error
	for _, rule := range read {
		if slices.Contains([]string{RuleUser, RuleAdmin, RuleScopes}, rule.Name) {
			mistakes = append(mistakes, fmt.Errorf("policy: the rule %s: the name means a rule that always holds; give it another", rule.Name))
		}
		rules.add(rule)
	}
	return rules, errors.Join(mistakes...)
}

func (r *Rules) add(rule *policy.Rule) {
	named := rule.Mentions()
	r.address = r.address || slices.Contains(named, "caller.address")
	if slices.ContainsFunc(named, func(name string) bool { return strings.HasPrefix(name, "arguments.") }) {
		r.ofArguments = append(r.ofArguments, rule)
		return
	}
	r.general = append(r.general, rule)
	r.remembered.looksAt(named)
}

// Names returns the names of the rules, those about arguments last.
func (r *Rules) Names() []string {
	var names []string
	for _, rule := range slices.Concat(r.general, r.ofArguments) {
		names = append(names, rule.Name)
	}
	return names
}

func (r *Rules) decide(rules []*policy.Rule, in *input) Decision {
	refusing, err := policy.FirstRefusing(rules, in)
	if refusing == nil {
		return allowed
	}
	if err != nil && r.failed != nil {
		r.failed(err)
	}
	return Decision{Rule: refusing.Name, Reason: refusing.Reason, Internal: refusing.Internal, code: codes.PermissionDenied}
}
