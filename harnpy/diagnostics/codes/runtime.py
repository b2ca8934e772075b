"""Codes that running programs meet: deadlocks and refusals of the sandbox. Their texts are faults."""

from harnpy.diagnostics.model import Code

ORC_011 = Code(
    "HARN-ORC-011",
    "deadlock: a mutex that its own task holds",
    why="A mutex is not re-entrant: a task that waits for one it already holds would wait for ever, so "
    "the wait fails at once and names the mutex.",
    bad='pipeline p() {\n  mutex("k") {\n    mutex("k") {\n      println("never")\n    }\n  }\n}\n',
    good='pipeline p() {\n  mutex("k") {\n    println("once")\n  }\n}\n',
    command="run",
    related=("HARN-ORC-012",),
)
ORC_012 = Code(
    "HARN-ORC-012",
    "deadlock: every task waits",
    why="No task can run, no timer is set and no input is awaited, so nothing can ever wake the program. "
    "The text names what the first task waits for.",
    bad='pipeline p() {\n  const c = channel("c", 1)\n  receive(c)\n}\n',
    good='pipeline p() {\n  const c = channel("c", 1)\n  send(c, 1)\n  println(receive(c))\n}\n',
    command="run",
    related=("HARN-ORC-011",),
)
CAP_201 = Code(
    "HARN-CAP-201",
    "file access outside the workspace",
    why="A program may read and write below its workspace: the nearest folder with a `harn.toml` above the "
    "program file, else the working directory. `--allow-read=DIR` and `--allow-write=DIR` add folders, "
    "`--no-sandbox` lifts the confinement.",
    bad='println(read_file("/etc/hostname"))\n',
    good='const path = path_join(workspace_temp_dir(), "note.txt")\n'
    'write_file(path, "hi")\nprintln(read_file(path))\n',
    command="run",
)
