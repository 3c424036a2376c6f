package mcp

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/grpc/codes"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// skillsExtension is the extension by which clients find the skills among the resources.
const skillsExtension = "io.modelcontextprotocol/skills"

// The methods of skills.
const (
	methodListSkills = "skills/list"
	methodGetSkill   = "skills/get"
)

// A resource whose URI ends so is a skill's file.
const skillFile = "/SKILL.md"

// skillsPageSize is how many skills a page has. Each of its skills is read.
const skillsPageSize = 50

// someFiles says of a skill's files that there may be others than its SKILL.md.
const someFiles = "dynamic"

// skillParams are the params of both methods.
type skillParams struct {
	sdk.ParamsBase
	URI    string `json:"uri,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

// skillEntry is a skill as clients see it.
type skillEntry struct {
	URI         string         `json:"uri"`
	Frontmatter map[string]any `json:"frontmatter"`
	// Resources are all of its files, or someFiles.
	Resources any `json:"resources"`
}

type skillResource struct {
	URI    string `json:"uri"`
	Digest string `json:"digest"`
	Size   int    `json:"size"` // in bytes
}

type listSkillsResult struct {
	sdk.Cacheable

	Skills     []skillEntry `json:"skills"`
	NextCursor string       `json:"nextCursor,omitempty"`
}

type getSkillResult struct {
	sdk.Cacheable

	Skill skillEntry `json:"skill"`
}

// addSkillMethods lets an SDK server know the methods of skills. The handler itself answers them.
func addSkillMethods(server *sdk.Server) error {
	for _, method := range []string{methodListSkills, methodGetSkill} {
		err := sdk.AddReceivingCustomMethod(server, method,
			func(context.Context, *sdk.ServerSession, *skillParams) (*rawResult, error) {
				return nil, methodNotFound(method)
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// listSkills lists the skills that the caller in ctx may read. One that cannot be read now is left out, as the extension allows;
// if none can be, the caller is told why.
func (h *handler) listSkills(ctx context.Context, request sdk.Request, modern bool) (sdk.Result, error) {
	var cursor string
	if params, ok := request.GetParams().(*skillParams); ok && params != nil {
		cursor = params.Cursor
	}
	uris, failed := h.skillURIs(ctx)
	listed, rest, err := cutTo(skillsPageSize, uris, func(uri string) string { return uri }, cursor)
	if err != nil {
		return nil, err
	}
	result := listSkillsResult{Cacheable: ofCaller, Skills: []skillEntry{}, NextCursor: rest}
	for _, uri := range listed {
		entry, refused := h.skill(ctx, uri)
		if refused != nil {
			if !isNotForCaller(refused) {
				h.logger.WarnContext(ctx, "a skill is not listed", "uri", clipped(uri), "reason", refused.Message)
				failed = cmp.Or(failed, refused)
			}
			continue
		}
		result.Skills = append(result.Skills, entry)
	}
	if failed != nil && len(result.Skills) == 0 && rest == "" && cursor == "" {
		return nil, offerError(failed, "")
	}
	answered := h.ending(modern).answer(result)
	return answered.result, answered.err
}

// isNotForCaller reports whether there is no such skill, or none that the caller may read.
func isNotForCaller(refused *apperr.Error) bool {
	return slices.Contains([]codes.Code{codes.NotFound, codes.PermissionDenied, codes.Unauthenticated}, refused.Code)
}

// getSkill returns the skill whose SKILL.md has a URI.
func (h *handler) getSkill(ctx context.Context, request sdk.Request, modern bool) (sdk.Result, error) {
	params, ok := request.GetParams().(*skillParams)
	if !ok || params == nil || params.URI == "" {
		return nil, invalidParams("skills/get needs params with the uri of a skill's SKILL.md")
	}
	entry, refused := h.skill(ctx, params.URI)
	if refused != nil {
		return nil, offerError(refused, params.URI)
	}
	answered := h.ending(modern).answer(getSkillResult{Cacheable: ofCaller, Skill: entry})
	return answered.result, answered.err
}

// skillURIs returns the URIs of the skills, sorted. Those of a template are the values that complete its only variable; a template
// with more of them is not listed. The error is the last one, of those that could not be completed.
func (h *handler) skillURIs(ctx context.Context) (uris []string, failed *apperr.Error) {
	for _, resource := range h.offers.VisibleResources(ctx) {
		if !strings.HasSuffix(resource.URI, skillFile) {
			continue
		}
		if !resource.Template {
			uris = append(uris, resource.URI)
			continue
		}
		before, rest, _ := strings.Cut(resource.URI, "{")
		variable, after, _ := strings.Cut(rest, "}")
		if strings.Contains(after, "{") {
			continue
		}
		completed, refused := h.offers.Complete(ctx, Completing{Of: Reference{URI: resource.URI}, Argument: variable})
		if refused != nil {
			h.logger.WarnContext(ctx, "skills are not listed", "uri", resource.URI, "reason", refused.Message)
			failed = refused
			continue
		}
		for _, value := range completed.Values[:min(len(completed.Values), mostCompleted)] {
			uris = append(uris, before+url.PathEscape(value)+after)
		}
	}
	slices.Sort(uris)
	return slices.Compact(uris), failed
}

// skill reads the skill whose SKILL.md has a URI. What is there but is no skill is not found.
func (h *handler) skill(ctx context.Context, uri string) (skillEntry, *apperr.Error) {
	if !strings.HasSuffix(uri, skillFile) || h.offers.Asks(Called{Method: ReadsResource, Name: uri}) {
		return skillEntry{}, noSkill()
	}
	contents, failed := h.offers.Read(ctx, uri)
	if failed != nil {
		return skillEntry{}, failed
	}
	if len(contents) != 1 || contents[0].GetUri() != uri {
		return skillEntry{}, noSkill()
	}
	text, ok := contents[0].GetContent().(*toolsv1.Resource_Text)
	if !ok {
		return skillEntry{}, noSkill()
	}
	front, err := frontmatter(text.Text)
	if err != nil || front["name"] != skillName(uri) {
		return skillEntry{}, noSkill()
	}
	entry := skillEntry{URI: uri, Frontmatter: front, Resources: someFiles}
	if !h.hasMoreFiles(uri) {
		sum := sha256.Sum256([]byte(text.Text))
		entry.Resources = []skillResource{{URI: uri, Digest: "sha256:" + hex.EncodeToString(sum[:]), Size: len(text.Text)}}
	}
	return entry, nil
}

func noSkill() *apperr.Error {
	return apperr.NotFound("there is no skill at this URI: take that of its SKILL.md from skills/list")
}

// skillName returns the name that a skill must have to be at a URI: that of its folder.
func skillName(uri string) string {
	folder := strings.TrimSuffix(uri, skillFile)
	name, err := url.PathUnescape(folder[strings.LastIndexByte(folder, '/')+1:])
	if err != nil {
		return ""
	}
	return name
}

// hasMoreFiles reports whether there may be other files in the folder of a skill's SKILL.md, seen by this caller or not.
func (h *handler) hasMoreFiles(uri string) bool {
	folder := words(strings.TrimSuffix(uri, skillFile))
	return slices.ContainsFunc(h.offers.Resources(), func(resource *Resource) bool {
		other := words(resource.URI)
		if len(other) <= len(folder) {
			return false
		}
		for i, word := range folder {
			if !mayBe(other[i], word) {
				return false
			}
		}
		return len(other) > len(folder)+1 || other[len(folder)] != skillFile[1:]
	})
}

// words returns the parts of a URI between slashes, the scheme first.
func words(uri string) []string { return strings.Split(strings.Replace(uri, "://", "/", 1), "/") }

// mayBe reports whether a part of a resource's URI, which may be a variable, is this word.
func mayBe(part, word string) bool { return strings.HasPrefix(part, "{") || part == word }
