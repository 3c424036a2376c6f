package skills

import "time"

// Origin is who said what a tool can do.
type Origin string

// The origins, in the order in which they count.
const (
	// OriginDeclared: the option of the tool's RPC.
	OriginDeclared Origin = "declared"
	// OriginAdmin: an administrator.
	OriginAdmin Origin = "admin"
	// OriginModel: the language model that was asked.
	OriginModel Origin = "model"
	// OriginMap: the map of tools by name.
	OriginMap Origin = "map"
	// OriginNone: nobody knew.
	OriginNone Origin = "none"
)

// Classification is what a tool can do, and who says so.
type Classification struct {
	// Tool is the canonical name.
	Tool string
	// Hash is that of the tool's definition which was classified.
	Hash string
	// Categories are the capability categories, sorted; none when it has none, or nobody knew.
	Categories []string
	Origin     Origin
	// Model is the name of the model; empty unless it said so.
	Model        string
	ClassifiedAt time.Time
	// ClassifiedBy is the administrator who said so or had the model asked again; 0 when nobody did.
	ClassifiedBy int32
}

// ClassificationFigures say how classifying goes, of this instance since its start.
type ClassificationFigures struct {
	// Tools and Pending are how many of the tools registered now are classified, and are not yet.
	Tools, Pending int
	// ByOrigin counts those that are.
	ByOrigin map[Origin]int
	// ModelCalls and ModelFailures are how often the model was asked, and how often that failed.
	ModelCalls, ModelFailures int64
	// ModelLatency is how long the model took.
	ModelLatency Latency
	// CacheHits, CacheMisses and CacheErrors are of the cache of classifications.
	CacheHits, CacheMisses, CacheErrors int64
	// CacheState is redis, process (none is configured) or away (it cannot be reached).
	CacheState string
	// Disagreements are over the tools registered now.
	Disagreements Disagreements
}

// Disagreements say how far those who classify agree.
type Disagreements struct {
	ModelMap, ModelAdmin, MapAdmin, DeclaredModel, DeclaredMap Disagreement
}

// Disagreement is about how many tools two both say something, and about how many of these they differ.
type Disagreement struct{ Compared, Differ int }

// Latency is how long something took: percentiles of the last times, at most LatencySamples.
type Latency struct{ P50, P95, P99, Max time.Duration }
