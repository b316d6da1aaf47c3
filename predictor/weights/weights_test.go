package weights

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"augur/predictor/nn"
)

// The card tells of these weights, not of others.
func TestModelCard(t *testing.T) {
	card, err := os.ReadFile("MODEL_CARD.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("weights sha256  %x\n", sha256.Sum256(Model)); !strings.Contains(string(card), want) {
		t.Errorf("MODEL_CARD.md is of other weights: it lacks %q; write it again with augur corpus card", want)
	}
	for _, section := range []string{"## Intended use", "## Data", "## Training", "## Figures", "### Whole runs", "## Calibration", "## What it is bad at", "## Limits"} {
		if !strings.Contains(string(card), section+"\n") {
			t.Errorf("MODEL_CARD.md has no section %q", section)
		}
	}
}

func TestModelLoads(t *testing.T) {
	m, err := nn.LoadModel(Model)
	if err != nil {
		t.Fatal(err)
	}
	if m.Meta("tokenizer") == "" || m.Meta("progress") == "" {
		t.Error("the weights do not tell their tokenizer and how far training went")
	}
}
