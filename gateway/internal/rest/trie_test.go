package rest

import (
	"fmt"
	"maps"
	"net/url"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// pathsOf returns the REST paths of one RPC for each template.
func pathsOf(t testing.TB, templates ...string) *trie {
	t.Helper()
	var rpcs strings.Builder
	for i, template := range templates {
		fmt.Fprintf(&rpcs, "rpc A%d(M) returns (M) { option (google.api.http) = {get: %q}; }\n", i, template)
	}
	files := prototest.Compile(t, map[string]string{"test.proto": `edition = "2023"; package test.v1;
		import "google/api/annotations.proto";
		message M { string a = 1; string b = 2; M m = 3; }
		service S { ` + rpcs.String() + ` }`})
	found, err := files.FindDescriptorByName("test.v1.S")
	if err != nil {
		t.Fatal(err)
	}
	made := &trie{}
	methods := found.(protoreflect.ServiceDescriptor).Methods()
	for i := range methods.Len() {
		paths, err := toolspec.RESTPaths(methods.Get(i))
		if err != nil {
			t.Fatal(err)
		}
		made.add(&binding{path: paths[0]})
	}
	return made
}

func TestAPathFindsTheTemplateThatSaysMostOfIt(t *testing.T) {
	made := pathsOf(t, "/v1/{a}", "/v1/x", "/v1/x/{b}", "/v1/{a}/y", "/v1/{a}:undo", "/v1/files/{a=**}", "/v1/{a=racks/*/beds/*}",
		"/v1/deep/{m.m.a}", "/v1/*/any/{b}")
	for path, want := range map[string]string{
		"/v1/x":                   "/v1/x map[]",
		"/v1/z":                   "/v1/{a} map[a:z]",
		"/v1/x/y":                 "/v1/x/{b} map[b:y]",
		"/v1/z/y":                 "/v1/{a}/y map[a:z]",
		"/v1/z:undo":              "/v1/{a}:undo map[a:z]",
		"/v1/z%3Aundo":            "/v1/{a} map[a:z:undo]",
		"/v1/z:redo":              "/v1/{a} map[a:z:redo]",
		"/v1/a%2Fb":               "/v1/{a} map[a:a/b]",
		"/v1/%2e%2e":              "/v1/{a} map[a:..]",
		"/v1/%E2%98%83":           "/v1/{a} map[a:☃]",
		"/v1/files":               "/v1/files/{a=**} map[a:]",
		"/v1/files/a/b%2Fc/":      "/v1/files/{a=**} map[a:a/b%2Fc/]",
		"/v1/racks/1/beds/2":      "/v1/{a=racks/*/beds/*} map[a:racks/1/beds/2]",
		"/v1/racks/1%2F2/beds/2":  "/v1/{a=racks/*/beds/*} map[a:racks/1%2F2/beds/2]",
		"/v1/deep/q":              "/v1/deep/{m.m.a} map[m.m.a:q]",
		"/v1/thing/any/q":         "/v1/*/any/{b} map[b:q]",
		"/v1/":                    "none",
		"/v1//y":                  "none",
		"/v1/z/":                  "none",
		"/v1":                     "none",
		"/v1/%zz":                 "none",
		"/V1/x":                   "none",
		"":                        "none",
		"/v1/z/y/" + long():       "none",
		"/v1/racks/1/beds/2/more": "none",
	} {
		got := "none"
		if found, values := made.match("GET", path); found != nil {
			got = found.path.Path + " " + fmt.Sprint(maps.Clone(values))
		}
		if got != want {
			t.Errorf("%.60s is %s, want %s", path, got, want)
		}
		samePlain(t, made, path)
	}
	if found, _ := made.match("POST", "/v1/x"); found != nil {
		t.Error("another method finds it")
	}
	if made.add(made.byVerb["GET"].words["v1"].words["x"].ends[""]) {
		t.Error("a second template for the same requests takes the place of the first")
	}
}

// samePlain compares what a path finds that is written plainly with what it finds as any other.
func samePlain(t *testing.T, made *trie, path string) {
	t.Helper()
	at, err := url.ParseRequestURI(path)
	if err != nil {
		return
	}
	plain, plainValues := made.matchPlain("GET", at)
	found, values := made.match("GET", at.EscapedPath())
	if plain != nil && (plain != found || !maps.Equal(plainValues, values)) {
		t.Errorf("%q finds %s with %v, and otherwise %v with %v", path, plain.path.Path, plainValues, found, values)
	}
	if isPlain := !strings.ContainsAny(at.EscapedPath(), "%:"); isPlain && plain == nil && found != nil {
		t.Errorf("%q finds nothing, and otherwise %s", path, found.path.Path)
	}
}

func long() string { return strings.Repeat("x/", 20_000) }

// misleading returns ten thousand templates: every mixture of a word and a variable, 14 segments deep.
func misleading(t testing.TB) *trie {
	t.Helper()
	bound := pathsOf(t, "/v1/{a}").byVerb["GET"].words["v1"].any.ends[""]
	made := &trie{byVerb: map[string]*trieNode{"GET": {}}}
	for i := range 10_000 {
		at := made.byVerb["GET"]
		for bit := range 14 {
			if at.words == nil {
				at.words, at.any = map[string]*trieNode{"a": {}}, &trieNode{}
			}
			if i>>bit&1 == 1 {
				at = at.any
			} else {
				at = at.words["a"]
			}
		}
		put(&at.ends, "", bound)
	}
	return made
}

func TestAPathIsFoundAmongThoseThatMislead(t *testing.T) {
	made := misleading(t)
	if found, _ := made.match("GET", strings.Repeat("/a", 14)); found == nil {
		t.Error("it is not found")
	}
	if found, _ := made.match("GET", strings.Repeat("/a", 15)); found != nil {
		t.Error("what fits nothing is found")
	}
}

// BenchmarkMatch is the worst that paths can be made to cost: one that fits none of ten thousand templates, but almost all.
func BenchmarkMatch(b *testing.B) {
	made, path := misleading(b), strings.Repeat("/a", 15)
	for b.Loop() {
		if found, _ := made.match("GET", path); found != nil {
			b.Fatal("it fits nothing")
		}
	}
}

// Whatever is asked for, nothing but a template that it fits is found, and every variable has a value.
func FuzzMatch(f *testing.F) {
	made := pathsOf(f, "/v1/{a}", "/v1/{a}/{b}:undo", "/v1/files/{a=**}", "/v1/{a=x/*}/{b}")
	for _, seed := range []string{"/v1/a", "/v1/a/b:undo", "/v1/files/a/b", "/v1/x/y/z", "/v1/%2F:", "//", "/v1/a:b:c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		samePlain(t, made, path)
		found, values := made.match("GET", path)
		if found == nil {
			return
		}
		if !strings.HasPrefix(path, "/v1/") || len(values) != len(found.path.Variables) {
			t.Errorf("%q finds %s with %v", path, found.path.Path, values)
		}
	})
}
