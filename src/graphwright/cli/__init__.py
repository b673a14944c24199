"""The command line: inspect, run and time models, convert graphs."""
