"""State that outlives a run: checkpoints, the key-value store, files of agent sessions, memory.

A call returns when what it changed is on the disk. A crash leaves the old state or the new one; what cannot
be read is refused and left as it is, never taken for empty. The files are plain JSON and text in the formats
of Harn, so that both may work in one project directory. Journals and databases were refused for checkpoints:
the file may be copied away at any moment and must be complete.
"""

_ORDER = (
    "state_root",
    "identity",
    "world",
    "keeping",
    "checkpoints",
    "stages",
    "keyvalue",
    "handoff",
    "state_paths",
    "state_owners",
    "agent_state",
    "alphabetic",
    "tokens",
    "stamps",
    "bm25",
    "vectors",
    "memory_events",
    "memory_records",
    "memory_log",
    "memory_names",
    "memory_options",
    "memory_index",
    "memory_build",
    "memory_search",
    "memory_predicates",
    "memory_summary",
    "memory_progress",
    "memory_reader",
    "memory_space",
    "embeddings",
    "memory_recall",
    "memory",
    "facts",
    "fact_matching",
    "fact_store",
    "probes",
    "repair",
)
