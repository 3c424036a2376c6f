package skillfile

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/services/toolspec"
)

// allowedTools reads the standard's allowed-tools: names with spaces between them, or a list.
func (p *parser) allowedTools(value *yaml.Node) {
	var names []string
	switch {
	case value.Kind == yaml.ScalarNode && value.Tag == "!!str":
		names = strings.Fields(value.Value)
	case value.Kind == yaml.SequenceNode:
		for _, item := range value.Content {
			if item.Kind != yaml.ScalarNode || strings.TrimSpace(item.Value) == "" {
				p.fatal(item.Line, "allowed-tools: each must be the name of a tool")
				return
			}
			names = append(names, strings.TrimSpace(item.Value))
		}
	default:
		p.fatal(value.Line, "allowed-tools: must be names with spaces between them, or a list of names")
		return
	}
	if len(names) > maxAllowedTools {
		p.fatal(value.Line, "allowed-tools: names more than "+strconv.Itoa(maxAllowedTools)+" tools")
		return
	}
	p.skill.AllowedTools = names
}

// permissions reads this platform's own key: capability categories and exact names of tools.
func (p *parser) permissions(value *yaml.Node) {
	if value.Kind != yaml.SequenceNode {
		p.fatal(value.Line, "permissions: must be a list of capability categories and names of tools, such as [task_read]")
		return
	}
	if len(value.Content) > maxPermissions {
		p.fatal(value.Line, "permissions: has more than "+strconv.Itoa(maxPermissions)+" items")
		return
	}
	for _, item := range value.Content {
		switch permission := item.Value; {
		case item.Kind != yaml.ScalarNode || item.Tag != "!!str" || !toolspec.ValidName(permission):
			p.fatal(item.Line, "permissions: "+quoted(permission)+" is neither a capability category nor the name of a tool: "+
				"both are 1 to 64 of a-z, 0-9 and _, and begin with a letter")
		case slices.Contains(p.skill.Permissions, permission):
			p.odd(item.Line, "permissions: "+permission+" is listed twice")
		default:
			p.skill.Permissions = append(p.skill.Permissions, permission)
		}
	}
}
