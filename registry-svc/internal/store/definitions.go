package store

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"google.golang.org/protobuf/proto"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// maxDefinitions is how many definitions are kept in memory: more than any catalogue has.
const maxDefinitions = 512

// readLimits let in what a registry admitted whose own limits were raised a good deal.
var readLimits = toolspec.Limits{Bytes: 64 << 20, Files: 1 << 14, Tools: 1 << 14}

// definitions are the definitions of the database, each read once: to read one takes long, and most instances share
// theirs. It is safe for concurrent use.
type definitions struct {
	mu    sync.Mutex
	known map[string]*catalog.Definition // by hash
}

func (d *definitions) add(definition *catalog.Definition) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil || len(d.known) >= maxDefinitions {
		d.known = map[string]*catalog.Definition{}
	}
	if d.known[definition.Hash] == nil {
		d.known[definition.Hash] = definition
	}
}

// of returns definitions by their hashes.
func (d *definitions) of(ctx context.Context, from querier, hashes []string) (map[string]*catalog.Definition, error) {
	found, missing := d.lookUp(hashes)
	if len(missing) == 0 {
		return found, nil
	}
	rows, err := from.QueryContext(ctx, `SELECT hash, content FROM registry_definitions WHERE hash = ANY($1)
		UNION ALL SELECT hash, content FROM registry_pins p WHERE hash = ANY($1)
		AND NOT EXISTS (SELECT FROM registry_definitions WHERE hash = p.hash)`, missing)
	if err != nil {
		return nil, fmt.Errorf("read definitions: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var (
			hash    string
			content []byte
		)
		if err := rows.Scan(&hash, &content); err != nil {
			return nil, fmt.Errorf("read definitions: %w", err)
		}
		if found[hash], err = decode(content); err != nil {
			return nil, fmt.Errorf("read the definition %s: %w", hash, err)
		}
		d.add(found[hash])
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read definitions: %w", err)
	}
	for _, hash := range missing {
		if found[hash] == nil {
			return nil, fmt.Errorf("the definition %s is not in the registry's database", hash)
		}
	}
	return found, nil
}

func (d *definitions) lookUp(hashes []string) (found map[string]*catalog.Definition, missing []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	found = map[string]*catalog.Definition{}
	for _, hash := range hashes {
		if known := d.known[hash]; known != nil {
			found[hash] = known
		} else if !slices.Contains(missing, hash) {
			missing = append(missing, hash)
		}
	}
	return found, missing
}

func encode(definition *catalog.Definition) ([]byte, error) {
	content, err := proto.Marshal(definition.Proto())
	if err != nil {
		return nil, fmt.Errorf("encode the definition of %s: %w", definition.Service, err)
	}
	return content, nil
}

func decode(content []byte) (*catalog.Definition, error) {
	wire := &registryv1.Definition{}
	if err := proto.Unmarshal(content, wire); err != nil {
		return nil, err
	}
	return catalog.ReadDefinition(wire, readLimits)
}
