package memories

import (
	"context"
	"database/sql"
	"time"
)

// Consolidate merges memories of a user that are at least so similar: the longer one stays. It looks at the newest ones, at most so
// many, and returns how many it looked at, and how many are gone.
func (s *Store) Consolidate(
	ctx context.Context, user int32, strategy string, similarity float64, most int,
) (looked, merged int, err error) {
	err = s.inTransaction(ctx, func(tx *sql.Tx) error {
		all, err := newest(ctx, tx, user, most)
		if err != nil {
			return err
		}
		looked = len(all)
		for _, memory := range redundant(all, strategy, similarity) {
			if _, err := tx.ExecContext(ctx, "DELETE FROM memories WHERE id = $1 AND user_id = $2", memory.ID, user); err != nil {
				return err
			}
			merged++
		}
		return nil
	})
	return looked, merged, err
}

// redundant returns the memories that others say as well.
func redundant(all []Memory, strategy string, similarity float64) (gone []Memory) {
	measure := ofWords
	if strategy == "semantic" {
		measure = ofParts
	}
	type one struct {
		Memory
		vector
	}
	var kept []one
next:
	for _, memory := range all {
		v := measure(memory.Text)
		for i, other := range kept {
			if strategy == "temporal" && other.At.Sub(memory.At).Abs() > 24*time.Hour || v.dot(other.vector) < similarity {
				continue
			}
			if len(memory.Text) > len(other.Text) {
				kept[i], memory = one{memory, v}, other.Memory
			}
			gone = append(gone, memory)
			continue next
		}
		kept = append(kept, one{memory, v})
	}
	return gone
}
