package lexicon_test

import (
	"testing"

	"github.com/salaatflow/platform/gateway/detect/lexicon"
)

func TestLoad(t *testing.T) {
	if _, err := lexicon.Load(); err != nil {
		t.Fatal(err)
	}
}
