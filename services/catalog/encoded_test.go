package catalog_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"runtime"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

// Registries of other releases know a definition by its hash and read it from a database, so both are what protobuf writes.
func TestADefinitionIsEncodedAsProtobufWritesIt(t *testing.T) {
	definition := define(t, "garden-svc", "1.0.0", catalogtest.Tool{Name: "sow", Aliases: []string{"plant"}})
	whole := definition.Proto()
	written, err := proto.MarshalOptions{Deterministic: true}.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(definition.Encode(), written) || definition.Bytes != len(written) {
		t.Errorf("it has %d bytes and says %d, want the %d that protobuf writes", len(definition.Encode()), definition.Bytes, len(written))
	}
	if pieces := slices.Concat(slices.Collect(copies(definition.Pieces()))...); !bytes.Equal(pieces, written) {
		t.Errorf("its pieces have %d bytes together, want %d", len(pieces), len(written))
	}
	for piece := range definition.Pieces() { // whoever wants no more of them gets no more
		if len(piece) == 0 || bytes.Equal(piece, written) {
			t.Errorf("the first piece has %d of %d bytes", len(piece), len(written))
		}
		break
	}
	if sent, err := (proto.MarshalOptions{Deterministic: true}).Marshal(definition.Message()); err != nil || !bytes.Equal(sent, written) {
		t.Errorf("it is sent as %d bytes, want %d: %v", len(sent), len(written), err)
	}
	whole.Hash = ""
	content, err := proto.MarshalOptions{Deterministic: true}.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(content); definition.Hash != hex.EncodeToString(sum[:]) {
		t.Errorf("its hash is %s, want that of its content", definition.Hash)
	}
}

// copies yields a copy of each piece, which holds only until the next.
func copies(pieces iter.Seq[[]byte]) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for piece := range pieces {
			if !yield(bytes.Clone(piece)) {
				return
			}
		}
	}
}

// A lean definition answers as the whole one does, also when its manifest has gone meanwhile.
func TestALeanDefinitionReadsItsManifestAgain(t *testing.T) {
	lean := define(t, "garden-svc", "1.0.0", catalogtest.Tool{Name: "sow"}, catalogtest.Tool{Name: "reap"}).Lean()
	face := define(t, "garden-svc", "1.0.0", catalogtest.Tool{Name: "sow"}, catalogtest.Tool{Name: "reap"}).Face()
	for range 3 {
		runtime.GC()
		if tools := lean.Manifest().Tools; len(tools) != 2 || tools[0].Name != "reap" || tools[1].Name != "sow" {
			t.Errorf("its tools are %v", tools)
		}
	}
	if lean.Face() != face || !lean.Offers(catalogtest.Method(pkg, "sow")) {
		t.Error("it has another face, or another method, than the whole one")
	}
}
