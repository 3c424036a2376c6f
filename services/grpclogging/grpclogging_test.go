package grpclogging_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"google.golang.org/grpc/grpclog"

	"github.com/salaatflow/platform/services/grpclogging"
)

// lineOf returns the line of a log in JSON after gRPC has said something; nil if there is none.
func lineOf(t *testing.T, least slog.Level, say func(grpclog.DepthLoggerV2)) map[string]any {
	t.Helper()
	var out bytes.Buffer
	grpclogging.To(slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: least})))
	defer grpclogging.To(slog.New(slog.DiscardHandler))
	say(grpclog.Component("test"))
	if out.Len() == 0 {
		return nil
	}
	if strings.Count(out.String(), "\n") != 1 {
		t.Errorf("it is no single line: %s", &out)
	}
	line := map[string]any{}
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("%v: %s", err, &out)
	}
	return line
}

func TestGRPCsLinesAreInTheFormatOfTheLog(t *testing.T) {
	for name, c := range map[string]struct {
		say   func(grpclog.DepthLoggerV2)
		level string
	}{
		"information":            {func(l grpclog.DepthLoggerV2) { l.Info("a", "b") }, "DEBUG"},
		"information, formatted": {func(l grpclog.DepthLoggerV2) { l.Infof("a %s", "b") }, "DEBUG"},
		"information, a line":    {func(l grpclog.DepthLoggerV2) { l.Infoln("a", "b") }, "DEBUG"},
		"a warning":              {func(l grpclog.DepthLoggerV2) { l.Warningf("a %s", "b") }, "DEBUG"},
		"an error":               {func(l grpclog.DepthLoggerV2) { l.Errorf("a %s", "b") }, "ERROR"},
		"an error, a line":       {func(l grpclog.DepthLoggerV2) { l.Errorln("a", "b") }, "ERROR"},
	} {
		line := lineOf(t, slog.LevelDebug, c.say)
		message, _ := line["msg"].(string)
		message = strings.Join(strings.Fields(message), " ")
		if line["level"] != c.level || line["from"] != "grpc" || !strings.Contains(message, "a b") {
			t.Errorf("%s: %v", name, line)
		}
		if at := lineOf(t, slog.LevelInfo, c.say); (at != nil) != (c.level == "ERROR") {
			t.Errorf("%s, in a log at info: %v", name, at)
		}
	}
}
