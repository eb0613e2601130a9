"""What exercises share: inputs that are drawn, things that stand in for others, torch as it is."""
