package registrations

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/services/catalog"
)

// TestKeep checks that a service that comes and goes, each time with a definition of its own, does not fill the memory, and
// that what is still published costs no change its place.
func TestKeep(t *testing.T) {
	large := func(hash string) *catalog.Definition { return &catalog.Definition{Hash: hash, Bytes: KeptBytes / 2} }
	published, gone := large("published"), large("gone")
	for name, test := range map[string]struct {
		log  []*catalog.Definition // what each change added
		most int
		want int // how many of the last are kept
	}{
		"nothing":                              {nil, 5, 0},
		"fewer than may be":                    {make([]*catalog.Definition, 4), 5, 4},
		"more than may be":                     {make([]*catalog.Definition, 7), 5, 5},
		"what is published":                    {[]*catalog.Definition{published, published, published}, 5, 3},
		"one definition again and again":       {[]*catalog.Definition{gone, nil, gone, nil, gone}, 5, 5},
		"as much as may be":                    {[]*catalog.Definition{large("a"), nil, large("b")}, 5, 3},
		"more definitions than may be":         {[]*catalog.Definition{large("a"), nil, large("b"), nil, large("c")}, 5, 4},
		"one content that was read many times": {[]*catalog.Definition{large("a"), large("a"), large("a"), nil}, 5, 3},
		"an earlier copy of what is published": {[]*catalog.Definition{large("published"), gone, large("c"), nil}, 5, 3},
		"one that is too large by itself":      {[]*catalog.Definition{nil, {Hash: "huge", Bytes: 2 * KeptBytes}, nil}, 5, 1},
	} {
		t.Run(name, func(t *testing.T) {
			kept := Keep(slices.Clone(test.log), test.most, map[string]*catalog.Definition{"published": published},
				func(d *catalog.Definition) *catalog.Definition { return d })
			if want := test.log[len(test.log)-test.want:]; !slices.Equal(kept, want) {
				t.Errorf("kept the last %d of %d changes, want %d", len(kept), len(test.log), test.want)
			}
		})
	}
}
