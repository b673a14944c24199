"""The command line: look at models, run them, time them, convert graphs."""
