"""The exercises, one file per notebook: inputs, slow truths, and wrong answers with their hints."""
