package offering

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

// claimsOn returns what a service claims whose only RPC is served at a path.
func claimsOn(t *testing.T, service, path string) Claims {
	t.Helper()
	files := proto.CloneOf(catalogtest.Files(t, "a.v1", catalogtest.Tools("sow")...))
	options := &descriptorpb.MethodOptions{}
	proto.SetExtension(options, annotations.E_Http, &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: path}})
	own := files.GetFile()[len(files.GetFile())-1]
	own.Service[0].Method[0].Options = options
	definition, err := catalogtest.NewDefinition(service, "1", []string{catalogtest.GRPCService("a.v1")}, files, toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	claims, err := ClaimsOf(definition)
	if err != nil {
		t.Fatal(err)
	}
	return Claims{service: service, paths: claims.paths}
}

// Whatever else is registered, and has gone again, a path is refused exactly if another service holds one that a request fits too.
func TestAPathIsRefusedExactlyIfItOverlapsWithAnothers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "b", "*", "{c}", "{c=a/*}", "{c=**}", "**"}
	var all []Claims
	for i := range 120 {
		path := ""
		for range 1 + random.IntN(3) {
			path += "/" + parts[random.IntN(len(parts))]
		}
		if random.IntN(4) == 0 {
			path += ":undo"
		}
		all = append(all, claimsOn(t, fmt.Sprintf("svc-%d", i%7), path))
	}
	var index Index
	there := map[int]bool{}
	for range 4000 {
		i := random.IntN(len(all))
		switch key := fmt.Sprint(i); random.IntN(3) {
		case 0:
			if !there[i] {
				index.Add(key, all[i])
				there[i] = true
			}
		case 1:
			index.Remove(key)
			delete(there, i)
		default:
			want := false
			for other := range there {
				want = want || all[other].service != all[i].service && all[other].paths[0].Overlaps(all[i].paths[0].Template)
			}
			if got := index.Check(all[i]); (got != nil) != want {
				t.Fatalf("%v beside %d others: %v, want a refusal: %v", all[i].paths, len(there), got, want)
			}
		}
	}
	for i := range all {
		index.Remove(fmt.Sprint(i))
	}
	if len(index.names)+len(index.paths)+len(index.claims) != 0 {
		t.Errorf("once all have gone, there is left: %v", index)
	}
}
