package ratelimit

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/proto/toolnames"
)

// The bounds of a file.
const (
	maxPolicies   = 16 // so that no call costs much, and metrics are few
	maxOperations = 256
	maxQuota      = 1_000_000
	minWindow     = time.Second
	maxWindow     = 24 * time.Hour
)

// Policies are what a file says. They are not changed after Parse.
type Policies struct {
	// Requests bounds the requests of one network at each gateway, before it is known who is calling; nil is no bound.
	Requests *Policy
	// Calls are counted once it is known who calls what.
	Calls []*Policy
}

// Policy allows Quota calls in each Window, and Burst of them at once, to each of those By whom it counts.
type Policy struct {
	Name   string
	Quota  int
	Window time.Duration
	Burst  int
	// By names what counts separately: caller (the user, or the network of an anonymous caller), address, operation; or
	// only everyone.
	By []string
	// Operations are the tools and RPCs it is about; empty means all. Access narrows that to read or write, and Callers to
	// users or anonymous ones.
	Operations      []string
	Access, Callers string

	interval, tolerance int64 // µs: of one call, and of a burst
	lease               int64 // how many calls a gateway may take from Redis at once
	operations          map[string]bool
	quoted, header      string    // the name, and all of it, as headers say them
	arguments           [2]string // interval and tolerance, for the script
}

// file is the YAML of a file.
type file struct {
	Requests *entry  `yaml:"requests"`
	Policies []entry `yaml:"policies"`
}

type entry struct {
	Name       string   `yaml:"name"`
	Quota      int      `yaml:"quota"`
	Window     string   `yaml:"window"`
	Burst      *int     `yaml:"burst"`
	By         []string `yaml:"by"`
	Operations []string `yaml:"operations"`
	Access     string   `yaml:"access"`
	Callers    string   `yaml:"callers"`
}

//go:embed default.yaml
var defaultFile []byte

// DefaultFile returns the text of the policies that apply unless others are set.
func DefaultFile() []byte { return slices.Clone(defaultFile) }

// Default returns the policies that apply unless others are set.
func Default() *Policies {
	policies, err := Parse(defaultFile)
	if err != nil { // it is part of the program
		panic(err)
	}
	return policies
}

// Parse reads a file. The error names everything that is wrong with it, and the line or the policy where.
func Parse(text []byte) (*Policies, error) {
	var read file
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&read); err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.New(typesOfGo.ReplaceAllString(err.Error(), ""))
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("the file must have only one document; a line --- begins another")
	}
	if len(read.Policies) > maxPolicies {
		return nil, fmt.Errorf("policies: there are %d, and may be at most %d", len(read.Policies), maxPolicies)
	}
	policies, wrong := &Policies{}, []error(nil)
	if read.Requests != nil {
		policy, err := read.Requests.requests()
		policies.Requests, wrong = policy, append(wrong, err)
	}
	names := map[string]bool{requestsName: true}
	for i, e := range read.Policies {
		policy, err := e.policy()
		if err == nil && names[policy.Name] {
			err = fmt.Errorf("the name %s is taken", policy.Name)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("policies[%d] %s: %w", i, e.Name, err))
			continue
		}
		names[policy.Name] = true
		policies.Calls = append(policies.Calls, policy)
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	return policies, nil
}

// typesOfGo matches what the parser says about the program, which does not help the author of the file.
var typesOfGo = regexp.MustCompile(`(?m) (in type|into) .*$`)

// requestsName is the name of the bound of requests in metrics and answers.
const requestsName = "requests"

func (e entry) requests() (*Policy, error) {
	if e.Name != "" || e.By != nil || e.Operations != nil || e.Access != "" || e.Callers != "" {
		return nil, errors.New("requests: has only quota, window and burst, since nothing else is known of a request yet")
	}
	e.Name, e.By = requestsName, []string{byAddress}
	policy, err := e.policy()
	if err != nil {
		return nil, fmt.Errorf("requests: %w", err)
	}
	return policy, nil
}

