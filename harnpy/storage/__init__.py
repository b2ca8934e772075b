"""What is stored and how: values as JSON, files of many entries that are replaced as a whole.

State is plain JSON that people and other programs can read; class names and pickles never reach the disk. A
value that would not come back is refused where it is produced, with its place.
"""

_ORDER = ("conversion", "entries", "json_file", "backends")
