package resolution

import toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

func authName(auth toolsv1.Auth) string {
	switch auth {
	case toolsv1.Auth_AUTH_NONE:
		return "none"
	case toolsv1.Auth_AUTH_OPTIONAL:
		return "optional"
	default:
		return "required"
	}
}