var (
	nameForm      = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)
	operationForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.]{0,127}$`)
)

func (e entry) policy() (*Policy, error) {
	p := &Policy{
		Name: e.Name, Quota: e.Quota, Burst: e.Quota, By: e.By, Operations: e.Operations, Access: e.Access, Callers: e.Callers,
	}
	if e.Burst != nil {
		p.Burst = *e.Burst
	}
	var wrong []error
	complain := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	window, err := time.ParseDuration(e.Window)
	p.Window = window
	complain(!nameForm.MatchString(p.Name), "name: must be of a-z, 0-9 and -, at most 40, and begin with a letter")
	complain(p.Quota < 1 || p.Quota > maxQuota, "quota: must be from 1 to %d", maxQuota)
	complain(err != nil || window < minWindow || window > maxWindow || window%time.Second != 0,
		"window: must be a duration of whole seconds such as 60s, from %s to %s", minWindow, maxWindow)
	complain(p.Burst < 1 || p.Burst > p.Quota, "burst: must be from 1 to the quota")
	complain(p.Access != "" && p.Access != accessRead && p.Access != accessWrite, "access: must be read or write")
	complain(p.Callers != "" && p.Callers != callersUsers && p.Callers != callersAnonymous, "callers: must be users or anonymous")
	complain(len(p.Operations) > maxOperations, "operations: may be at most %d", maxOperations)
	for _, operation := range p.Operations {
		complain(!operationForm.MatchString(operation), "operations: %q is not the name of a tool, such as %s, or of an RPC, "+
			"such as ChatService.Chat", operation, toolnames.CreateTask)
	}
	wrong = append(wrong, checkBy(p.By))
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	p.fill()
	return p, nil
}

// What a policy can count by, and be narrowed to.
const (
	byCaller    = "caller"
	byAddress   = "address"
	byOperation = "operation"
	byEveryone  = "everyone"

	accessRead, accessWrite        = "read", "write"
	callersUsers, callersAnonymous = "users", "anonymous"
)

func checkBy(by []string) error {
	known := []string{byCaller, byAddress, byOperation, byEveryone}
	for i, name := range by {
		if !slices.Contains(known, name) || slices.Contains(by[:i], name) {
			return fmt.Errorf("by: %q must be one of %s, each once", name, strings.Join(known, ", "))
		}
	}
	if len(by) == 0 || len(by) > 1 && slices.Contains(by, byEveryone) {
		return fmt.Errorf("by: must be some of %s, %s, %s, or only %s", byCaller, byAddress, byOperation, byEveryone)
	}
	return nil
}

func (p *Policy) fill() {
	p.interval = max(1, p.Window.Microseconds()/int64(p.Quota))
	p.tolerance = p.interval * int64(p.Burst)
	p.lease = min(leaseMost, int64(p.Burst)/leasePart, leaseTime.Microseconds()/p.interval)
	p.arguments = [2]string{strconv.FormatInt(p.interval, 10), strconv.FormatInt(p.tolerance, 10)}
	p.quoted = strconv.Quote(p.Name)
	p.header = fmt.Sprintf("%s;q=%d;w=%d", p.quoted, p.Quota, int64(p.Window/time.Second))
	p.operations = make(map[string]bool, len(p.Operations))
	for _, operation := range p.Operations {
		p.operations[operation] = true
	}
}

// String says what the policy allows, for people.
func (p *Policy) String() string {
	every := p.Window.String()
	for _, zero := range []string{"m0s", "h0m"} { // 1m0s, 1h0m0s
		if rest, ok := strings.CutSuffix(every, zero); ok {
			every = rest + zero[:1]
		}
	}
	return fmt.Sprintf("%s allows %d in %s", p.Name, p.Quota, every)
}

// matching returns which policies a call must be within.
func (p *Policies) matching(call Call) (which combination) {
	for i, policy := range p.Calls {
		if policy.matches(call) {
			which |= 1 << i
		}
	}
	return which
}

// combination are some of the policies that a file has, at most maxPolicies: a bit for each.
type combination uint16

func (p *Policy) matches(call Call) bool {
	return (len(p.operations) == 0 || p.operations[call.Operation]) &&
		(p.Access == "" || (p.Access == accessWrite) == call.Write) &&
		(p.Callers == "" || (p.Callers == callersUsers) == (call.UserID != 0))
}

// key is what a policy counts separately.
type key struct {
	policy    string
	userID    int32
	network   netip.Prefix
	operation string
}

func (p *Policy) key(call Call) key {
	k := key{policy: p.Name}
	for _, by := range p.By {
		switch by {
		case byAddress:
			k.network = call.Network
		case byOperation:
			k.operation = call.Operation
		case byCaller:
			if call.UserID != 0 {
				k.userID = call.UserID
			} else {
				k.network = call.Network
			}
		}
	}
	return k
}

// remaining returns how many calls a policy would still allow at once.
func (p *Policy) remaining(debt int64) int64 { return max(0, (p.tolerance-debt)/p.interval) }
