package toolspec

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// hostKeysFile lists what hosts add to the arguments of every tool, whatever its schema says, with who does and where that is told.
//
//go:embed hostkeys.csv
var hostKeysFile string

// hostKeys are the keys of hostKeysFile, with the host.
var hostKeys = func() map[string]string {
	keys, err := readHostKeys(hostKeysFile)
	if err != nil {
		panic(err) // only for a wrong file
	}
	return keys
}()

func readHostKeys(file string) (map[string]string, error) {
	lines, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil || len(lines) == 0 || strings.Join(lines[0], ",") != "key,host,source" {
		return nil, errors.Join(errors.New("hostkeys.csv: the columns are key,host,source"), err)
	}
	keys := map[string]string{}
	for _, line := range lines[1:] {
		source, err := url.Parse(line[2])
		if line[0] == "" || line[1] == "" || keys[line[0]] != "" || err != nil || source.Scheme != "https" {
			return nil, fmt.Errorf("hostkeys.csv: %q: each key has a host and a source, once", line)
		}
		keys[line[0]] = line[1]
	}
	return keys, nil
}

// WithoutHostKeys returns a JSON object of arguments without what hosts add to every call, and a sentence for each key that was left
// out. A key that is a parameter of the tool stays. Text that is no JSON object is returned as it is.
func (t *Tool) WithoutHostKeys(arguments []byte) (rest []byte, warnings []string) {
	return WithoutHostKeys(arguments, t.Name, func(key string) bool {
		field := t.Method().Input().Fields().ByTextName(key)
		return field != nil && !IsPart(field)
	})
}

// WithoutHostKeys is the Tool's for one of this name that no RPC declares.
func WithoutHostKeys(arguments []byte, tool string, isParameter func(key string) bool) (rest []byte, warnings []string) {
	if !hasHostKey(arguments) {
		return arguments, nil
	}
	rest, removed := dropMembers(arguments, func(key string) bool { return hostKeys[key] != "" && !isParameter(key) })
	for _, key := range removed {
		warnings = append(warnings, fmt.Sprintf("%s is no parameter of %s and was ignored: %s adds it", key, tool, hostKeys[key]))
	}
	return rest, warnings
}

// hasHostKey reports whether one may be there, which is soon seen.
func hasHostKey(arguments []byte) bool {
	for key := range hostKeys {
		if bytes.Contains(arguments, []byte(`"`+key+`"`)) {
			return true
		}
	}
	return false
}

// dropMembers returns a JSON object without the members of some keys, every other one as it stands, and the keys.
func dropMembers(object []byte, isUnwanted func(key string) bool) (rest []byte, removed []string) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if first, err := decoder.Token(); err != nil || first != json.Delim('{') {
		return object, nil
	}
	var kept [][]byte
	for decoder.More() {
		start := decoder.InputOffset()
		key, err := decoder.Token()
		var value json.RawMessage
		if err != nil || decoder.Decode(&value) != nil {
			return object, nil
		}
		name, _ := key.(string)
		if isUnwanted(name) {
			removed = append(removed, name)
			continue
		}
		kept = append(kept, bytes.TrimLeft(object[start:decoder.InputOffset()], ", \t\r\n"))
	}
	if _, err := decoder.Token(); err != nil || removed == nil {
		return object, nil
	}
	rest = append(append([]byte{'{'}, bytes.Join(kept, []byte(","))...), '}')
	return append(rest, object[decoder.InputOffset():]...), removed
}
