package policycheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/yamlfile"
)

// maxBytes is the largest file that is read.
const maxBytes = 4 << 20

// Case is a call, and what the policy should say of it.
type Case struct {
	Name string `yaml:"name"`
	Call `yaml:",inline"`
	// Want is allow or deny, and Rule the rule that denies.
	Want string `yaml:"want"`
	Rule string `yaml:"rule"`
}

// The values of Want.
const (
	wantAllow = "allow"
	wantDeny  = "deny"
)

// Table is a file of cases.
type Table struct {
	// Policy is the policy file, relative to that of the cases.
	Policy string `yaml:"policy"`
	Cases  []Case `yaml:"cases"`
}

// ReadTable reads cases in YAML, of which JSON is a part.
func ReadTable(path string) (Table, error) {
	text, err := read(path)
	if err != nil {
		return Table{}, err
	}
	var table Table
	if err := yamlfile.Decode(text, &table); err != nil {
		return Table{}, fmt.Errorf("%s: %w", path, err)
	}
	if len(table.Cases) == 0 {
		return Table{}, fmt.Errorf("%s: has no cases; list some below `cases`", path)
	}
	var mistakes []error
	for i, c := range table.Cases {
		if mistake := c.mistake(); mistake != "" {
			mistakes = append(mistakes, fmt.Errorf("%s: case %d (%s): %s", path, i+1, c.Name, mistake))
		}
	}
	if table.Policy != "" && !filepath.IsAbs(table.Policy) {
		table.Policy = filepath.Join(filepath.Dir(path), table.Policy)
	}
	return table, errors.Join(mistakes...)
}

func (c Case) mistake() string {
	switch {
	case c.Want != wantAllow && c.Want != wantDeny:
		return fmt.Sprintf("want: %q must be allow or deny", c.Want)
	case c.Want == wantDeny && c.Rule == "":
		return "rule: name the rule that should deny, so that no other does by chance"
	case c.Want == wantAllow && c.Rule != "":
		return "rule: no rule allows; leave it out"
	default:
		return ""
	}
}

// ReadRules reads a policy file.
func ReadRules(path string) (*access.Rules, error) {
	text, err := read(path)
	if err != nil {
		return nil, err
	}
	rules, err := access.ReadRules(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rules, nil
}

func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err // names the file
	}
	if info.Size() > maxBytes {
		return nil, fmt.Errorf("%s is larger than %d bytes", path, maxBytes)
	}
	return os.ReadFile(path) //nolint:gosec // G304: the person's own file
}

// Failure returns what the policy says of the call, if that is not what the case wants; empty if it is. An error means that the
// case cannot be decided.
func (c Case) Failure(ctx context.Context, rules *access.Rules) (string, error) {
	decision, _, err := c.Explain(ctx, rules)
	switch {
	case err != nil:
		return "", err
	case decision.Allowed == (c.Want == wantAllow) && decision.Rule == c.Rule:
		return "", nil
	case decision.Allowed:
		return "is allowed, and " + c.Rule + " should deny it", nil
	case c.Want == wantAllow:
		return "is denied by " + decision.Rule + " (" + decision.Reason + "), and should be allowed", nil
	default:
		return "is denied by " + decision.Rule + ", and " + c.Rule + " should deny it", nil
	}
}
