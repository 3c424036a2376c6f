package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

// flow is a sequence of calls by one user, with the expected answers. Flows are written once and hold on every edge.
type flow struct {
	Name   string
	Nobody bool     // the calls are anonymous
	Not    []string // edges that cannot express the flow
	Steps  []step
}

type step struct {
	Call      string
	Arguments map[string]any
	Not       []string // edges that cannot express the step
	Want      map[string]any
}

// nextUser gives each run of a flow a new user.
var nextUser atomic.Int32

func TestFlows(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	files, err := filepath.Glob("testdata/flows/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no flows found", err)
	}
	for _, edge := range platform.Edges(t) {
		t.Run(edge.Name(), func(t *testing.T) {
			for _, file := range files {
				for _, f := range readFlows(t, file) {
					if slices.Contains(f.Not, edge.Name()) {
						continue
					}
					t.Run(f.Name, func(t *testing.T) { runFlow(t, edge, f) })
				}
			}
		})
	}
}

func readFlows(t *testing.T, file string) []flow {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var flows []flow
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&flows); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return flows
}

func runFlow(t *testing.T, edge edges.Edge, f flow) {
	user := int32(0)
	if !f.Nobody {
		user = nextUser.Add(1)
	}
	values := variables{saved: map[string]any{}, user: user}
	for i, s := range f.Steps {
		if slices.Contains(s.Not, edge.Name()) {
			continue
		}
		arguments, err := json.Marshal(values.fill(s.Arguments))
		if err != nil {
			t.Fatal(err)
		}
		result, err := edge.Call(t.Context(), user, s.Call, arguments)
		if err != nil {
			t.Fatalf("step %d, %s %s: %v", i+1, s.Call, arguments, err)
		}
		text := result.AppendJSON(nil)
		var got any
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if problem := values.differs("", s.Want, got); problem != "" {
			t.Fatalf("step %d, %s %s: %s\nin %s", i+1, s.Call, arguments, problem, text)
		}
	}
}

// variables stand for values that a flow does not know: $any is anything, $time a time in RFC 3339, $user the caller,
// $long:N a text of N characters. $save:X saves a value, and $saved:X is that value. $more at the end of a list allows
// other elements among those before it.
type variables struct {
	saved map[string]any
	user  int32
}

func (v variables) fill(value any) any {
	switch value := value.(type) {
	case map[string]any:
		filled := map[string]any{}
		for key, member := range value {
			filled[key] = v.fill(member)
		}
		return filled
	case string:
		if name, ok := strings.CutPrefix(value, "$saved:"); ok {
			return v.saved[name]
		}
		if count, ok := strings.CutPrefix(value, "$long:"); ok {
			n, _ := strconv.Atoi(count) // a wrong number makes a wrong flow, which fails
			return strings.Repeat("ط", n)
		}
	}
	return value
}

// differs returns where got differs from what is wanted. Objects may have more members than wanted.
func (v variables) differs(path string, want, got any) string {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return mismatch(path, want, got)
		}
		for key, member := range want {
			actual, present := object[key]
			if !present {
				return path + "." + key + " is missing"
			}
			if problem := v.differs(path+"."+key, member, actual); problem != "" {
				return problem
			}
		}
		return ""
	case []any:
		list, ok := got.([]any)
		if ok && len(want) > 0 && want[len(want)-1] == "$more" {
			return v.differsInOrder(path, want[:len(want)-1], list)
		}
		if !ok || len(list) != len(want) {
			return mismatch(path, want, got)
		}
		for i := range want {
			if problem := v.differs(path+"["+strconv.Itoa(i)+"]", want[i], list[i]); problem != "" {
				return problem
			}
		}
		return ""
	case string:
		if strings.HasPrefix(want, "$") {
			return v.differsFromVariable(path, want, got)
		}
	}
	if want != got {
		return mismatch(path, want, got)
	}
	return ""
}

// differsInOrder returns which of the wanted elements are missing in a list, in their order. Others may be between
// them.
func (v variables) differsInOrder(path string, want, list []any) string {
	for _, element := range list {
		if len(want) == 0 {
			break
		}
		if v.differs(path+"[]", want[0], element) == "" {
			want = want[1:]
		}
	}
	if len(want) == 0 {
		return ""
	}
	return mismatch(path, want, list)
}

func (v variables) differsFromVariable(path, want string, got any) string {
	name, isSave := strings.CutPrefix(want, "$save:")
	switch {
	case isSave:
		v.saved[name] = got
		return ""
	case want == "$any":
		return ""
	case want == "$user" && got == float64(v.user):
		return ""
	case want == "$time":
		if text, ok := got.(string); ok {
			if _, err := time.Parse(time.RFC3339, text); err == nil {
				return ""
			}
		}
	}
	return mismatch(path, want, got)
}

func mismatch(path string, want, got any) string {
	wanted, _ := json.Marshal(want) // came from JSON
	actual, _ := json.Marshal(got)  // came from JSON
	return path + ": want " + string(wanted) + ", got " + string(actual)
}
