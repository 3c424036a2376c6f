package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// processorTime returns what the process has taken of processors; 0 if it has ended.
func (c *child) processorTime() time.Duration {
	used, err := processorTimeOf(c.Process.Pid)
	if err != nil {
		return 0 // the next call of it fails
	}
	return used
}

// memory returns how many megabytes of the process are resident; 0 if it has ended.
func (c *child) memory() float64 {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(content), "VmRSS:")
	kilobytes, _ := strconv.ParseFloat(strings.Fields(after)[0], 64)
	return kilobytes * 1024 / 1e6
}
