//! Reads .beam files: container, chunks, generic opcodes. Knows nothing of the runtime.
