package answer

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// parser reads a template from its beginning.
type parser struct {
	rest string
	at   int // characters read
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("at character %d: %s", p.at+1, fmt.Sprintf(format, args...))
}

func (p *parser) take(bytes int) string {
	taken := p.rest[:bytes]
	p.rest = p.rest[bytes:]
	p.at += utf8.RuneCountInString(taken)
	return taken
}

// parts reads until the end of the text, or the {end} or {else} that end these parts, which it returns.
func (p *parser) parts(of protoreflect.MessageDescriptor, depth int) (parts []part, end string, err error) {
	if depth > maxDepth {
		return nil, "", p.errorf("parts stand in each other more than %d deep", maxDepth)
	}
	for p.rest != "" {
		brace := strings.IndexAny(p.rest, "{}")
		switch {
		case brace < 0:
			return append(parts, literal(p.take(len(p.rest)))), "", nil
		case brace > 0:
			parts = append(parts, literal(p.take(brace)))
			continue
		case strings.HasPrefix(p.rest, "{{"), strings.HasPrefix(p.rest, "}}"):
			parts = append(parts, literal(p.take(2)[:1]))
			continue
		case p.rest[0] == '}':
			return nil, "", p.errorf("} ends nothing; }} is a brace")
		}
		closing := strings.IndexByte(p.rest, '}')
		if closing < 0 {
			return nil, "", p.errorf("{ has no }; {{ is a brace")
		}
		inside := strings.TrimSpace(p.rest[1:closing])
		if inside == "end" || inside == "else" {
			p.take(closing + 1)
			return parts, inside, nil
		}
		made, err := p.part(inside, closing+1, of, depth)
		if err != nil {
			return nil, "", err
		}
		parts = append(parts, made)
	}
	return parts, "", nil
}

// part reads what begins with braces of so many bytes, and what is inside them.
func (p *parser) part(inside string, bytes int, of protoreflect.MessageDescriptor, depth int) (part, error) {
	word, name, has := strings.Cut(inside, " ")
	if !has {
		word, name = "", inside
	}
	way, last, err := p.path(strings.TrimSpace(name), of)
	if err != nil {
		return nil, err
	}
	switch word {
	case "":
		if isObject(last) {
			return nil, p.errorf("%s is no text or number: name a field of it%s", name, eachFor(last))
		}
		p.take(bytes)
		return field{way}, nil
	case "count":
		if !last.IsList() {
			return nil, p.errorf("%s is no list, which count needs", name)
		}
		p.take(bytes)
		return count{way}, nil
	case "each":
		if !last.IsList() || !isObject(last) {
			return nil, p.errorf("%s is no list of messages, which each needs", name)
		}
		p.take(bytes)
		parts, end, err := p.parts(last.Message(), depth+1)
		if err == nil && end != "end" {
			err = p.errorf("{each %s} has no {end}", name)
		}
		return each{way, parts}, err
	case "if":
		p.take(bytes)
		return p.choice(name, way, of, depth)
	default:
		return nil, p.errorf("%q is none of count, each, if, else and end", word)
	}
}

func (p *parser) choice(name string, way path, of protoreflect.MessageDescriptor, depth int) (part, error) {
	yes, end, err := p.parts(of, depth+1)
	made := choice{path: way, yes: yes}
	if err == nil && end == "else" {
		made.no, end, err = p.parts(of, depth+1)
	}
	if err == nil && end != "end" {
		err = p.errorf("{if %s} has no {end}", name)
	}
	return made, err
}

// path reads the way to a field, and returns its last field.
func (p *parser) path(name string, of protoreflect.MessageDescriptor) (path, protoreflect.FieldDescriptor, error) {
	var last protoreflect.FieldDescriptor
	names := strings.Split(name, ".")
	for i, one := range names {
		if last = of.Fields().ByName(protoreflect.Name(one)); last == nil {
			return nil, nil, p.errorf("%s has no field %q", of.FullName(), one)
		}
		if last.IsMap() {
			return nil, nil, p.errorf("%s is a map, of which nothing can be said", one)
		}
		if i == len(names)-1 {
			break
		}
		if !isObject(last) || last.IsList() {
			return nil, nil, p.errorf("%s has no fields%s", one, eachFor(last))
		}
		of = last.Message()
	}
	return names, last, nil
}

func eachFor(field protoreflect.FieldDescriptor) string {
	if field.IsList() {
		return fmt.Sprintf(", within {each %s}", field.Name())
	}
	return ""
}

// scalars are messages whose JSON is a text, number or truth.
var scalars = map[protoreflect.FullName]bool{
	"google.protobuf.Timestamp": true, "google.protobuf.Duration": true, "google.protobuf.FieldMask": true,
	"google.protobuf.BoolValue": true, "google.protobuf.StringValue": true, "google.protobuf.BytesValue": true,
	"google.protobuf.Int32Value": true, "google.protobuf.Int64Value": true, "google.protobuf.UInt32Value": true,
	"google.protobuf.UInt64Value": true, "google.protobuf.FloatValue": true, "google.protobuf.DoubleValue": true,
}

// isObject reports whether a field, or an item of it, is a message of fields.
func isObject(field protoreflect.FieldDescriptor) bool {
	return field.Message() != nil && !scalars[field.Message().FullName()]
}
