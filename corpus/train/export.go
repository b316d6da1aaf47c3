package train

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"augur/predictor/nn"
)

// ExportCommand is the subcommand that makes the weights that Augur embeds out
// of those that training writes.
func ExportCommand() *cobra.Command {
	var from, to, calibration string
	cmd := &cobra.Command{
		Use:   "export --from WEIGHTS --to FILE",
		Short: "Quantise trained weights to eight bits",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if from == "" || to == "" {
				return fmt.Errorf("give --from and --to")
			}
			sets, meta, err := nn.LoadWeights(from, "")
			if err != nil {
				return err
			}
			if calibration != "" {
				b, err := os.ReadFile(calibration)
				if err != nil {
					return err
				}
				meta["calibration"] = string(b)
			}
			return nn.SaveQuantised(to, meta, sets[""])
		},
	}
	f := cmd.Flags()
	f.StringVar(&from, "from", "", "float weights, as training writes them")
	f.StringVar(&to, "to", "", "file to write")
	f.StringVar(&calibration, "calibration", "", "file with the calibration of each task, as JSON")
	return cmd
}
