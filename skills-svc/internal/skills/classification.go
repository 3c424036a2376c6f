package skills

import "time"

// Origin is who classified a tool.
type Origin string

// The origins, in order of precedence.
const (
	// OriginDeclared: the option of the tool's RPC.
	OriginDeclared Origin = "declared"
	// OriginAdmin: an administrator.
	OriginAdmin Origin = "admin"
	// OriginModel: the language model.
	OriginModel Origin = "model"
	// OriginMap: the map of tools by name.
	OriginMap Origin = "map"
	// OriginNone: nobody knew.
	OriginNone Origin = "none"
)

// Classification is the capabilities of a tool, and who determined them.
type Classification struct {
	// Tool is the canonical name.
	Tool string
	// Hash is the hash of the definition that was classified.
	Hash string
	// Categories are the capability categories, sorted. They are empty if none applies or nobody knew.
	Categories []string
	Origin     Origin
	// Model is the name of the model, or empty.
	Model        string
	ClassifiedAt time.Time
	// ClassifiedBy is the administrator who set it or had the model asked again, or 0.
	ClassifiedBy int32
}

// ClassificationFigures are figures of this instance since its start.
type ClassificationFigures struct {
	// Tools and Pending are the numbers of registered tools that are classified, and that are not yet.
	Tools, Pending int
	// ByOrigin counts the classified tools.
	ByOrigin map[Origin]int
	// ModelCalls and ModelFailures are how often the model was asked, and how often that failed.
	ModelCalls, ModelFailures int64
	// ModelLatency is how long the model took.
	ModelLatency Latency
	// CacheHits, CacheMisses and CacheErrors are those of the cache of classifications.
	CacheHits, CacheMisses, CacheErrors int64
	// CacheState is redis, process (none is configured) or away (it cannot be reached).
	CacheState string
	// Disagreements are over the registered tools.
	Disagreements Disagreements
}

// Disagreements are how far the origins agree.
type Disagreements struct {
	ModelMap, ModelAdmin, MapAdmin, DeclaredModel, DeclaredMap Disagreement
}

// Disagreement compares two origins: of the tools that both classify, how many they classify differently.
type Disagreement struct{ Compared, Differ int }

// Latency holds percentiles of the most recent durations, at most LatencySamples.
type Latency struct{ P50, P95, P99, Max time.Duration }
