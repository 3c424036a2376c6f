package gcpace

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// memoryLimit returns nine tenths of the memory that the program's control group may use, on Linux with cgroup v2; false without a
// limit. What the kernel counts besides Go's heap needs the rest.
func memoryLimit(root fs.FS) (int64, bool) {
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(groups)) {
		group, ok := strings.CutPrefix(strings.TrimSpace(line), "0::")
		if !ok {
			continue
		}
		text, err := fs.ReadFile(root, path.Join("sys/fs/cgroup", group, "memory.max"))
		if err != nil {
			return 0, false
		}
		most, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64) // or the word max
		return most / 10 * 9, err == nil && most > 0
	}
	return 0, false
}
