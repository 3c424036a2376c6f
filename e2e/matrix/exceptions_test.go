package matrix

// exception is a group of cells in which something else happens than the annotations say.
type exception struct {
	// cell is how the names of the cells begin: of an RPC, or of one of its doors.
	cell    string
	callers []string
	want    verdict
	// why it is right all the same.
	why string
}

// exceptions are all there are. A test fails when one is not needed.
var exceptions = []exception{
	{"salaatflow.users.v1.UserService.ResolveIdentity", []string{"user", "other user", "admin"}, forbidden,
		"only edges ask who somebody is, before they know the user"},
}
