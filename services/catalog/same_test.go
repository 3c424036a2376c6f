package catalog_test

import (
	"testing"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

func TestDefinitionsThatNobodyCanTellApartHaveTheSameFace(t *testing.T) {
	sow := catalogtest.Tool{Name: "sow", Aliases: []string{"plant"}}
	one := define(t, "garden-svc", "1.0.0", sow)
	if !one.SameFace(define(t, "garden-svc", "2.0.0", sow).Lean()) {
		t.Error("the same tool in another version differs")
	}
	sow.Aliases = nil
	if one.SameFace(define(t, "garden-svc", "1.0.0", sow)) {
		t.Error("a tool without its alias is the same")
	}
}
