// Package chart tests the Helm chart in deploy/helm/salaatflow as an operator uses it: every example is rendered, and the
// programs themselves read the settings that their pods would be given. `make chart-check` runs the tests, which have the
// tag chart because they need the helm and kubeconform programs.
package chart
