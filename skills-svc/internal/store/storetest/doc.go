// Package storetest tests the contracts of the service's stores. It runs against each engine.
package storetest
