"""Record what Python functions do: python tracer.py --help."""
import sys

from recording import command

if __name__ == "__main__":
    command.main(sys.argv[1:])
