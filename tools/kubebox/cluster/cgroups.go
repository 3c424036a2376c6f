package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const cgroupRoot = "/sys/fs/cgroup"

// cgroupHierarchies returns the folders in which a cgroup has to be made: one with cgroup v2, and with v1 one for each
// controller.
func cgroupHierarchies() ([]string, error) {
	if _, err := os.Stat(cgroupRoot + "/cgroup.controllers"); err == nil {
		return []string{cgroupRoot}, nil
	}
	folders, err := filepath.Glob(cgroupRoot + "/*")
	if err != nil {
		return nil, err
	}
	var hierarchies []string
	for _, folder := range folders {
		// Links are other names of the same folders. "unified" is the v2 half of a hybrid, which has no controllers.
		info, err := os.Lstat(folder)
		if err == nil && info.IsDir() {
			hierarchies = append(hierarchies, folder)
		}
	}
	return hierarchies, nil
}

// makeCgroups makes the cgroup of a node, below which kubelet makes those of pods.
func makeCgroups(n int) error {
	hierarchies, err := cgroupHierarchies()
	if err != nil {
		return err
	}
	for _, hierarchy := range hierarchies {
		folder := filepath.Join(hierarchy, namespaceOf(n))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := fillCgroup(hierarchy, folder); err != nil {
			return err
		}
	}
	return nil
}

// fillCgroup gives a new cgroup what it does not inherit.
func fillCgroup(hierarchy, folder string) error {
	switch filepath.Base(hierarchy) {
	case "cpuset": // v1: a new cpuset is empty, and takes no process
		for _, file := range []string{"cpuset.cpus", "cpuset.mems"} {
			value, err := os.ReadFile(filepath.Join(hierarchy, file))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(folder, file), value, 0o644); err != nil {
				return err
			}
		}
	case "cpu": // v1: a node stands for a machine, so it gets as much time as many processes
		return os.WriteFile(filepath.Join(folder, "cpu.shares"), []byte("8192"), 0o644)
	case filepath.Base(cgroupRoot): // v2: controllers have to be handed down
		controllers := filepath.Join(hierarchy, "cgroup.subtree_control")
		if err := os.WriteFile(controllers, []byte("+cpu +cpuset +memory +pids"), 0o644); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, "cpu.weight"), []byte("800"), 0o644)
	}
	return nil
}

// cgroupFolders returns the folders of all cgroups of the nodes that exist, each before those above it.
func cgroupFolders() ([]string, error) {
	hierarchies, err := cgroupHierarchies()
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, hierarchy := range hierarchies {
		nodes, err := filepath.Glob(filepath.Join(hierarchy, "kubebox*"))
		if err != nil {
			return nil, err
		}
		for _, node := range nodes {
			err := filepath.WalkDir(node, func(path string, entry fs.DirEntry, err error) error {
				if err == nil && entry.IsDir() {
					folders = append([]string{path}, folders...)
				}
				return nil // what vanishes meanwhile need not be removed
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return folders, nil
}

// kill sends SIGKILL to every process in the cgroups that the function selects, and returns how many there were.
func kill(selects func(folder string) bool) (int, error) {
	folders, err := cgroupFolders()
	if err != nil {
		return 0, err
	}
	killed := map[int]bool{}
	for _, folder := range folders {
		if !selects(folder) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, "cgroup.procs"))
		if err != nil {
			continue // the cgroup has gone
		}
		for _, field := range strings.Fields(string(text)) {
			pid, err := strconv.Atoi(field)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", folder, err)
			}
			if !killed[pid] {
				killed[pid] = syscall.Kill(pid, syscall.SIGKILL) == nil
			}
		}
	}
	return len(killed), nil
}

// killPods kills the pods of these UIDs, within milliseconds.
func killPods(uids []string) error {
	if len(uids) == 0 {
		return errors.New("which pods?")
	}
	for _, uid := range uids {
		if err := killPod(uid); err != nil {
			return err
		}
	}
	return nil
}

// killPod kills every process of a pod but the one that holds its network, as the kernel does when memory is short.
// kubelet names the cgroup of a pod by its UID.
func killPod(uid string) error {
	killed, err := kill(func(folder string) bool { return strings.Contains(folder, "pod"+uid+"/") && !isPause(folder) })
	if err == nil && killed == 0 {
		err = fmt.Errorf("no process of a pod with the UID %s is here", uid)
	}
	return err
}

// isPause reports whether a cgroup is that of the process that holds a pod's network.
func isPause(folder string) bool {
	text, err := os.ReadFile(filepath.Join(folder, "cgroup.procs"))
	if err != nil {
		return false
	}
	line, err := os.ReadFile("/proc/" + strings.TrimSpace(string(text)) + "/cmdline")
	return err == nil && strings.HasPrefix(string(line), "/pause")
}

const cgroupsGone = 5 * time.Second

// removeCgroups kills what is left in the cgroups of the nodes, and removes them.
func removeCgroups() error {
	return eventually(cgroupsGone, "the cgroups of the nodes cannot be removed", func() bool {
		_, killErr := kill(func(string) bool { return true })
		folders, err := cgroupFolders()
		if err := errors.Join(err, killErr); err != nil {
			return false
		}
		for _, folder := range folders {
			_ = syscall.Rmdir(folder) // a process may not have ended yet
		}
		return len(folders) == 0
	})
}
