package store

import (
	"context"
	"fmt"
	"sync"

	"google.golang.org/protobuf/proto"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// spareDefinitions is how many definitions are kept in memory beside those that were asked for together, such as all that are
// registered.
const spareDefinitions = 512

// readLimits let in what a registry admitted whose own limits were raised a good deal.
var readLimits = toolspec.Limits{Bytes: 64 << 20, Files: 1 << 14, Tools: 1 << 14}

// definitions are the definitions of the database, each read once: to read one takes long, and most instances share
// theirs. It is safe for concurrent use.
type definitions struct {
	mu    sync.Mutex
	known map[string]*catalog.Definition // by hash
	asked int                            // the most that were asked for together since known was emptied
}

func (d *definitions) add(definition *catalog.Definition) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil || len(d.known) >= d.asked+spareDefinitions {
		d.known, d.asked = map[string]*catalog.Definition{}, 0
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
		} else if _, again := found[hash]; !again {
			found[hash] = nil
			missing = append(missing, hash)
		}
	}
	d.asked = max(d.asked, len(found))
	return found, missing
}

func decode(content []byte) (*catalog.Definition, error) {
	wire := &registryv1.Definition{}
	if err := proto.Unmarshal(content, wire); err != nil {
		return nil, err
	}
	definition, err := catalog.ReadDefinition(wire, readLimits)
	if err != nil {
		return nil, err
	}
	return definition.Lean(), nil
}
