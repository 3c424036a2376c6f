// Package storetest is what every store of the service must do, as tests. It is run against each engine.
package storetest
