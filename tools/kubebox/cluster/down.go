package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// down takes the cluster down, in whatever state it is: pods, processes, mounts, cgroups, namespaces, settings, files.
// Every step is tried, whether or not one before it failed.
func (c *cluster) down() error {
	if c.dir == "/" {
		return errors.New("-dir must be a folder of the cluster's own")
	}
	err := errors.Join(
		c.stopProcesses("kubelet"), // which would start pods again
		removeCgroups(),            // and so the processes of pods
		c.stopShims(),
		c.stopProcesses(""),
		c.unmount(),
		removeNetworks(),
		c.restoreSysctls(),
		c.removeLeftovers(),
	)
	if err != nil {
		return err // the folder stays, to be looked at
	}
	return os.RemoveAll(c.dir)
}

// stopShims ends the processes that containerd leaves beside each container.
func (c *cluster) stopShims() error {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return err
	}
	var pids []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue // no process
		}
		line, err := os.ReadFile("/proc/" + entry.Name() + "/cmdline")
		if err == nil && strings.Contains(string(line), "containerd-shim") && c.owns(pid) {
			pids = append(pids, pid)
		}
	}
	return c.end(pids)
}

// unmount takes away what is mounted in the cluster's folder: the file systems of containers, and their namespaces.
func (c *cluster) unmount() error {
	mounts, err := os.ReadFile("/proc/mounts")
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(mounts)), "\n")
	for i := range lines {
		fields := strings.Fields(lines[len(lines)-1-i]) // the newest first
		if len(fields) < 2 || !strings.HasPrefix(fields[1], c.dir+"/") {
			continue
		}
		if err := syscall.Unmount(fields[1], syscall.MNT_DETACH); err != nil {
			return fmt.Errorf("unmount %s: %w", fields[1], err)
		}
	}
	return nil
}

// removeLeftovers removes what kubelet makes in folders that cannot be set: links to the logs of pods, and the folders
// themselves if they are empty, since another kubelet may use them.
func (c *cluster) removeLeftovers() error {
	links, err := filepath.Glob("/var/log/containers/*.log")
	if err != nil {
		return err
	}
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil && strings.HasPrefix(target, c.dir+"/") {
			if err := os.Remove(link); err != nil {
				return err
			}
		}
	}
	if err := c.removeNotes(); err != nil {
		return err
	}
	const socket = "/var/lib/kubelet/device-plugins/kubelet.sock"
	if connection, err := net.Dial("unix", socket); err == nil {
		_ = connection.Close() // another kubelet's
	} else {
		_ = os.Remove(socket) // nobody listens any more, or it is not there
	}
	for _, folder := range []string{
		"/var/log/containers", "/var/lib/kubelet/device-plugins", "/var/lib/kubelet", "/var/lib/cni/results", "/var/lib/cni",
		"/run/containerd/runc/k8s.io", "/run/containerd/runc", "/run/containerd/s", "/run/containerd",
	} {
		_ = syscall.Rmdir(folder) // it is not empty, or not there
	}
	return nil
}

// removeNotes removes what runc and CNI noted of our containers: the notes name the cluster's folder.
func (c *cluster) removeNotes() error {
	for _, pattern := range []string{"/run/containerd/runc/k8s.io/*/state.json", "/var/lib/cni/results/*"} {
		notes, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, note := range notes {
			text, err := os.ReadFile(note)
			if err != nil || !strings.Contains(string(text), c.dir+"/") {
				continue
			}
			if filepath.Base(note) == "state.json" {
				note = filepath.Dir(note)
			}
			if err := os.RemoveAll(note); err != nil {
				return err
			}
		}
	}
	return nil
}

// sysctls are the settings of the machine that kubelet changes.
var sysctls = []string{
	"vm.overcommit_memory", "vm.panic_on_oom", "kernel.panic", "kernel.panic_on_oops", "kernel.keys.root_maxkeys", "kernel.keys.root_maxbytes",
}

func sysctlFile(name string) string { return "/proc/sys/" + strings.ReplaceAll(name, ".", "/") }

func (c *cluster) saveSysctls() error {
	var before strings.Builder
	for _, name := range sysctls {
		value, err := os.ReadFile(sysctlFile(name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&before, "%s=%s\n", name, strings.TrimSpace(string(value)))
	}
	return os.WriteFile(c.path("sysctls"), []byte(before.String()), 0o600)
}

func (c *cluster) restoreSysctls() error {
	before, err := os.ReadFile(c.path("sysctls"))
	if errors.Is(err, os.ErrNotExist) {
		return nil // nothing was changed
	}
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(before)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if err := os.WriteFile(sysctlFile(name), []byte(value), 0o644); err != nil {
			return err
		}
	}
	return nil
}
