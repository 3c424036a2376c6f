// Package protolint says what the registry would refuse of a .proto file, before anything runs: it compiles the file and asks the
// registry's own checks. Of what would be admitted it says what models could read more easily.
package protolint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile/linker"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/offering"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/advice"
)

// Finding is one thing for which the registry would refuse a registration.
type Finding struct {
	// File is the file as it was given; empty if the finding is of no file.
	File string `json:"file"`
	// Line and Column are counted from 1; 0 if the place is not known.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Of is the full name of what is wrong; empty if it has none.
	Of      string `json:"of"`
	Message string `json:"message"`
}

// String writes a finding as compilers do.
func (f Finding) String() string {
	switch {
	case f.File == "":
		return f.Message
	case f.Line == 0:
		return f.File + ": " + f.Message
	default:
		return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message)
	}
}

// Options say what is looked at.
type Options struct {
	// Files are the files of one service.
	Files []string
	// Roots are the folders from which files are imported; nil derives them.
	Roots []string
	// Service is the name under which the service registers.
	Service string
}

// Result is what was found.
type Result struct {
	// Tools are the names of the tools that would be registered; none if the registration would be refused.
	Tools []string `json:"tools"`
	// Findings are sorted by file and line; there are none if the registry would admit the service beside the platform.
	Findings []Finding `json:"findings"`
	// Warnings are what keeps models from choosing the tools, or from calling them right: what of their texts does, and what of their
	// schemas no host tells. They are sorted as findings are, and the registry admits them.
	Warnings []Finding `json:"warnings"`
}

// Run returns what the registry would refuse.
func Run(ctx context.Context, options Options) (Result, error) {
	given, err := locate(options.Files, options.Roots)
	if err != nil {
		return Result{}, err
	}
	files, findings, err := given.compile(ctx)
	if err != nil || len(findings) > 0 {
		return Result{Findings: sorted(findings)}, err
	}
	set, err := received(closure(files))
	if err != nil {
		return Result{}, err
	}
	offer, mistakes, err := offered(options.Service, services(files), set)
	if err != nil {
		return Result{}, err
	}
	p := places{given: given, files: files}
	for _, mistake := range mistakes {
		findings = append(findings, p.findings(mistake)...)
	}
	if len(findings) > 0 {
		return Result{Findings: slices.Compact(sorted(findings))}, nil
	}
	result := Result{Tools: names(offer.tools)}
	for _, better := range offer.advice() {
		result.Warnings = append(result.Warnings, p.findings(better)...)
	}
	for _, note := range offer.notes {
		result.Warnings = append(result.Warnings, p.at(note.Of, note.String()))
	}
	sorted(result.Warnings)
	return result, nil
}

// received returns a set as the registry reads it.
func received(set *descriptorpb.FileDescriptorSet) (*descriptorpb.FileDescriptorSet, error) {
	raw, err := proto.Marshal(set)
	if err != nil {
		return nil, err
	}
	read := &descriptorpb.FileDescriptorSet{}
	return read, proto.Unmarshal(raw, read)
}

func services(files linker.Files) []string {
	var names []string
	for _, file := range files {
		for i := range file.Services().Len() {
			names = append(names, string(file.Services().Get(i).FullName()))
		}
	}
	return names
}

// offer is the tools of a service with what models would not know of them, and the definitions of the platform's own.
type offer struct {
	tools    []*toolspec.Tool
	notes    []offering.Note
	platform []*catalog.Definition
}

// offered asks the registry's checks, and returns what is offered and what they refuse.
func offered(service string, grpcServices []string, set *descriptorpb.FileDescriptorSet) (offer, []error, error) {
	if len(grpcServices) == 0 {
		return offer{}, []error{errors.New("there is no gRPC service in it, so there is nothing to register")}, nil
	}
	definition, err := offering.Read(service, "1.0.0", grpcServices, set, toolspec.DefaultLimits())
	if err != nil {
		mistakes := []error{err}
		if hidden := offering.CheckHidden(set); hidden != nil { // which is looked for last
			mistakes = append(mistakes, hidden)
		}
		return offer{}, mistakes, nil
	}
	owners := ownership.Default()
	platform, err := owners.Reserved()
	if err != nil {
		return offer{}, nil, err
	}
	notes, err := offering.Notes(definition)
	return offer{definition.Manifest().Tools, notes, platform}, offering.Mistakes(definition, owners, platform), err
}

// advice returns what could be better of the tools, which may name each other and the platform's.
func (o offer) advice() (better []error) {
	known := names(o.tools)
	for _, definition := range o.platform {
		known = append(known, names(definition.Manifest().Tools)...)
	}
	for _, tool := range o.tools {
		for _, one := range advice.Of(tool, known) {
			better = append(better, one)
		}
	}
	return better
}

func names(tools []*toolspec.Tool) []string {
	var all []string
	for _, tool := range tools {
		all = append(all, tool.Name)
	}
	return all
}

// places finds where mistakes are.
type places struct {
	given sources
	files linker.Files
}

// findings takes an error apart and finds the place of each part.
func (p places) findings(err error) []Finding {
	if joined, several := err.(interface{ Unwrap() []error }); several {
		var all []Finding
		for _, one := range joined.Unwrap() {
			all = append(all, p.findings(one)...)
		}
		return all
	}
	switch refused := err.(type) { //nolint:errorlint // one level is taken off after the other
	case *offering.InvalidError:
		return p.findings(refused.Cause)
	case *offering.NameTakenError:
		return []Finding{p.at(refused.By, refused.Error())}
	case *offering.HiddenError:
		return []Finding{{File: p.given.named(refused.File), Line: refused.Line, Column: refused.Column, Message: refused.Error()}}
	case *toolspec.Mistake:
		var all []Finding
		for line := range strings.Lines(refused.Err.Error()) {
			all = append(all, p.at(refused.Of, strings.TrimSpace(line)))
		}
		return all
	default:
		return []Finding{p.somewhere(err.Error())}
	}
}

// at returns a finding at a declaration.
func (p places) at(name protoreflect.FullName, message string) Finding {
	for _, file := range p.files {
		found := file.FindDescriptorByName(name)
		if found == nil {
			continue
		}
		place := found.ParentFile().SourceLocations().ByDescriptor(found)
		return Finding{
			File: p.given.named(file.Path()), Line: place.StartLine + 1, Column: place.StartColumn + 1, Of: string(name), Message: message,
		}
	}
	finding := p.somewhere(message)
	finding.Of = string(name)
	return finding
}

// somewhere returns a finding of the file, if there is only one.
func (p places) somewhere(message string) Finding {
	finding := Finding{Message: message}
	if len(p.given.paths) == 1 {
		finding.File = p.given.named(p.given.paths[0])
	}
	return finding
}

func sorted(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Message, b.Message))
	})
	return findings
}
