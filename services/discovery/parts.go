package discovery

import (
	"fmt"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
)

// coming is a catalogue that is sent in parts, up to the part before next.
type coming struct {
	next        uint32
	wasAway     bool // the registry was, before the first part
	files       []*catalog.File
	definitions []*registryv1.SharedDefinition
	instances   []*registryv1.Instance
}

// take takes a part of the whole catalogue, which counts once the last part is there. An error means that a part is missing.
func (p *picture) take(part *registryv1.SnapshotPart, revision int64, wasAway bool) error {
	if part.GetNumber() == 0 {
		p.coming = &coming{wasAway: wasAway || p.coming != nil && p.coming.wasAway}
	}
	c := p.coming
	if c == nil || part.GetNumber() != c.next {
		p.coming, p.history = nil, ""
		return fmt.Errorf("part %d of the catalogue came without the one before", part.GetNumber())
	}
	c.next++
	for _, content := range part.GetFiles() {
		c.files = append(c.files, catalog.ShareFile(content))
	}
	c.definitions = append(c.definitions, part.GetDefinitions()...)
	c.instances = append(c.instances, part.GetInstances()...)
	if !part.GetLast() {
		return nil
	}
	p.coming = nil
	p.replace(part.GetHistory(), revision, c.wasAway, c.instances, func() {
		for _, definition := range c.definitions {
			p.define(definition.GetHash(), definition, func() (*catalog.Definition, error) { return c.read(definition, p) })
		}
	})
	return nil
}

// read reads a definition that names its files.
func (c *coming) read(sent *registryv1.SharedDefinition, p *picture) (*catalog.Definition, error) {
	files := make([]*catalog.File, len(sent.GetFiles()))
	for i, number := range sent.GetFiles() {
		if int64(number) >= int64(len(c.files)) {
			return nil, fmt.Errorf("file %d of the catalogue is not there", number)
		}
		files[i] = c.files[number]
	}
	return catalog.ReadShared(sent, files, p.limits)
}
