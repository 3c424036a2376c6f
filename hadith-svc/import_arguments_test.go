package hadithsvc

import (
	"io"
	"strings"
	"testing"
)

// The address shown with a collection is an HTTP URL, and nothing is opened before that is checked.
func TestTheSourceOfACollectionIsAnAddressOfHTTP(t *testing.T) {
	for _, address := range []string{"javascript:alert(1)", "example.org", "file:///etc/passwd"} {
		arguments := importArguments{Collection: "c", Name: "C", Licence: "CC0-1.0", Numbering: "its own", SourceURL: address}
		err := arguments.run(t.Context(), io.Discard, io.Discard, Config{})
		if err == nil || !strings.Contains(err.Error(), "--source-url") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
