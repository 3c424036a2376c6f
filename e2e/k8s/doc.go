// Package k8s installs the chart on a real Kubernetes, calls the platform all the time, and does to the cluster what
// happens to clusters: roll-outs, dead pods, drained and lost nodes, a database that is away. Each promise of
// docs/operations.md is a test here, and each prints what was measured.
//
// "make e2e-k8s" brings up a cluster of this machine and runs it there. With -kubeconfig it runs on any cluster that has
// the images; what takes the machine itself, as cutting a node off, is then skipped.
package k8s
