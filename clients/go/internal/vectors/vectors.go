// Package vectors reads the cases that the SDKs of all languages share, for their tests.
package vectors

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"google.golang.org/protobuf/proto"
)

// Read fills the value from a file of clients/vectors. Where there is no such folder, as in a copy of
// the SDK alone, the test is skipped, but never where CI=true.
func Read(t *testing.T, file string, value any) {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	folder := filepath.Join(filepath.Dir(here), "..", "..", "..", "vectors")
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) && os.Getenv("CI") != "true" {
		t.Skipf("no shared vectors: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, value); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// Message fills a message from its bytes; JSON has them in base64.
func Message(t *testing.T, bytes []byte, message proto.Message) {
	t.Helper()
	if err := proto.Unmarshal(bytes, message); err != nil {
		t.Fatal(err)
	}
}
