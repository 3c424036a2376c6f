package policycheck

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"
	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/toolspec"
)

// files declare what the platform's own services offer.
var files = []protoreflect.FileDescriptor{
	auditv1.File_salaatflow_audit_v1_audit_proto, chatv1.File_salaatflow_chat_v1_chat_proto,
	hadithv1.File_salaatflow_hadith_v1_hadith_proto, masjidv1.File_salaatflow_masjid_v1_masjid_proto,
	registryv1.File_salaatflow_registry_v1_registry_proto, skillsv1.File_salaatflow_skills_v1_skills_proto,
	tasksv1.File_salaatflow_tasks_v1_tasks_proto, usersv1.File_salaatflow_users_v1_users_proto,
}

// methodNamed returns the RPC that is a tool of the name or alias, or whose full name, package.Service/Method, it is.
func methodNamed(name string) (protoreflect.MethodDescriptor, error) {
	if name == "" {
		return nil, errors.New("is missing; name a tool, such as " + toolnames.DeleteTask +
			", or an RPC, such as salaatflow.tasks.v1.TaskService/GetTask")
	}
	if strings.Contains(name, "/") {
		full := protoreflect.FullName(strings.ReplaceAll(name, "/", "."))
		if found, err := protoregistry.GlobalFiles.FindDescriptorByName(full); err == nil {
			if method, ok := found.(protoreflect.MethodDescriptor); ok {
				return method, nil
			}
		}
		return nil, fmt.Errorf("the platform has no RPC %s", name)
	}
	var names []string
	for _, file := range files {
		for i := range file.Services().Len() {
			methods := file.Services().Get(i).Methods()
			for j := range methods.Len() {
				tool, err := toolspec.OptionOf(methods.Get(j))
				if err != nil || tool == nil {
					continue
				}
				if tool.GetName() == name || slices.Contains(tool.GetAliases(), name) {
					return methods.Get(j), nil
				}
				names = append(names, tool.GetName())
			}
		}
	}
	slices.Sort(names)
	return nil, fmt.Errorf("the platform has no tool %q; it has %s, and of RPCs that are no tools the full names, package.Service/Method",
		name, strings.Join(names, ", "))
}
