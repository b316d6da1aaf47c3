package server

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"augur/analysis/project"
	"augur/analysis/syntax"
	"augur/lsp/pins"
	"augur/lsp/session"
	"augur/lsp/settings"
)

// maxOwnFile bounds the bytes of a file of Augur's own.
const maxOwnFile = 1 << 20

// openFolders makes folders of the client those of the session.
func (s *server) openFolders(uris []string) {
	s.reading.Lock()
	defer s.reading.Unlock()
	var folders []*session.Folder
	for _, u := range uris {
		if path := filePath(u); path != "" && strings.HasPrefix(u, "file:") {
			folders = append(folders, s.readFolder(u, path))
		}
	}
	s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithFolders(folders) })
}

// readFolder reads Augur's own files in a folder and reports what is wrong with
// them. The caller holds reading.
func (s *server) readFolder(uri, path string) *session.Folder {
	f := &session.Folder{URI: uri, Path: path, Settings: settings.Default()}
	if text, ok := s.readOwn(filepath.Join(path, settings.FileName)); ok {
		of, problems := settings.File(text)
		f.Settings = of
		var found []fileProblem
		for _, p := range problems {
			found = append(found, fileProblem(p))
		}
		s.reportFile(filepath.Join(path, settings.FileName), text, found)
	}
	f.Settings, _ = settings.Over(f.Settings, s.editorSettings)
	if text, ok := s.readOwn(filepath.Join(path, pins.FileName)); ok {
		list, problems := pins.Parse(text)
		f.Pins = list
		var found []fileProblem
		for _, p := range problems {
			found = append(found, fileProblem(p))
		}
		for _, p := range list {
			if bad := p.Check(s.source(filepath.Join(path, filepath.FromSlash(p.File)))); bad != "" {
				found = append(found, fileProblem{p.Line, bad})
			}
		}
		slices.SortFunc(found, func(a, b fileProblem) int { return a.Line - b.Line })
		s.reportFile(filepath.Join(path, pins.FileName), text, found)
	}
	return f
}

// source returns a parsed file, open or not, nil if it is not there.
func (s *server) source(path string) *syntax.File {
	if file, ok := s.current().Open(path); ok {
		return file
	}
	file, _ := project.Read(path)
	return file
}

// readOwn returns the text of a file of Augur's own. One that is not there is as
// good as an empty one.
func (s *server) readOwn(path string) (text string, ok bool) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxOwnFile {
		err = errors.New("the file is too large")
	}
	if err == nil {
		var b []byte
		if b, err = os.ReadFile(path); err == nil {
			return string(b), true
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		s.log.Warn("a file can not be read", "path", path, "reason", err.Error())
	}
	return "", false
}

// fileProblem is something wrong with a line of a file.
type fileProblem struct {
	Line    int // 1-based
	Message string
}

// reportFile reports what is wrong with a file of Augur's own: in the log, and as
// diagnostics of the file, which replace those of before.
func (s *server) reportFile(path, text string, problems []fileProblem) {
	reported := []protocol.Diagnostic{}
	lines := strings.Split(text, "\n")
	for _, p := range problems {
		s.log.Warn(filepath.Base(path)+": "+p.Message, "line", p.Line)
		end := 0
		if p.Line <= len(lines) {
			end = len(strings.TrimRight(lines[p.Line-1], "\r"))
		}
		at := uint32(max(0, p.Line-1))
		reported = append(reported, protocol.Diagnostic{
			Range:    protocol.Range{Start: protocol.Position{Line: at}, End: protocol.Position{Line: at, Character: uint32(end)}},
			Severity: protocol.DiagnosticSeverityWarning,
			Source:   protocol.NewOptional("augur"),
			Message:  protocol.String(p.Message),
		})
	}
	if !s.supports.publish || len(reported) == 0 && !s.reported[path] {
		return
	}
	s.reported[path] = len(reported) > 0
	params := &protocol.PublishDiagnosticsParams{URI: uri.File(path), Diagnostics: reported}
	if err := s.client.PublishDiagnostics(s.base, params); err != nil {
		s.log.Debug("diagnostics were not sent", "reason", err.Error())
	}
}

// readFolders reads Augur's own files anew.
func (s *server) readFolders() {
	s.reading.Lock()
	defer s.reading.Unlock()
	var folders []*session.Folder
	for _, f := range s.current().Folders() {
		folders = append(folders, s.readFolder(f.URI, f.Path))
	}
	s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithFolders(folders) })
}

// editPins changes the file of pins of a folder. It is replaced as a whole, so that
// nobody ever reads half of it.
func (s *server) editPins(folder *session.Folder, edit func(text string) string) error {
	path := filepath.Join(folder.Path, pins.FileName)
	text, _ := s.readOwn(path)
	if _, problems := pins.Parse(text); text != "" && len(problems) > 0 {
		return jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), "%s line %d: %s; correct that first", pins.FileName, problems[0].Line, problems[0].Message)
	}
	s.reading.Lock()
	err := replaceFile(path, edit(text))
	s.reading.Unlock()
	if err != nil {
		return jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), "the pin can not be kept: %v", err)
	}
	s.readFolders()
	return nil
}

// replaceFile writes a file by way of another one beside it.
func replaceFile(path, text string) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".augur-*")
	if err != nil {
		return err
	}
	_, err = temp.WriteString(text)
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
	}
	return err
}

// didChangeWorkspaceFolders takes "workspace/didChangeWorkspaceFolders".
func didChangeWorkspaceFolders(s *server, params *protocol.DidChangeWorkspaceFoldersParams) error {
	var uris []string
	for _, f := range s.current().Folders() {
		if !slices.ContainsFunc(params.Event.Removed, func(w protocol.WorkspaceFolder) bool { return string(w.URI) == f.URI }) {
			uris = append(uris, f.URI)
		}
	}
	for _, f := range params.Event.Added {
		if !slices.Contains(uris, string(f.URI)) {
			uris = append(uris, string(f.URI))
		}
	}
	s.openFolders(uris)
	s.refresh()
	return nil
}

// didRenameFiles takes "workspace/didRenameFiles": what the user has chosen and
// pinned for a file goes with it.
func didRenameFiles(s *server, params *protocol.RenameFilesParams) error {
	for _, r := range params.Files {
		from, to := filePath(r.OldURI), filePath(r.NewURI)
		s.change(func(now *session.Snapshot) *session.Snapshot { return now.Renamed(r.OldURI, r.NewURI) })
		folder := s.current().FolderOf(from)
		if folder == nil || !folder.Contains(to) {
			continue
		}
		old, moved := folder.Relative(from), folder.Relative(to)
		if slices.ContainsFunc(folder.Pins, func(p pins.Pin) bool { return p.File == old || strings.HasPrefix(p.File, old+"/") }) {
			if err := s.editPins(folder, func(text string) string { return pins.Move(text, old, moved) }); err != nil {
				return err
			}
		}
	}
	s.cache.Clear()
	s.refresh()
	return nil
}

// protocolURI returns a URI in the protocol's type.
func protocolURI(text string) uri.URI { return uri.URI(text) }
