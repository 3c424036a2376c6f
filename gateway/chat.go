package gateway

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/gateway/internal/chat"
	"github.com/salaatflow/platform/gateway/internal/chat/memory"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/languagemodel"
)

// newChat makes the chat, which calls tools as every edge does; nil when it is left out.
func (g *Gateway) newChat() (*chat.Chat, error) {
	if !g.Config.Chat {
		return nil, nil
	}
	detector, err := detect.New()
	if err != nil {
		return nil, err
	}
	g.model, err = languagemodel.New(languagemodel.Options{Config: g.Config.LLM, Clock: g.Clock})
	if err != nil {
		return nil, err
	}
	talk, err := chat.New(chat.Options{
		Model:    g.model,
		Detector: detector,
		Caller:   g.tools, Routes: g.tools.Table, Profiles: g.profiles,
		Tasks:    tasksv1.NewTaskServiceClient(g.tools.Service(protoreflect.FullName(tasksv1.TaskService_ServiceDesc.ServiceName))),
		Required: g.Config.Required(),
		Store: memory.NewInProcess(g.Clock, memory.Limits{
			Expiry: g.Config.ChatExpiry, Conversations: g.Config.ChatConversations,
		}),
		Clock: g.Clock, Logger: g.Logger, Metrics: g.Metrics,
	})
	if err != nil {
		return nil, err
	}
	g.chat = talk.Follower()
	return talk, nil
}
