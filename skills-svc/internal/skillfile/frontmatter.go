package skillfile

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// frontMatter reads the YAML between the lines ---.
func (p *parser) frontMatter(text string) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		p.yamlError(err)
		return
	}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		p.fatal(1, "the front matter must be YAML with the keys name and description")
		return
	}
	mapping := document.Content[0]
	given := map[string]bool{}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		key, value := mapping.Content[i], mapping.Content[i+1]
		if given[key.Value] {
			p.fatal(key.Line, "the key "+quoted(key.Value)+" is given twice")
			continue
		}
		given[key.Value] = true
		p.member(key, value)
	}
	for _, required := range []string{"name", "description"} {
		if !given[required] {
			p.fatal(1, "the front matter must have the key "+required)
		}
	}
	slices.SortStableFunc(p.problems, func(a, b Problem) int { return a.Line - b.Line })
}

var optionalKeys = []string{"license", "compatibility", "metadata", "allowed-tools", "permissions"}

func (p *parser) member(key, value *yaml.Node) {
	if value.Tag == "!!null" && slices.Contains(optionalKeys, key.Value) {
		p.odd(key.Line, key.Value+": is empty and is ignored")
		return
	}
	switch key.Value {
	case "name":
		p.name(value)
	case "description":
		p.skill.Description = p.text(key.Value, value, maxDescription)
	case "license":
		p.skill.License = p.text(key.Value, value, maxLicense)
	case "compatibility":
		p.skill.Compatibility = p.text(key.Value, value, maxCompatibility)
	case "metadata":
		p.metadata(value)
	case "allowed-tools":
		p.allowedTools(value)
	case "permissions":
		p.permissions(value)
	default:
		p.odd(key.Line, "the key "+quoted(key.Value)+" is unknown; put keys of your own under metadata")
	}
}

// Lengths in characters, from the standard where it has them.
const (
	maxName          = 64
	maxDescription   = 1024
	maxLicense       = 256
	maxCompatibility = 500
	maxMetadata      = 64
	maxMetadataText  = 1024
	maxAllowedTools  = 128
	maxPermissions   = 64
)

var nameForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// ValidName reports whether text may be the name of a skill: 1 to 64 of a-z, 0-9 and single hyphens.
func ValidName(name string) bool { return len(name) <= maxName && nameForm.MatchString(name) }

func (p *parser) name(value *yaml.Node) {
	name := p.text("name", value, maxName)
	switch {
	case name == "": // already reported
	case !ValidName(name):
		p.fatal(value.Line, "name: "+quoted(name)+" must be 1 to 64 of a-z, 0-9 and single hyphens, with no hyphen at either end")
	case name != p.folder:
		p.fatal(value.Line, "name: "+quoted(name)+" must be the name of its folder, "+quoted(p.folder))
	}
	p.skill.Name = name
}

// text reads a text of 1 to most characters. If it reports a problem, it returns an empty text.
func (p *parser) text(key string, value *yaml.Node, most int) string {
	if value.Kind != yaml.ScalarNode || value.Tag != "!!str" {
		p.fatal(value.Line, key+": must be text"+hint(value))
		return ""
	}
	text := strings.TrimSpace(value.Value)
	switch length := utf8.RuneCountInString(text); {
	case length == 0:
		p.fatal(value.Line, key+": must not be empty")
	case length > most:
		p.fatal(value.Line, key+": has "+strconv.Itoa(length)+" characters; the limit is "+strconv.Itoa(most))
	default:
		return text
	}
	return ""
}

func hint(value *yaml.Node) string {
	if value.Kind == yaml.ScalarNode && value.Value != "" {
		return ": put it in quotes"
	}
	return ""
}

func (p *parser) metadata(value *yaml.Node) {
	if value.Kind != yaml.MappingNode {
		p.fatal(value.Line, "metadata: must map keys to texts")
		return
	}
	if len(value.Content)/2 > maxMetadata {
		p.fatal(value.Line, "metadata: has more than "+strconv.Itoa(maxMetadata)+" keys")
		return
	}
	p.skill.Metadata = map[string]string{}
	for i := 0; i+1 < len(value.Content); i += 2 {
		key, member := value.Content[i], value.Content[i+1]
		if _, twice := p.skill.Metadata[key.Value]; twice {
			p.fatal(key.Line, "metadata: the key "+quoted(key.Value)+" is given twice")
		}
		if member.Kind != yaml.ScalarNode || key.Kind != yaml.ScalarNode {
			p.fatal(member.Line, "metadata: "+quoted(key.Value)+" must have a text as its value")
			continue
		}
		if utf8.RuneCountInString(member.Value) > maxMetadataText || utf8.RuneCountInString(key.Value) > maxMetadataText {
			p.fatal(member.Line, "metadata: "+quoted(key.Value)+" has more than "+strconv.Itoa(maxMetadataText)+" characters")
			continue
		}
		p.skill.Metadata[key.Value] = member.Value // a number is text here: version: 1.0
	}
}

var yamlLine = regexp.MustCompile(`^yaml: line (\d+): `)

// yamlError reports what the YAML parser said, in the file's own line.
func (p *parser) yamlError(err error) {
	message, line := err.Error(), 1
	if found := yamlLine.FindStringSubmatch(message); found != nil {
		message = message[len(found[0]):]
		if n, err := strconv.Atoi(found[1]); err == nil {
			line = n
		}
	}
	p.fatal(line, "the front matter is not valid YAML: "+strings.TrimPrefix(message, "yaml: "))
}

// quoted shows a part of the file, no longer than needed to find it.
func quoted(text string) string {
	const most = 80
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}
