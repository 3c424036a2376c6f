package toolspec

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// maxIconBytes bounds an icon as it stands in a contract: lists repeat it for each tool.
const maxIconBytes = 4096

// iconPath is a picture of the gateway's own.
var iconPath = regexp.MustCompile(`^/assets/icons/[a-z][a-z0-9-]{0,62}\.svg$`)

// pictures are the media types of icons that stand in a contract.
var pictures = map[string]bool{"image/png": true, "image/jpeg": true, "image/webp": true, svgType: true}

const svgType = "image/svg+xml"

func checkIcon(icon string) error {
	inline, isInline := strings.CutPrefix(icon, "data:")
	switch {
	case icon == "" || iconPath.MatchString(icon):
		return nil
	case len(icon) > maxIconBytes:
		return fmt.Errorf("icon of %d bytes, more than %d", len(icon), maxIconBytes)
	case isInline:
		return checkPicture(inline)
	}
	address, err := url.Parse(icon)
	if err != nil || address.Scheme != "https" || address.Hostname() == "" || address.User != nil {
		return errors.New("icon: it is a data: URI, an https URL or a path such as /assets/icons/tasks.svg")
	}
	return nil
}

func checkPicture(inline string) error {
	mediaType, encoded, ok := strings.Cut(inline, ";base64,")
	if !ok || !pictures[mediaType] {
		return errors.New("icon: a data: URI is data:image/png, image/jpeg, image/webp or image/svg+xml, followed by ;base64, and the picture")
	}
	picture, err := base64.StdEncoding.Strict().DecodeString(encoded)
	if err != nil {
		return fmt.Errorf("icon: base64: %w", err)
	}
	if mediaType == svgType {
		return checkDrawing(picture)
	}
	if is := http.DetectContentType(picture); is != mediaType {
		return fmt.Errorf("icon: it says that it is %s, and is %s", mediaType, is)
	}
	return nil
}

const svgSpace = "http://www.w3.org/2000/svg"

// shapes are the elements that a drawing may have: none of them runs, or loads anything.
var shapes = map[string]bool{
	"svg": true, "g": true, "title": true, "desc": true, "defs": true,
	"path": true, "rect": true, "circle": true, "ellipse": true, "line": true, "polyline": true, "polygon": true,
	"linearGradient": true, "radialGradient": true, "stop": true, "clipPath": true, "mask": true,
}

// checkDrawing refuses what is no SVG of shapes alone. Clients may show it where scripts in it would run.
func checkDrawing(svg []byte) error {
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for elements := 0; ; {
		token, err := decoder.Token()
		switch {
		case errors.Is(err, io.EOF) && elements > 0:
			return nil
		case errors.Is(err, io.EOF):
			return errors.New("icon: there is no SVG in it")
		case err != nil:
			return fmt.Errorf("icon: SVG: %w", err)
		}
		switch token := token.(type) {
		case xml.Directive:
			return errors.New("icon: an SVG may have no DOCTYPE")
		case xml.ProcInst:
			if token.Target != "xml" {
				return fmt.Errorf("icon: an SVG may have no instruction %s", token.Target)
			}
		case xml.StartElement:
			if elements == 0 && token.Name.Local != "svg" || token.Name.Space != svgSpace || !shapes[token.Name.Local] {
				return fmt.Errorf("icon: an SVG in the namespace %s may have shapes alone, not %s", svgSpace, token.Name.Local)
			}
			if err := checkAttributes(token.Attr); err != nil {
				return err
			}
			elements++
		}
	}
}

// checkAttributes refuses what would run, and whatever refers to something outside of the drawing.
func checkAttributes(attributes []xml.Attr) error {
	for _, attribute := range attributes {
		name, value := strings.ToLower(attribute.Name.Local), strings.ToLower(attribute.Value)
		loads := strings.Contains(strings.ReplaceAll(value, "url(#", ""), "url(") || strings.ContainsAny(value, `\@`)
		if strings.HasPrefix(name, "on") || name == "href" && !strings.HasPrefix(value, "#") || loads || name == "base" {
			return fmt.Errorf("icon: an SVG may have no attribute %s=%q", attribute.Name.Local, attribute.Value)
		}
	}
	return nil
}
