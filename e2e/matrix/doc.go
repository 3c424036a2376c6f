// Package matrix asks every RPC, REST path and tool as every kind of caller, and compares who is let in with what the
// annotations say. What is asked comes from the descriptors, so that a new RPC is asked without a change here.
package matrix
