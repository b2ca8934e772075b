"""Rows of all natives. Written by `make catalog` from the declarations in `harnpy/natives`."""

BUILTINS: dict[str, tuple[str, ...]] = {
    'Err': ('Err<E>(error: E) -> Result<any, E>', '', 'harnpy.natives.builtins.core', 'make_err', 'fresh', 'A Result that holds an error.'),  # noqa: E501
    'Ok': ('Ok<T>(value: T) -> Result<T, any>', '', 'harnpy.natives.builtins.core', 'make_ok', 'fresh', 'A Result that holds a value.'),  # noqa: E501
    'abs': ('abs(n: any) -> any', '', 'harnpy.natives.builtins.numbers', 'absolute', '', '`n` without its sign.'),  # noqa: E501
    'acos': ('acos(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'acos', '', 'The angle in radians whose cosine is `n`.'),  # noqa: E501
    'addr_of': ('addr_of(value: any) -> int', '', 'harnpy.natives.builtins.core', 'addr_of', '', 'A number that no other living object has; it differs from run to run.'),  # noqa: E501
    'append_file': ('append_file(path: string, text: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'append_file', 'context', 'Add `text` to the end of a file; the file and its folders are made when missing.'),  # noqa: E501
    'asin': ('asin(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'asin', '', 'The angle in radians whose sine is `n`.'),  # noqa: E501
    'assert': ('assert(condition: any, message?: any) -> nil', '', 'harnpy.natives.builtins.assertions', 'assert_true', '', 'Throw `message` unless the condition is truthy.'),  # noqa: E501
    'assert_approx': ('assert_approx(actual: any, expected: any, tolerance?: number, message?: any) -> nil', '', 'harnpy.natives.builtins.assertions', 'assert_approx', '', 'Throw a text, or `message`, unless the numbers differ by at most `tolerance` (1e-9).'),  # noqa: E501
    'assert_eq': ('assert_eq(actual: any, expected: any, message?: any) -> nil', '', 'harnpy.natives.builtins.assertions', 'assert_eq', '', 'Throw a text that names each place where the two values differ, or `message`.'),  # noqa: E501
    'assert_matches': ('assert_matches(actual: any, pattern: string, message?: any) -> nil', '', 'harnpy.natives.builtins.matching', 'assert_matches', 'context', 'Throw a text, or `message`, unless the regular expression matches somewhere in the text of `actual`.'),  # noqa: E501
    'assert_ne': ('assert_ne(actual: any, expected: any, message?: any) -> nil', '', 'harnpy.natives.builtins.assertions', 'assert_ne', '', 'Throw a text, or `message`, when the two values are equal.'),  # noqa: E501
    'asset_root': ('asset_root() -> string', '', 'harnpy.natives.builtins.trees', 'asset_root', 'context', 'The folder that assets of the program are looked up in: that of its source.'),  # noqa: E501
    'atan': ('atan(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'atan', '', 'The angle in radians whose tangent is `n`.'),  # noqa: E501
    'atan2': ('atan2(y: any, x: any) -> float', '', 'harnpy.natives.builtins.numbers', 'atan2', '', 'The angle in radians between the x axis and the point (x, y).'),  # noqa: E501
    'basename': ('basename(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'basename', '', 'The last part; empty for the root.'),  # noqa: E501
    'bold': ('bold(text: any) -> string', '', 'harnpy.natives.builtins.output', 'bold', 'context', 'Return the text in bold; plain when colours are off.'),  # noqa: E501
    'camel_to_kebab': ('camel_to_kebab(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'camel_to_kebab', '', '`userName` as `user-name`.'),  # noqa: E501
    'camel_to_pascal': ('camel_to_pascal(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'camel_to_pascal', '', '`userName` as `UserName`.'),  # noqa: E501
    'camel_to_snake': ('camel_to_snake(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'camel_to_snake', '', '`userName` as `user_name`.'),  # noqa: E501
    'ceil': ('ceil(n: any) -> int', '', 'harnpy.natives.builtins.numbers', 'ceil', '', 'The least int that is not below `n`.'),  # noqa: E501
    'chars': ('chars(text: string) -> list<string>', '', 'harnpy.natives.builtins.strings', 'chars', 'fresh', 'The characters, one text each.'),  # noqa: E501
    'chunk': ('chunk<T>(items: list<T>, size: int) -> list<list<T>>', '', 'harnpy.natives.builtins.collections', 'chunk', 'fresh', 'Lists of `size` successive elements; the last one may be shorter.'),  # noqa: E501
    'clone': ('clone<T>(value: T) -> T', '', 'harnpy.natives.builtins.core', 'clone', 'fresh', 'A copy of a list, dict, set or struct that shares its elements; any other value itself.'),  # noqa: E501
    'color': ('color(text: any, name: string) -> string', '', 'harnpy.natives.builtins.output', 'color', 'context', 'Return the text in a colour; plain when colours are off or the name is unknown.'),  # noqa: E501
    'contains': ('contains(hay: string | list, needle: any) -> bool', '', 'harnpy.natives.builtins.strings', 'contains', '', 'Whether a text contains another, or a list an equal element.'),  # noqa: E501
    'copy_file': ('copy_file(source: string, target: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'copy_file', 'context', 'Copy a file, its content and mode.'),  # noqa: E501
    'cos': ('cos(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'cos', '', 'The cosine of an angle in radians.'),  # noqa: E501
    'count_by': ('count_by<T>(items: list<T>, f: fn(T) -> string) -> dict<string, int>', '', 'harnpy.natives.builtins.collections', 'count_by', 'fresh', 'Number of elements for each text that `f` gives.'),  # noqa: E501
    'cwd': ('cwd() -> string', '', 'harnpy.natives.builtins.trees', 'cwd', 'context', 'The working directory, on which relative paths stand.'),  # noqa: E501
    'decimal': ('decimal(value: any) -> decimal', '', 'harnpy.natives.builtins.convert', 'decimal', 'fresh', 'The exact decimal that an int or a text such as `1.50` stands for.'),  # noqa: E501
    'dedent': ('dedent(text: string) -> string', '', 'harnpy.natives.builtins.strings', 'dedent', '', '`text` without the white space that all its lines begin with; blank lines become empty.'),  # noqa: E501
    'dedup_by': ('dedup_by<T>(items: list<T>, f: fn(T) -> any) -> list<T>', '', 'harnpy.natives.builtins.collections', 'dedup_by', 'fresh', 'The elements without those for which `f` gives what it gave for an earlier one.'),  # noqa: E501
    'deep_clone': ('deep_clone<T>(value: T) -> T', '', 'harnpy.natives.builtins.core', 'deep_clone', 'fresh', 'A copy that shares no list, dict, set or struct with `value`.'),  # noqa: E501
    'deep_merge': ('deep_merge(a: dict, b: dict) -> dict', '', 'harnpy.natives.builtins.collections', 'deep_merge', 'fresh', 'The entries of both dicts; where both hold a dict these are merged in turn, else that of `b` wins.'),  # noqa: E501
    'delete_file': ('delete_file(path: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'delete_file', 'context', 'Remove a file, or a folder with all it holds.'),  # noqa: E501
    'dict_from_pairs': ('dict_from_pairs(pairs: list) -> dict', '', 'harnpy.natives.builtins.collections', 'dict_from_pairs', 'fresh', 'A dict of `[key, value]` lists or pairs; the last of equal keys wins.'),  # noqa: E501
    'dim': ('dim(text: any) -> string', '', 'harnpy.natives.builtins.output', 'dim', 'context', 'Return the text dimmed; plain when colours are off.'),  # noqa: E501
    'dirname': ('dirname(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'dirname', '', 'The path without its last part; empty when there is none before it.'),  # noqa: E501
    'drop': ('drop(handle: any) -> nil', '', 'harnpy.natives.builtins.core', 'drop', '', 'End the use of a handle: an iterator, generator or stream is closed, its cleanups run.'),  # noqa: E501
    'drop_while': ('drop_while<T>(items: list<T>, f: fn(T) -> any) -> list<T>', '', 'harnpy.natives.builtins.collections', 'drop_while', 'fresh', 'Elements from the first one on for which `f` is falsy.'),  # noqa: E501
    'ends_with': ('ends_with(text: string, suffix: string) -> bool', '', 'harnpy.natives.builtins.strings', 'ends_with', '', 'Whether `text` ends with `suffix`.'),  # noqa: E501
    'entries': ('entries(dict: dict) -> list<{key: string, value: any}>', '', 'harnpy.natives.builtins.collections', 'entries', 'fresh', 'A dict `{key, value}` for each entry, in the order of the keys.'),  # noqa: E501
    'eprint': ('eprint(value?: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'eprint', 'context', 'Write a value to the error stream.'),  # noqa: E501
    'eprintln': ('eprintln(value?: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'eprintln', 'context', 'Write a value and a line break to the error stream.'),  # noqa: E501
    'error_category': ('error_category(error: any) -> string', '', 'harnpy.natives.builtins.errors', 'error_category', '', 'The category of an error: that of a dict, a guess from a text, otherwise `generic`.'),  # noqa: E501
    'error_is': ('error_is(error: any, category: string) -> bool', '', 'harnpy.natives.builtins.errors', 'error_is', '', 'Whether an error is of this category.'),  # noqa: E501
    'error_is_transient': ('error_is_transient(error: any) -> bool', '', 'harnpy.natives.builtins.errors', 'error_is_transient', '', 'Whether trying again may help.'),  # noqa: E501
    'execution_root': ('execution_root() -> string', '', 'harnpy.natives.builtins.trees', 'execution_root', 'context', 'The folder that commands run in: the working directory.'),  # noqa: E501
    'exp': ('exp(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'exp', '', '`e` to the power of `n`.'),  # noqa: E501
    'extname': ('extname(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'extname', '', 'The extension with its dot.'),  # noqa: E501
    'file_exists': ('file_exists(path: string) -> bool', 'read', 'harnpy.natives.builtins.files', 'file_exists', 'context', 'Say whether a file or folder is there; false outside the permitted roots.'),  # noqa: E501
    'find_text': ('find_text(root: string, pattern: string, options?: dict) -> any', 'read', 'harnpy.natives.builtins.trees', 'find_text', 'context', 'Search files for a pattern; not supported yet.'),  # noqa: E501
    'flat_map': ('flat_map<T, U>(items: list<T>, f: fn(T) -> U) -> list<any>', '', 'harnpy.natives.builtins.collections', 'flat_map', 'fresh', 'Results of `f` for each element, with lists among them spliced in.'),  # noqa: E501
    'floor': ('floor(n: any) -> int', '', 'harnpy.natives.builtins.numbers', 'floor', '', 'The greatest int that is not above `n`.'),  # noqa: E501
    'format': ('format(template: string, ...values: any) -> string', '', 'harnpy.natives.builtins.strings', 'format_text', '', 'The template with each `{}` replaced by the next value, or each `{name}` by that entry of the only dict.'),  # noqa: E501
    'glob': ('glob(pattern: string, base_or_options?: any, options?: dict) -> list<string>', 'read', 'harnpy.natives.builtins.trees', 'glob', 'context fresh', 'Absolute paths that fit `*`, `**`, `?`, `[…]` and `{a,b}`, sorted; `[]` outside the permitted roots.'),  # noqa: E501
    'group_by': ('group_by<T>(items: list<T>, f: fn(T) -> string) -> dict<string, list<T>>', '', 'harnpy.natives.builtins.collections', 'group_by', 'fresh', 'Elements under the text that `f` gives for them.'),  # noqa: E501
    'hash_value': ('hash_value(value: any) -> int', '', 'harnpy.natives.builtins.core', 'hash_value', '', 'A number that equal values share within one run.'),  # noqa: E501
    'home_dir': ('home_dir() -> string', '', 'harnpy.natives.builtins.trees', 'home_dir', '', "The user's home folder."),  # noqa: E501
    'indent': ('indent(text: string, prefix?: string) -> string', '', 'harnpy.natives.builtins.strings', 'indent', '', '`text` with `prefix` (two spaces) before every line that is not blank.'),  # noqa: E501
    'index_of': ('index_of(text: string, needle: string, from?: int) -> int', '', 'harnpy.natives.builtins.strings', 'index_of', '', 'Position of the first `needle` at or after `from`, -1 when there is none.'),  # noqa: E501
    'is_err': ('is_err(result: any) -> bool', '', 'harnpy.natives.builtins.core', 'is_err', '', 'Whether `result` is an Err.'),  # noqa: E501
    'is_infinite': ('is_infinite(n: any) -> bool', '', 'harnpy.natives.builtins.numbers', 'is_infinite', '', 'Whether `n` is an infinite float.'),  # noqa: E501
    'is_nan': ('is_nan(n: any) -> bool', '', 'harnpy.natives.builtins.numbers', 'is_nan', '', 'Whether `n` is the float NaN.'),  # noqa: E501
    'is_ok': ('is_ok(result: any) -> bool', '', 'harnpy.natives.builtins.core', 'is_ok', '', 'Whether `result` is an Ok.'),  # noqa: E501
    'is_rate_limited': ('is_rate_limited(error: any) -> bool', '', 'harnpy.natives.builtins.errors', 'is_rate_limited', '', 'Whether the category of an error is `rate_limit`.'),  # noqa: E501
    'is_same': ('is_same(a: any, b: any) -> bool', '', 'harnpy.natives.builtins.core', 'is_same', '', 'Whether both are one object; for numbers, strings, bools and nil whether they are equal.'),  # noqa: E501
    'is_stderr_tty': ('is_stderr_tty() -> bool', 'stdio', 'harnpy.natives.builtins.output', 'is_stderr_tty', 'context', 'Say whether the error stream is a terminal.'),  # noqa: E501
    'is_stdin_tty': ('is_stdin_tty() -> bool', 'stdio', 'harnpy.natives.builtins.output', 'is_stdin_tty', 'context', 'Say whether the input is a terminal.'),  # noqa: E501
    'is_stdout_tty': ('is_stdout_tty() -> bool', 'stdio', 'harnpy.natives.builtins.output', 'is_stdout_tty', 'context', 'Say whether the output is a terminal.'),  # noqa: E501
    'is_timeout': ('is_timeout(error: any) -> bool', '', 'harnpy.natives.builtins.errors', 'is_timeout', '', 'Whether the category of an error is `timeout`.'),  # noqa: E501
    'iter': ('iter(source: any) -> iter', '', 'harnpy.natives.builtins.core', 'iterate', 'fresh', 'A lazy iterator over a list, dict (as pairs), set, range, string, channel, generator, stream or iterator.'),  # noqa: E501
    'join': ('join(items: list, sep?: string) -> string', '', 'harnpy.natives.builtins.strings', 'join', '', 'The display texts of the elements with `sep`, by default nothing, between them.'),  # noqa: E501
    'kebab_to_camel': ('kebab_to_camel(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'kebab_to_camel', '', '`user-name` as `userName`.'),  # noqa: E501
    'kebab_to_snake': ('kebab_to_snake(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'kebab_to_snake', '', '`user-name` as `user_name`.'),  # noqa: E501
    'keys': ('keys(dict: dict) -> list<string>', '', 'harnpy.natives.builtins.collections', 'keys', 'fresh', 'The keys of a dict in ascending order.'),  # noqa: E501
    'len': ('len(value: string | bytes | list | dict | set | range | nil) -> int', '', 'harnpy.natives.builtins.core', 'length', '', 'Number of characters, bytes, elements, entries or ints; 0 for nil.'),  # noqa: E501
    'list_dir': ('list_dir(path?: string) -> list<string>', 'read', 'harnpy.natives.builtins.files', 'list_dir', 'context fresh', 'Return the names in a folder, sorted; without a path those of the working directory.'),  # noqa: E501
    'ln': ('ln(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'ln', '', 'The natural logarithm: `-inf` of zero, NaN of a negative number.'),  # noqa: E501
    'log': ('log(...values: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'log', 'context', 'Write `[harn] `, the values and a line break to standard output.'),  # noqa: E501
    'log10': ('log10(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'log10', '', 'The logarithm to base 10.'),  # noqa: E501
    'log2': ('log2(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'log2', '', 'The logarithm to base 2.'),  # noqa: E501
    'lowercase': ('lowercase(text: string) -> string', '', 'harnpy.natives.builtins.strings', 'lowercase', '', '`text` in lower case.'),  # noqa: E501
    'lowercase_first': ('lowercase_first(text: string) -> string', '', 'harnpy.natives.builtins.strings', 'lowercase_first', '', '`text` with its first character in lower case.'),  # noqa: E501
    'max': ('max(...numbers: any) -> any', '', 'harnpy.natives.builtins.numbers', 'largest', '', 'The greatest of two or more numbers; a float as soon as one of them is.'),  # noqa: E501
    'mean': ('mean(items: list) -> float', '', 'harnpy.natives.builtins.statistics', 'mean', '', 'The arithmetic mean, 0.0 of no numbers.'),  # noqa: E501
    'median': ('median(items: list) -> float', '', 'harnpy.natives.builtins.statistics', 'median', '', 'The middle of the sorted numbers, the mean of the two middle ones of an even count.'),  # noqa: E501
    'min': ('min(...numbers: any) -> any', '', 'harnpy.natives.builtins.numbers', 'smallest', '', 'The least of two or more numbers; a float as soon as one of them is.'),  # noqa: E501
    'mkdir': ('mkdir(path: string, recursive?: bool) -> nil', 'write', 'harnpy.natives.builtins.files', 'mkdir', 'context', 'Make a folder and the missing ones above it; `recursive: false` makes one and faults when it exists.'),  # noqa: E501
    'mkdtemp': ('mkdtemp(prefix?: string) -> string', 'write', 'harnpy.natives.builtins.trees', 'mkdtemp', 'context', 'Make a new folder in `temp_dir()` and return it.'),  # noqa: E501
    'mkdtemp_in_workspace': ('mkdtemp_in_workspace(prefix?: string) -> string', 'write', 'harnpy.natives.builtins.trees', 'mkdtemp_in_workspace', 'context', 'Make a new folder in `workspace_temp_dir()` and return it.'),  # noqa: E501
    'move_file': ('move_file(source: string, target: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'move_file', 'context', 'Rename a file or folder; between devices a file is copied and the old one removed.'),  # noqa: E501
    'pair': ('pair<A, B>(first: A, second: B) -> Pair<A, B>', '', 'harnpy.natives.builtins.core', 'pair', 'fresh', 'A pair of two values.'),  # noqa: E501
    'partition': ('partition<T>(items: list<T>, f: fn(T) -> any) -> {match: list<T>, no_match: list<T>}', '', 'harnpy.natives.builtins.collections', 'partition', 'fresh', 'The elements for which `f` is truthy under `match`, the others under `no_match`.'),  # noqa: E501
    'pascal_to_camel': ('pascal_to_camel(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'pascal_to_camel', '', '`UserName` as `userName`.'),  # noqa: E501
    'pascal_to_snake': ('pascal_to_snake(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'pascal_to_snake', '', '`UserName` as `user_name`.'),  # noqa: E501
    'path_basename': ('path_basename(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_basename', '', 'The last part; empty for the root and for `..`.'),  # noqa: E501
    'path_extension': ('path_extension(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_extension', '', 'The extension with its dot; a leading dot starts none.'),  # noqa: E501
    'path_is_absolute': ('path_is_absolute(path: string) -> bool', '', 'harnpy.natives.builtins.paths', 'path_is_absolute', '', 'Say whether the path begins at the root.'),  # noqa: E501
    'path_is_relative': ('path_is_relative(path: string) -> bool', '', 'harnpy.natives.builtins.paths', 'path_is_relative', '', 'Say whether the path stands on some folder.'),  # noqa: E501
    'path_join': ('path_join(...parts: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_join', '', 'Join parts with `/`; an absolute part starts anew.'),  # noqa: E501
    'path_normalize': ('path_normalize(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_normalize', '', 'The path without `.`, doubled separators and `..` that can be resolved.'),  # noqa: E501
    'path_parent': ('path_parent(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_parent', '', 'The path without its last part; empty when there is none before it.'),  # noqa: E501
    'path_parts': ('path_parts(path: string) -> dict', '', 'harnpy.natives.builtins.paths', 'path_parts', 'fresh', 'The pieces `{dir, file, stem, ext, segments}`.'),  # noqa: E501
    'path_relative_to': ('path_relative_to(path: string, base: string) -> string?', '', 'harnpy.natives.builtins.paths', 'path_relative_to', '', 'The way from `base` to `path`, climbing where needed; nil when only one of them is absolute.'),  # noqa: E501
    'path_segments': ('path_segments(path: string) -> list<string>', '', 'harnpy.natives.builtins.paths', 'path_segments', 'fresh', 'The parts between separators, without the root.'),  # noqa: E501
    'path_status': ('path_status(path: string, access?: string) -> dict', 'read', 'harnpy.natives.builtins.files', 'path_status', 'context fresh', 'Say what a path is without a fault: `{path, status, exists, kind}`; `access` is read or write.'),  # noqa: E501
    'path_stem': ('path_stem(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_stem', '', 'The last part without its extension.'),  # noqa: E501
    'path_to_native': ('path_to_native(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_to_native', '', "The path with this system's separator for every `\\` and `/`."),  # noqa: E501
    'path_to_posix': ('path_to_posix(path: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_to_posix', '', 'The path with `/` for every `\\`.'),  # noqa: E501
    'path_with_extension': ('path_with_extension(path: string, extension: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_with_extension', '', 'The path with another extension, written with or without the dot.'),  # noqa: E501
    'path_with_stem': ('path_with_stem(path: string, stem: string) -> string', '', 'harnpy.natives.builtins.paths', 'path_with_stem', '', 'The path with another stem and the same extension.'),  # noqa: E501
    'percentile': ('percentile(items: list, p: number) -> float', '', 'harnpy.natives.builtins.statistics', 'percentile', '', 'The value below which `p` percent of the numbers lie, interpolated between neighbours.'),  # noqa: E501
    'pick': ('pick(dict: dict, keys: list) -> dict', '', 'harnpy.natives.builtins.collections', 'pick', 'fresh', 'The entries of the given keys; keys without an entry are left out.'),  # noqa: E501
    'pow': ('pow(base: any, exponent: any) -> any', '', 'harnpy.natives.builtins.numbers', 'power', '', '`base ** exponent`.'),  # noqa: E501
    'print': ('print(...values: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'print_values', 'context', 'Write the values, joined by one space.'),  # noqa: E501
    'println': ('println(...values: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'println', 'context', 'Write the values, joined by one space, and a line break.'),  # noqa: E501
    'progress': ('progress(phase: string, message: string, amount?: any, total?: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'progress', 'context', 'Tell the user how far a long job is, on the error stream; `amount` may be `{current, total}`.'),  # noqa: E501
    'project_root': ('project_root() -> string', '', 'harnpy.natives.builtins.trees', 'project_root', 'context', 'The workspace: the nearest folder with a `harn.toml`, else the working directory.'),  # noqa: E501
    'prompt_user': ('prompt_user(message?: any) -> any', 'stdio', 'harnpy.natives.builtins.output', 'prompt_user', 'context', 'Write `message` and read the answer; nil at the end of input.'),  # noqa: E501
    'random': ('random(rng?: any) -> float', 'random', 'harnpy.natives.builtins.random', 'random_fraction', 'context', 'A float from 0 to below 1.'),  # noqa: E501
    'random_choice': ('random_choice(...items: any) -> any', 'random', 'harnpy.natives.builtins.random', 'random_choice', 'context', '`random_choice(list)`: one of the elements; nil when there are none.'),  # noqa: E501
    'random_int': ('random_int(...bounds: any) -> int', 'random', 'harnpy.natives.builtins.random', 'random_int', 'context', '`random_int(min, max)`: an int from `min` to `max`, both included; nil when `max` is less.'),  # noqa: E501
    'random_shuffle': ('random_shuffle(...items: any) -> list', 'random', 'harnpy.natives.builtins.random', 'random_shuffle', 'context fresh', '`random_shuffle(list)`: the elements in random order.'),  # noqa: E501
    'range': ('range(...bounds: int) -> range', '', 'harnpy.natives.builtins.core', 'make_range', 'fresh', '`range(end)` holds the ints from 0, `range(start, end)` those from `start`, to before `end`.'),  # noqa: E501
    'read_file': ('read_file(path: string) -> string', 'read', 'harnpy.natives.builtins.files', 'read_file', 'context', 'Return the text of a UTF-8 file.'),  # noqa: E501
    'read_file_bytes': ('read_file_bytes(path: string) -> bytes', 'read', 'harnpy.natives.builtins.files', 'read_file_bytes', 'context', 'Return the bytes of a file.'),  # noqa: E501
    'read_file_result': ('read_file_result(path: string) -> Result', 'read', 'harnpy.natives.builtins.files', 'read_file_result', 'context', 'Return `Ok(text)`, or `Err` with the dict that `read_file` would throw.'),  # noqa: E501
    'read_line': ('read_line(options?: dict) -> any', 'stdio', 'harnpy.natives.builtins.output', 'read_line', 'context', 'Read a line of input: the text, nil at the end; with options `{ok, status, value}`.'),  # noqa: E501
    'read_lines': ('read_lines(path: string) -> list<string>', 'read', 'harnpy.natives.builtins.files', 'read_lines', 'context fresh', 'Return the lines of a UTF-8 file without their line breaks.'),  # noqa: E501
    'read_stdin': ('read_stdin() -> any', 'stdio', 'harnpy.natives.builtins.output', 'read_stdin', 'context', 'Read all that is left of the input; nil when nothing is.'),  # noqa: E501
    'regex_captures': ('regex_captures(pattern: string, text: string, flags?: string) -> list<dict>', '', 'harnpy.natives.builtins.regex', 'regex_captures', 'context fresh', 'Return `{match, groups, start, end, line}` of each match, with a key for each named group.'),  # noqa: E501
    'regex_match': ('regex_match(pattern: string, text: string, flags?: string) -> list<string>?', '', 'harnpy.natives.builtins.regex', 'regex_match', 'context fresh', 'Return what matched, from left to right; nil when nothing did.'),  # noqa: E501
    'regex_replace': ('regex_replace(pattern: string, replacement: string, text: string, flags?: string) -> string', '', 'harnpy.natives.builtins.regex', 'regex_replace', 'context', 'Replace every match; `$1`, `$name` and `${name}` stand for groups, `$$` for a dollar.'),  # noqa: E501
    'regex_replace_all': ('regex_replace(pattern: string, replacement: string, text: string, flags?: string) -> string', '', 'harnpy.natives.builtins.regex', 'regex_replace', 'context deprecated', 'Replace every match; `$1`, `$name` and `${name}` stand for groups, `$$` for a dollar.'),  # noqa: E501
    'regex_split': ('regex_split(text: string, pattern: string, flags?: string) -> list<string>', '', 'harnpy.natives.builtins.regex', 'regex_split', 'context fresh', 'Split text at every match; the text comes first here.'),  # noqa: E501
    'repeat': ('repeat(text: string, times: int) -> string', '', 'harnpy.natives.builtins.strings', 'repeat', '', '`text` `times` times; empty for less than one.'),  # noqa: E501
    'replace': ('replace(text: string, old: string, new: string) -> string', '', 'harnpy.natives.builtins.strings', 'replace', '', '`text` with every `old` replaced by `new`; an empty `old` stands in every gap.'),  # noqa: E501
    'rng_seed': ('rng_seed(seed: int) -> rng', 'random', 'harnpy.natives.builtins.random', 'rng_seed', 'fresh', 'A source of random numbers whose sequence `seed` decides.'),  # noqa: E501
    'round': ('round(n: any, digits?: int) -> any', '', 'harnpy.natives.builtins.numbers', 'round_half_up', '', 'The nearest int or, with `digits`, the nearest number with that many decimals; halves go away from zero.'),  # noqa: E501
    'set': ('set<T>(...items: T) -> set<T>', '', 'harnpy.natives.builtins.sets', 'make_set', 'fresh', 'The set of the arguments; the elements of lists and sets among them are taken instead of these.'),  # noqa: E501
    'set_add': ('set_add<T>(items: set<T>, item: T) -> set<T>', '', 'harnpy.natives.builtins.sets', 'set_add', 'fresh', 'The set with `item`.'),  # noqa: E501
    'set_color_mode': ('set_color_mode(mode: string) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'set_color_mode', 'context', 'Choose when text is coloured: `auto`, `always` or `never`.'),  # noqa: E501
    'set_contains': ('set_contains<T>(items: set<T>, item: T) -> bool', '', 'harnpy.natives.builtins.sets', 'set_contains', '', 'Whether an element equals `item`.'),  # noqa: E501
    'set_difference': ('set_difference<T>(a: set<T>, b: set<T>) -> set<T>', '', 'harnpy.natives.builtins.sets', 'set_difference', 'fresh', 'The elements of `a` that are not in `b`.'),  # noqa: E501
    'set_intersect': ('set_intersect<T>(a: set<T>, b: set<T>) -> set<T>', '', 'harnpy.natives.builtins.sets', 'set_intersect', 'fresh', 'The elements that are in both sets.'),  # noqa: E501
    'set_is_disjoint': ('set_is_disjoint<T>(a: set<T>, b: set<T>) -> bool', '', 'harnpy.natives.builtins.sets', 'set_is_disjoint', '', 'Whether the sets have no element in common.'),  # noqa: E501
    'set_is_subset': ('set_is_subset<T>(a: set<T>, b: set<T>) -> bool', '', 'harnpy.natives.builtins.sets', 'set_is_subset', '', 'Whether all elements of `a` are in `b`.'),  # noqa: E501
    'set_is_superset': ('set_is_superset<T>(a: set<T>, b: set<T>) -> bool', '', 'harnpy.natives.builtins.sets', 'set_is_superset', '', 'Whether all elements of `b` are in `a`.'),  # noqa: E501
    'set_remove': ('set_remove<T>(items: set<T>, item: T) -> set<T>', '', 'harnpy.natives.builtins.sets', 'set_remove', 'fresh', 'The set without `item`.'),  # noqa: E501
    'set_symmetric_difference': ('set_symmetric_difference<T>(a: set<T>, b: set<T>) -> set<T>', '', 'harnpy.natives.builtins.sets', 'set_symmetric_difference', 'fresh', 'The elements that are in exactly one of the sets.'),  # noqa: E501
    'set_union': ('set_union<T>(a: set<T>, b: set<T>) -> set<T>', '', 'harnpy.natives.builtins.sets', 'set_union', 'fresh', 'The elements of both sets.'),  # noqa: E501
    'sign': ('sign(n: any) -> int', '', 'harnpy.natives.builtins.numbers', 'sign', '', '-1, 0 or 1 as `n` is negative, zero or positive.'),  # noqa: E501
    'sin': ('sin(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'sin', '', 'The sine of an angle in radians.'),  # noqa: E501
    'skip': ('skip(reason?: string) -> never', '', 'harnpy.natives.builtins.assertions', 'skip', '', 'End the running test case and mark it as skipped.'),  # noqa: E501
    'snake_to_camel': ('snake_to_camel(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'snake_to_camel', '', '`user_name` as `userName`.'),  # noqa: E501
    'snake_to_kebab': ('snake_to_kebab(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'snake_to_kebab', '', '`user_name` as `user-name`.'),  # noqa: E501
    'snake_to_pascal': ('snake_to_pascal(name: string) -> string', '', 'harnpy.natives.builtins.letter_case', 'snake_to_pascal', '', '`user_name` as `UserName`.'),  # noqa: E501
    'source_dir': ('source_dir() -> string', '', 'harnpy.natives.builtins.trees', 'source_dir', 'context', 'The folder of the program file.'),  # noqa: E501
    'split': ('split(text: string?, sep: string?) -> list<string>', '', 'harnpy.natives.builtins.strings', 'split', 'fresh', 'The parts between separators; an empty separator gives the characters between two empty texts.'),  # noqa: E501
    'sqrt': ('sqrt(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'sqrt', '', 'The square root, NaN for a negative number.'),  # noqa: E501
    'starts_with': ('starts_with(text: string, prefix: string) -> bool', '', 'harnpy.natives.builtins.strings', 'starts_with', '', 'Whether `text` begins with `prefix`.'),  # noqa: E501
    'stat': ('stat(path: string, options?: dict) -> dict', 'read', 'harnpy.natives.builtins.files', 'stat', 'context fresh', 'Return size, kind, mode and time of change; option `follow_symlinks` (true).'),  # noqa: E501
    'stddev': ('stddev(items: list, sample?: bool) -> float', '', 'harnpy.natives.builtins.statistics', 'stddev', '', 'The square root of the variance.'),  # noqa: E501
    'str_pad': ('str_pad(text: string, width: int, fill?: string, side?: string) -> string', '', 'harnpy.natives.builtins.strings', 'str_pad', '', '`text` made `width` characters wide with `fill` (a space) on its `side`: right, left or both.'),  # noqa: E501
    'substring': ('substring(text: string, start: int, end?: int) -> string', '', 'harnpy.natives.builtins.strings', 'substring', '', 'The characters from `start` to before `end`; negative numbers count as 0.'),  # noqa: E501
    'take_while': ('take_while<T>(items: list<T>, f: fn(T) -> any) -> list<T>', '', 'harnpy.natives.builtins.collections', 'take_while', 'fresh', 'Elements before the first one for which `f` is falsy.'),  # noqa: E501
    'tan': ('tan(n: any) -> float', '', 'harnpy.natives.builtins.numbers', 'tan', '', 'The tangent of an angle in radians.'),  # noqa: E501
    'temp_dir': ('temp_dir() -> string', '', 'harnpy.natives.builtins.trees', 'temp_dir', 'context', "Name the host's temporary folder; writing there needs a grant."),  # noqa: E501
    'throw_error': ('throw_error(message: any, category?: string) -> never', '', 'harnpy.natives.builtins.errors', 'throw_error', '', 'Throw `{category, message}`; the category is `generic` unless given.'),  # noqa: E501
    'title_case': ('title_case(text: string) -> string', '', 'harnpy.natives.builtins.strings', 'title_case', '', '`text` in lower case, with the first character after each space in upper case.'),  # noqa: E501
    'to_float': ('to_float(value: any) -> float?', '', 'harnpy.natives.builtins.convert', 'to_float', '', 'The float that a number or text stands for, nil for anything else.'),  # noqa: E501
    'to_int': ('to_int(value: any) -> int?', '', 'harnpy.natives.builtins.convert', 'to_int', '', 'The int that a number (truncated), bool or decimal text stands for, nil for anything else.'),  # noqa: E501
    'to_list': ('to_list(value: any) -> list', '', 'harnpy.natives.builtins.convert', 'to_list', '', 'A list itself, the elements of a set, otherwise a list of the one value.'),  # noqa: E501
    'to_string': ('to_string(value: any) -> string', '', 'harnpy.natives.builtins.convert', 'to_string', '', 'The text that printing shows.'),  # noqa: E501
    'trim': ('trim(text: string) -> string', '', 'harnpy.natives.builtins.strings', 'trim', '', '`text` without white space at both ends.'),  # noqa: E501
    'tuple': ('tuple(...items: any) -> list', '', 'harnpy.natives.builtins.core', 'make_tuple', 'fresh', 'A list of the arguments, which the checker takes for a tuple.'),  # noqa: E501
    'type_of': ('type_of(value: any) -> string', '', 'harnpy.natives.builtins.core', 'type_of', '', 'Name of the kind of a value, such as `int`, `list` or `HarnessFs`.'),  # noqa: E501
    'unicode_graphemes': ('unicode_graphemes(text: string) -> list<string>', '', 'harnpy.natives.builtins.strings', 'unicode_graphemes', 'fresh', 'What a reader takes for one character each: letters with their marks, flags, joined emoji.'),  # noqa: E501
    'unicode_normalize': ('unicode_normalize(text: string, form?: string) -> string', '', 'harnpy.natives.builtins.strings', 'unicode_normalize', '', '`text` in a normal form of Unicode: NFC (default), NFD, NFKC or NFKD.'),  # noqa: E501
    'unique': ('unique<T>(items: list<T>) -> list<T>', '', 'harnpy.natives.builtins.collections', 'unique', 'fresh', 'The elements without later repetitions.'),  # noqa: E501
    'unreachable': ('unreachable(value?: any) -> never', '', 'harnpy.natives.builtins.core', 'unreachable', '', 'Fault because this place was held to be out of reach.'),  # noqa: E501
    'unwrap': ('unwrap(result: any) -> any', '', 'harnpy.natives.builtins.core', 'unwrap', '', 'The value of an Ok; an Err faults, and what is no Result is returned as it is.'),  # noqa: E501
    'unwrap_err': ('unwrap_err(result: any) -> any', '', 'harnpy.natives.builtins.core', 'unwrap_err', '', 'The error of an Err; anything else faults.'),  # noqa: E501
    'unwrap_or': ('unwrap_or(result: any, default: any) -> any', '', 'harnpy.natives.builtins.core', 'unwrap_or', '', 'The value of an Ok, `default` for an Err; what is no Result is returned as it is.'),  # noqa: E501
    'uppercase': ('uppercase(text: string) -> string', '', 'harnpy.natives.builtins.strings', 'uppercase', '', '`text` in upper case.'),  # noqa: E501
    'uppercase_first': ('uppercase_first(text: string) -> string', '', 'harnpy.natives.builtins.strings', 'uppercase_first', '', '`text` with its first character in upper case.'),  # noqa: E501
    'uuid': ('uuid() -> string', 'random', 'harnpy.natives.builtins.identifiers', 'uuid', 'context', 'A random UUID (version 4).'),  # noqa: E501
    'uuid_nil': ('uuid_nil() -> string', '', 'harnpy.natives.builtins.identifiers', 'uuid_nil', '', 'The UUID of zeros.'),  # noqa: E501
    'uuid_parse': ('uuid_parse(text: string) -> string?', '', 'harnpy.natives.builtins.identifiers', 'uuid_parse', '', 'A UUID in lower case with hyphens, nil for any other text.'),  # noqa: E501
    'uuid_v5': ('uuid_v5(namespace: string, name: string) -> string', '', 'harnpy.natives.builtins.identifiers', 'uuid_v5', '', 'The UUID of a name within a namespace, which is a UUID or one of dns, url, oid, x500.'),  # noqa: E501
    'uuid_v7': ('uuid_v7() -> string', 'random', 'harnpy.natives.builtins.identifiers', 'uuid_v7', 'context', 'A UUID that begins with the time in milliseconds, so that later ones sort after earlier ones.'),  # noqa: E501
    'value_diff': ('value_diff(a: any, b: any) -> string?', '', 'harnpy.natives.builtins.assertions', 'value_diff', '', 'The places where `a` (actual) and `b` (expected) differ as text, nil when they are equal.'),  # noqa: E501
    'values': ('values(dict: dict) -> list', '', 'harnpy.natives.builtins.collections', 'values', 'fresh', 'The values of a dict in the order of their keys.'),  # noqa: E501
    'variance': ('variance(items: list, sample?: bool) -> float', '', 'harnpy.natives.builtins.statistics', 'variance', '', 'The mean squared distance from the mean; with `sample` divided by one less than the count.'),  # noqa: E501
    'walk_dir': ('walk_dir(path: string, options?: dict) -> list<dict>', 'read', 'harnpy.natives.builtins.trees', 'walk_dir', 'context fresh', 'List a folder and all below it; options `max_depth` (int) and `follow_symlinks` (false).'),  # noqa: E501
    'window': ('window<T>(items: list<T>, size?: int, step?: int) -> list<list<T>>', '', 'harnpy.natives.builtins.collections', 'window', 'fresh', 'All lists of `size` (2) neighbouring elements that start at every `step`th (1) element.'),  # noqa: E501
    'word_wrap': ('word_wrap(text: string, width?: int) -> string', '', 'harnpy.natives.builtins.strings', 'word_wrap', '', '`text` with line breaks between words so that lines have at most `width` (80) characters where they can.'),  # noqa: E501
    'workspace_temp_dir': ('workspace_temp_dir() -> string', 'write', 'harnpy.natives.builtins.trees', 'workspace_temp_dir', 'context', "Return the workspace's own temporary folder, made when missing; its content is ignored by git."),  # noqa: E501
    'write_file': ('write_file(path: string, text: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'write_file', 'context', 'Make `text` the content of a file.'),  # noqa: E501
    'write_file_bytes': ('write_file_bytes(path: string, content: bytes) -> nil', 'write', 'harnpy.natives.builtins.files', 'write_file_bytes', 'context', 'Make `content` the content of a file.'),  # noqa: E501
}
METHODS: dict[str, dict[str, tuple[str, ...]]] = {
    'dict': {
        'clear': ('clear() -> nil', '', 'harnpy.natives.methods.dict', 'clear', 'mutates', 'Remove all entries.'),  # noqa: E501
        'count': ('len() -> int', '', 'harnpy.natives.methods.dict', 'length', 'deprecated', 'Number of entries.'),  # noqa: E501
        'entries': ('entries() -> list<{key: K, value: V}>', '', 'harnpy.natives.methods.dict', 'entries', 'fresh', 'A dict `{key, value}` for each entry, in the order of the keys.'),  # noqa: E501
        'filter': ('filter(f: fn(V) -> any) -> dict<K, V>', '', 'harnpy.natives.methods.dict', 'filter_entries', 'fresh', 'The entries for whose value `f` is truthy.'),  # noqa: E501
        'get': ('get(key: K, default?: any) -> any', '', 'harnpy.natives.methods.dict', 'get', '', 'The value of `key`, `default` when there is no such entry.'),  # noqa: E501
        'has': ('has(key: K) -> bool', '', 'harnpy.natives.methods.dict', 'has', '', 'Whether there is an entry for `key`.'),  # noqa: E501
        'iter': ('iter() -> iter<Pair<K, V>>', '', 'harnpy.natives.methods.dict', 'iterate', 'fresh', 'A lazy iterator over the entries as pairs, in the order of the keys.'),  # noqa: E501
        'keys': ('keys() -> list<K>', '', 'harnpy.natives.methods.dict', 'keys', 'fresh', 'The keys in ascending order.'),  # noqa: E501
        'len': ('len() -> int', '', 'harnpy.natives.methods.dict', 'length', '', 'Number of entries.'),  # noqa: E501
        'map_keys': ('map_keys(f: fn(K) -> any) -> dict<string, V>', '', 'harnpy.natives.methods.dict', 'map_keys', 'fresh', 'The entries with the display text of `f(key)` in the place of each key; the last of equal keys wins.'),  # noqa: E501
        'map_values': ('map_values<U>(f: fn(V) -> U) -> dict<K, U>', '', 'harnpy.natives.methods.dict', 'map_values', 'fresh', 'The entries with `f(value)` in the place of each value.'),  # noqa: E501
        'merge': ('merge(other: dict) -> dict', '', 'harnpy.natives.methods.dict', 'merge', 'fresh', 'The entries of both; those of `other` win.'),  # noqa: E501
        'merging': ('merge(other: dict) -> dict', '', 'harnpy.natives.methods.dict', 'merge', 'deprecated fresh', 'The entries of both; those of `other` win.'),  # noqa: E501
        'rekey': ('map_keys(f: fn(K) -> any) -> dict<string, V>', '', 'harnpy.natives.methods.dict', 'map_keys', 'deprecated fresh', 'The entries with the display text of `f(key)` in the place of each key; the last of equal keys wins.'),  # noqa: E501
        'rekeyed': ('map_keys(f: fn(K) -> any) -> dict<string, V>', '', 'harnpy.natives.methods.dict', 'map_keys', 'deprecated fresh', 'The entries with the display text of `f(key)` in the place of each key; the last of equal keys wins.'),  # noqa: E501
        'remove': ('remove(key: K) -> V?', '', 'harnpy.natives.methods.dict', 'remove', 'mutates', 'Remove the entry of `key` and return its value; nil when there is none.'),  # noqa: E501
        'removing': ('removing(key: K) -> dict<K, V>', '', 'harnpy.natives.methods.dict', 'removing', 'deprecated fresh', 'The entries without that of `key`; old spelling of a copy and `remove`.'),  # noqa: E501
        'to_dict': ('to_dict() -> dict<K, V>', '', 'harnpy.natives.methods.dict', 'to_dict', '', 'The dict itself.'),  # noqa: E501
        'to_list': ('to_list() -> list<{key: K, value: V}>', '', 'harnpy.natives.methods.dict', 'to_list', 'fresh', 'A dict `{key, value}` for each entry, in the order of the keys.'),  # noqa: E501
        'values': ('values() -> list<V>', '', 'harnpy.natives.methods.dict', 'values', 'fresh', 'The values in the order of their keys.'),  # noqa: E501
    },
    'list': {
        'all': ('all(f: fn(T) -> any) -> bool', '', 'harnpy.natives.methods.list', 'all_items', '', 'Whether `f` is truthy for every element.'),  # noqa: E501
        'any': ('any(f: fn(T) -> any) -> bool', '', 'harnpy.natives.methods.list', 'any_item', '', 'Whether `f` is truthy for at least one element.'),  # noqa: E501
        'appending': ('appending(item: T) -> list<T>', '', 'harnpy.natives.methods.list', 'appending', 'deprecated fresh', 'Old spelling of `xs + [item]`.'),  # noqa: E501
        'chunk': ('chunks(n: int) -> list<list<T>>', '', 'harnpy.natives.methods.list', 'chunks', 'deprecated fresh', 'Lists of `n` successive elements; the last one may be shorter.'),  # noqa: E501
        'chunks': ('chunks(n: int) -> list<list<T>>', '', 'harnpy.natives.methods.list', 'chunks', 'fresh', 'Lists of `n` successive elements; the last one may be shorter.'),  # noqa: E501
        'clear': ('clear() -> nil', '', 'harnpy.natives.methods.list_changes', 'clear', 'mutates', 'Remove all elements.'),  # noqa: E501
        'compact': ('compact() -> list<T>', '', 'harnpy.natives.methods.list', 'compact', 'fresh', 'The elements that are not nil.'),  # noqa: E501
        'contains': ('contains(item: T) -> bool', '', 'harnpy.natives.methods.list', 'contains_item', '', 'Whether an element equals `item`.'),  # noqa: E501
        'count': ('len() -> int', '', 'harnpy.natives.methods.list', 'length', 'deprecated', 'Number of elements.'),  # noqa: E501
        'count_by': ('count_by(f: fn(T) -> string) -> dict<string, int>', '', 'harnpy.natives.methods.list', 'count_by', 'fresh', 'Number of elements for each text that `f` gives.'),  # noqa: E501
        'drop_while': ('drop_while(f: fn(T) -> any) -> list<T>', '', 'harnpy.natives.methods.list', 'drop_while', 'fresh', 'Elements from the first one on for which `f` is falsy.'),  # noqa: E501
        'dropping_last': ('dropping_last() -> list<T>', '', 'harnpy.natives.methods.list', 'dropping_last', 'deprecated fresh', 'Old spelling of `xs[:-1]`.'),  # noqa: E501
        'each_cons': ('windows(n: int, step: int = 1) -> list<list<T>>', '', 'harnpy.natives.methods.list', 'windows', 'deprecated fresh', 'All lists of `n` neighbouring elements that start at every `step`th element.'),  # noqa: E501
        'each_slice': ('chunks(n: int) -> list<list<T>>', '', 'harnpy.natives.methods.list', 'chunks', 'deprecated fresh', 'Lists of `n` successive elements; the last one may be shorter.'),  # noqa: E501
        'empty': ('empty() -> bool', '', 'harnpy.natives.methods.list', 'is_empty', '', 'Whether the list has no elements.'),  # noqa: E501
        'enumerate': ('enumerate() -> list<{index: int, value: T}>', '', 'harnpy.natives.methods.list', 'enumerate_items', 'fresh', 'A dict `{index, value}` for each element.'),  # noqa: E501
        'every': ('all(f: fn(T) -> any) -> bool', '', 'harnpy.natives.methods.list', 'all_items', 'deprecated', 'Whether `f` is truthy for every element.'),  # noqa: E501
        'extend': ('extend(items: list<T> | set<T>) -> nil', '', 'harnpy.natives.methods.list_changes', 'extend', 'mutates', 'Append all elements of a list or set.'),  # noqa: E501
        'filter': ('filter(f: fn(T) -> any) -> list<T>', '', 'harnpy.natives.methods.list', 'filter_items', 'fresh', 'Elements for which `f` is truthy.'),  # noqa: E501
        'find': ('find(f: fn(T) -> any) -> T?', '', 'harnpy.natives.methods.list', 'find', '', 'First element for which `f` is truthy, nil when there is none.'),  # noqa: E501
        'find_index': ('find_index(f: fn(T) -> any) -> int', '', 'harnpy.natives.methods.list', 'find_index', '', 'Index of the first element for which `f` is truthy, -1 when there is none.'),  # noqa: E501
        'first': ('first() -> T?', '', 'harnpy.natives.methods.list', 'first_element', '', 'First element, nil when the list is empty.'),  # noqa: E501
        'flat_map': ('flat_map<U>(f: fn(T) -> U) -> list<any>', '', 'harnpy.natives.methods.list', 'flat_map', 'fresh', 'Results of `f` for each element, with lists among them spliced in.'),  # noqa: E501
        'flatten': ('flatten() -> list<any>', '', 'harnpy.natives.methods.list', 'flatten', 'fresh', 'The elements, with the elements of lists among them in their place; one level.'),  # noqa: E501
        'group_by': ('group_by(f: fn(T) -> string) -> dict<string, list<T>>', '', 'harnpy.natives.methods.list', 'group_by', 'fresh', 'Elements under the text that `f` gives for them.'),  # noqa: E501
        'includes': ('contains(item: T) -> bool', '', 'harnpy.natives.methods.list', 'contains_item', 'deprecated', 'Whether an element equals `item`.'),  # noqa: E501
        'index_of': ('index_of(item: T) -> int', '', 'harnpy.natives.methods.list', 'index_of', '', 'Index of the first element that equals `item`, -1 when there is none.'),  # noqa: E501
        'insert': ('insert(index: int, item: T) -> nil', '', 'harnpy.natives.methods.list_changes', 'insert', 'mutates', 'Insert `item` before the element at `index`, which counts from the end when negative.'),  # noqa: E501
        'iter': ('iter() -> iter<T>', '', 'harnpy.natives.methods.list', 'iterate', 'fresh', 'A lazy iterator over the elements.'),  # noqa: E501
        'join': ('join(sep: string = "") -> string', '', 'harnpy.natives.methods.list', 'join', '', 'The display texts of the elements with `sep` between them.'),  # noqa: E501
        'last': ('last() -> T?', '', 'harnpy.natives.methods.list', 'last_element', '', 'Last element, nil when the list is empty.'),  # noqa: E501
        'len': ('len() -> int', '', 'harnpy.natives.methods.list', 'length', '', 'Number of elements.'),  # noqa: E501
        'map': ('map<U>(f: fn(T) -> U) -> list<U>', '', 'harnpy.natives.methods.list', 'map_items', 'fresh', 'Results of `f` for each element.'),  # noqa: E501
        'max': ('max() -> T?', '', 'harnpy.natives.methods.list', 'largest', '', 'Greatest element in the total order, the first of equals; nil when the list is empty.'),  # noqa: E501
        'max_by': ('max_by(f: fn(T) -> any) -> T?', '', 'harnpy.natives.methods.list', 'max_by', '', 'Element with the greatest `f(element)`, the first of equals; nil when the list is empty.'),  # noqa: E501
        'min': ('min() -> T?', '', 'harnpy.natives.methods.list', 'smallest', '', 'Least element in the total order, the first of equals; nil when the list is empty.'),  # noqa: E501
        'min_by': ('min_by(f: fn(T) -> any) -> T?', '', 'harnpy.natives.methods.list', 'min_by', '', 'Element with the least `f(element)`, the first of equals; nil when the list is empty.'),  # noqa: E501
        'none': ('none(f?: fn(T) -> any) -> bool', '', 'harnpy.natives.methods.list', 'no_item', '', 'Whether `f` is truthy for no element.'),  # noqa: E501
        'partition': ('partition(f: fn(T) -> any) -> list<list<T>>', '', 'harnpy.natives.methods.list', 'partition', 'fresh', 'Two lists: the elements for which `f` is truthy, and the others.'),  # noqa: E501
        'pop': ('pop() -> T?', '', 'harnpy.natives.methods.list_changes', 'pop', 'mutates', 'Remove the last element and return it; nil when the list is empty.'),  # noqa: E501
        'push': ('push(item: T) -> nil', '', 'harnpy.natives.methods.list_changes', 'push', 'mutates', 'Append `item`.'),  # noqa: E501
        'reduce': ('reduce<U>(init: U, f: fn(U, T) -> U) -> U', '', 'harnpy.natives.methods.list', 'reduce_items', '', 'Fold the elements from the left: `f(accumulated, element)`, starting with `init`.'),  # noqa: E501
        'reverse': ('reverse() -> nil', '', 'harnpy.natives.methods.list_changes', 'reverse', 'mutates', 'Reverse the order of the elements.'),  # noqa: E501
        'reversed': ('reversed() -> list<T>', '', 'harnpy.natives.methods.list', 'reversed_list', 'fresh', 'The elements from last to first.'),  # noqa: E501
        'skip': ('skip(n: int) -> list<T>', '', 'harnpy.natives.methods.list', 'skip', 'fresh', 'The elements after the first `n`.'),  # noqa: E501
        'slice': ('slice(start: int, end?: int) -> list<T>', '', 'harnpy.natives.methods.list', 'slice_items', 'fresh', 'Elements from `start` to before `end`; negative numbers count from the end.'),  # noqa: E501
        'sliding_window': ('windows(n: int, step: int = 1) -> list<list<T>>', '', 'harnpy.natives.methods.list', 'windows', 'deprecated fresh', 'All lists of `n` neighbouring elements that start at every `step`th element.'),  # noqa: E501
        'sort': ('sort() -> nil', '', 'harnpy.natives.methods.list_changes', 'sort', 'mutates', 'Sort ascending in the total order; equal elements keep their order.'),  # noqa: E501
        'sort_by': ('sort_by(key: fn(T) -> any) -> nil', '', 'harnpy.natives.methods.list_changes', 'sort_by', 'mutates', 'Sort ascending by `key(element)`; elements with equal keys keep their order.'),  # noqa: E501
        'sorted': ('sorted() -> list<T>', '', 'harnpy.natives.methods.list', 'sorted_list', 'fresh', 'The elements in ascending total order; equal ones keep their order.'),  # noqa: E501
        'sorted_by': ('sorted_by(key: fn(T) -> any) -> list<T>', '', 'harnpy.natives.methods.list', 'sorted_by', 'fresh', 'The elements in ascending total order of `key(element)`; equal ones keep their order.'),  # noqa: E501
        'sum': ('sum() -> int | float', '', 'harnpy.natives.methods.list', 'sum_items', '', 'Sum of the numbers among the elements, 0 when there are none.'),  # noqa: E501
        'take': ('take(n: int) -> list<T>', '', 'harnpy.natives.methods.list', 'take', 'fresh', 'The first `n` elements.'),  # noqa: E501
        'take_while': ('take_while(f: fn(T) -> any) -> list<T>', '', 'harnpy.natives.methods.list', 'take_while', 'fresh', 'Elements before the first one for which `f` is falsy.'),  # noqa: E501
        'tally': ('tally() -> dict<string, int>', '', 'harnpy.natives.methods.list', 'tally', 'fresh', 'Number of occurrences of each string.'),  # noqa: E501
        'to_list': ('to_list() -> list<T>', '', 'harnpy.natives.methods.list', 'to_list', '', 'The list itself.'),  # noqa: E501
        'to_set': ('to_set() -> set<T>', '', 'harnpy.natives.methods.list', 'to_set', 'fresh', 'The elements as a set.'),  # noqa: E501
        'unique': ('unique() -> list<T>', '', 'harnpy.natives.methods.list', 'unique', 'fresh', 'The elements without later repetitions.'),  # noqa: E501
        'window': ('windows(n: int, step: int = 1) -> list<list<T>>', '', 'harnpy.natives.methods.list', 'windows', 'deprecated fresh', 'All lists of `n` neighbouring elements that start at every `step`th element.'),  # noqa: E501
        'windows': ('windows(n: int, step: int = 1) -> list<list<T>>', '', 'harnpy.natives.methods.list', 'windows', 'fresh', 'All lists of `n` neighbouring elements that start at every `step`th element.'),  # noqa: E501
        'zip': ('zip<U>(other: list<U>) -> list<any>', '', 'harnpy.natives.methods.list', 'zip_items', 'fresh', "Lists `[mine, other's]` as long as both have elements."),  # noqa: E501
    },
    'range': {
        'contains': ('contains(n: int) -> bool', '', 'harnpy.natives.methods.range', 'contains', '', 'Whether the int `n` lies in the range.'),  # noqa: E501
        'count': ('len() -> int', '', 'harnpy.natives.methods.range', 'length', 'deprecated', 'Number of ints in the range.'),  # noqa: E501
        'empty': ('empty() -> bool', '', 'harnpy.natives.methods.range', 'empty', '', 'Whether the range holds no int.'),  # noqa: E501
        'first': ('first() -> int?', '', 'harnpy.natives.methods.range', 'first', '', 'The first int, nil when the range is empty.'),  # noqa: E501
        'includes': ('contains(n: int) -> bool', '', 'harnpy.natives.methods.range', 'contains', 'deprecated', 'Whether the int `n` lies in the range.'),  # noqa: E501
        'iter': ('iter() -> iter<int>', '', 'harnpy.natives.methods.range', 'iterate', 'fresh', 'A lazy iterator over the ints.'),  # noqa: E501
        'last': ('last() -> int?', '', 'harnpy.natives.methods.range', 'last', '', 'The last int, nil when the range is empty.'),  # noqa: E501
        'len': ('len() -> int', '', 'harnpy.natives.methods.range', 'length', '', 'Number of ints in the range.'),  # noqa: E501
        'to_string': ('to_string() -> string', '', 'harnpy.natives.methods.range', 'to_string', '', 'The range as it is written.'),  # noqa: E501
    },
    'set': {
        'add': ('add(item: T) -> nil', '', 'harnpy.natives.methods.set', 'add', 'mutates', 'Add `item` unless an element equals it.'),  # noqa: E501
        'adding': ('adding(item: T) -> set<T>', '', 'harnpy.natives.methods.set', 'adding', 'deprecated fresh', 'The set with `item`; old spelling of `s.union(set(item))`.'),  # noqa: E501
        'all': ('all(f: fn(T) -> any) -> bool', '', 'harnpy.natives.methods.set', 'all_items', '', 'Whether `f` is truthy for every element.'),  # noqa: E501
        'any': ('any(f: fn(T) -> any) -> bool', '', 'harnpy.natives.methods.set', 'any_item', '', 'Whether `f` is truthy for at least one element.'),  # noqa: E501
        'clear': ('clear() -> nil', '', 'harnpy.natives.methods.set', 'clear', 'mutates', 'Remove all elements.'),  # noqa: E501
        'contains': ('contains(item: T) -> bool', '', 'harnpy.natives.methods.set', 'contains', '', 'Whether an element equals `item`.'),  # noqa: E501
        'count': ('len() -> int', '', 'harnpy.natives.methods.set', 'length', 'deprecated', 'Number of elements.'),  # noqa: E501
        'delete': ('delete(item: T) -> set<T>', '', 'harnpy.natives.methods.set', 'delete', 'deprecated fresh', 'The set without `item`; old spelling of `s.difference(set(item))`.'),  # noqa: E501
        'difference': ('difference(other: set<T>) -> set<T>', '', 'harnpy.natives.methods.set', 'difference', 'fresh', 'The elements that are not in `other`.'),  # noqa: E501
        'empty': ('empty() -> bool', '', 'harnpy.natives.methods.set', 'empty', '', 'Whether the set has no elements.'),  # noqa: E501
        'every': ('all(f: fn(T) -> any) -> bool', '', 'harnpy.natives.methods.set', 'all_items', 'deprecated', 'Whether `f` is truthy for every element.'),  # noqa: E501
        'filter': ('filter(f: fn(T) -> any) -> set<T>', '', 'harnpy.natives.methods.set', 'filter_items', 'fresh', 'The elements for which `f` is truthy.'),  # noqa: E501
        'includes': ('contains(item: T) -> bool', '', 'harnpy.natives.methods.set', 'contains', 'deprecated', 'Whether an element equals `item`.'),  # noqa: E501
        'intersect': ('intersection(other: set<T>) -> set<T>', '', 'harnpy.natives.methods.set', 'intersection', 'deprecated fresh', 'The elements that are in both sets.'),  # noqa: E501
        'intersection': ('intersection(other: set<T>) -> set<T>', '', 'harnpy.natives.methods.set', 'intersection', 'fresh', 'The elements that are in both sets.'),  # noqa: E501
        'is_disjoint': ('is_disjoint(other: set<T>) -> bool', '', 'harnpy.natives.methods.set', 'is_disjoint', '', 'Whether no element is in `other`.'),  # noqa: E501
        'is_subset': ('is_subset(other: set<T>) -> bool', '', 'harnpy.natives.methods.set', 'is_subset', '', 'Whether all elements are in `other`.'),  # noqa: E501
        'is_superset': ('is_superset(other: set<T>) -> bool', '', 'harnpy.natives.methods.set', 'is_superset', '', 'Whether all elements of `other` are in the set.'),  # noqa: E501
        'iter': ('iter() -> iter<T>', '', 'harnpy.natives.methods.set', 'iterate', 'fresh', 'A lazy iterator over the elements.'),  # noqa: E501
        'len': ('len() -> int', '', 'harnpy.natives.methods.set', 'length', '', 'Number of elements.'),  # noqa: E501
        'map': ('map<U>(f: fn(T) -> U) -> set<U>', '', 'harnpy.natives.methods.set', 'map_items', 'fresh', 'The set of the results of `f` for each element.'),  # noqa: E501
        'remove': ('remove(item: T) -> bool', '', 'harnpy.natives.methods.set', 'remove', 'mutates', 'Remove the element that equals `item`; whether there was one.'),  # noqa: E501
        'removing': ('removing(item: T) -> set<T>', '', 'harnpy.natives.methods.set', 'removing', 'deprecated fresh', 'The set without `item`; old spelling of `s.difference(set(item))`.'),  # noqa: E501
        'symmetric_difference': ('symmetric_difference(other: set<T>) -> set<T>', '', 'harnpy.natives.methods.set', 'symmetric_difference', 'fresh', 'The elements that are in exactly one of the sets.'),  # noqa: E501
        'to_list': ('to_list() -> list<T>', '', 'harnpy.natives.methods.set', 'to_list', 'fresh', 'The elements as a list.'),  # noqa: E501
        'to_set': ('to_set() -> set<T>', '', 'harnpy.natives.methods.set', 'to_set', '', 'The set itself.'),  # noqa: E501
        'union': ('union(other: set<T>) -> set<T>', '', 'harnpy.natives.methods.set', 'union', 'fresh', 'The elements of both sets.'),  # noqa: E501
    },
    'string': {
        'char_at': ('char_at(index: int) -> string?', '', 'harnpy.natives.methods.string', 'char_at', '', 'The character at `index`, nil outside the text and for negative numbers.'),  # noqa: E501
        'chars': ('chars() -> list<string>', '', 'harnpy.natives.methods.string', 'chars', 'fresh', 'The characters, one text each.'),  # noqa: E501
        'contains': ('contains(needle: string) -> bool', '', 'harnpy.natives.methods.string', 'contains', '', 'Whether `needle` occurs in the text.'),  # noqa: E501
        'count': ('len() -> int', '', 'harnpy.natives.methods.string', 'length', 'deprecated', 'Number of characters.'),  # noqa: E501
        'empty': ('empty() -> bool', '', 'harnpy.natives.methods.string', 'is_empty', '', 'Whether the text has no characters.'),  # noqa: E501
        'ends_with': ('ends_with(suffix: string) -> bool', '', 'harnpy.natives.methods.string', 'ends_with', '', 'Whether the text ends with `suffix`.'),  # noqa: E501
        'includes': ('contains(needle: string) -> bool', '', 'harnpy.natives.methods.string', 'contains', 'deprecated', 'Whether `needle` occurs in the text.'),  # noqa: E501
        'index_of': ('index_of(needle: string) -> int', '', 'harnpy.natives.methods.string', 'index_of', '', 'Position of the first `needle`, -1 when there is none.'),  # noqa: E501
        'iter': ('iter() -> iter<string>', '', 'harnpy.natives.methods.string', 'iterate', 'fresh', 'A lazy iterator over the characters.'),  # noqa: E501
        'last_index_of': ('last_index_of(needle: string) -> int', '', 'harnpy.natives.methods.string', 'last_index_of', '', 'Position of the last `needle`, -1 when there is none.'),  # noqa: E501
        'len': ('len() -> int', '', 'harnpy.natives.methods.string', 'length', '', 'Number of characters.'),  # noqa: E501
        'lines': ('lines() -> list<string>', '', 'harnpy.natives.methods.string', 'lines', 'fresh', 'The lines, which end at a line feed with or without a carriage return before it.'),  # noqa: E501
        'lower': ('lower() -> string', '', 'harnpy.natives.methods.string', 'lower', '', 'The text in lower case.'),  # noqa: E501
        'lowercase': ('lower() -> string', '', 'harnpy.natives.methods.string', 'lower', 'deprecated', 'The text in lower case.'),  # noqa: E501
        'pad_left': ('pad_left(width: int, fill: string = " ") -> string', '', 'harnpy.natives.methods.string', 'pad_left', '', 'The text, with the first character of `fill` before it up to `width` characters.'),  # noqa: E501
        'pad_right': ('pad_right(width: int, fill: string = " ") -> string', '', 'harnpy.natives.methods.string', 'pad_right', '', 'The text, with the first character of `fill` after it up to `width` characters.'),  # noqa: E501
        'repeat': ('repeat(times: int) -> string', '', 'harnpy.natives.methods.string', 'repeat', '', 'The text `times` times; empty for less than one.'),  # noqa: E501
        'replace': ('replace(old: string, new: string) -> string', '', 'harnpy.natives.methods.string', 'replace', '', 'The text with every `old` replaced by `new`; an empty `old` stands in every gap.'),  # noqa: E501
        'reverse': ('reversed() -> string', '', 'harnpy.natives.methods.string', 'reversed_text', 'deprecated', 'The characters from last to first.'),  # noqa: E501
        'reversed': ('reversed() -> string', '', 'harnpy.natives.methods.string', 'reversed_text', '', 'The characters from last to first.'),  # noqa: E501
        'rfind': ('last_index_of(needle: string) -> int', '', 'harnpy.natives.methods.string', 'last_index_of', 'deprecated', 'Position of the last `needle`, -1 when there is none.'),  # noqa: E501
        'slice': ('slice(start: int, end?: int) -> string', '', 'harnpy.natives.methods.string', 'slice_text', '', 'The characters from `start` to before `end`; negative numbers count from the end.'),  # noqa: E501
        'split': ('split(sep: string) -> list<string>', '', 'harnpy.natives.methods.string', 'split', 'fresh', 'The parts between separators; an empty separator gives the characters between two empty texts.'),  # noqa: E501
        'starts_with': ('starts_with(prefix: string) -> bool', '', 'harnpy.natives.methods.string', 'starts_with', '', 'Whether the text begins with `prefix`.'),  # noqa: E501
        'substring': ('substring(start: int, end?: int) -> string', '', 'harnpy.natives.methods.string', 'substring', '', 'The characters from `start` to before `end`; negative numbers count as 0.'),  # noqa: E501
        'to_lower': ('lower() -> string', '', 'harnpy.natives.methods.string', 'lower', 'deprecated', 'The text in lower case.'),  # noqa: E501
        'to_upper': ('upper() -> string', '', 'harnpy.natives.methods.string', 'upper', 'deprecated', 'The text in upper case.'),  # noqa: E501
        'trim': ('trim() -> string', '', 'harnpy.natives.methods.string', 'trim', '', 'The text without white space at both ends.'),  # noqa: E501
        'trim_end': ('trim_end() -> string', '', 'harnpy.natives.methods.string', 'trim_end', '', 'The text without white space at its end.'),  # noqa: E501
        'trim_start': ('trim_start() -> string', '', 'harnpy.natives.methods.string', 'trim_start', '', 'The text without white space at its beginning.'),  # noqa: E501
        'upper': ('upper() -> string', '', 'harnpy.natives.methods.string', 'upper', '', 'The text in upper case.'),  # noqa: E501
        'uppercase': ('upper() -> string', '', 'harnpy.natives.methods.string', 'upper', 'deprecated', 'The text in upper case.'),  # noqa: E501
    },
}
PROPERTIES: dict[str, dict[str, tuple[str, ...]]] = {
    '': {
        'e': ('e() -> float', '', 'harnpy.natives.builtins.numbers', 'euler', '', 'The base of the natural logarithm.'),  # noqa: E501
        'pi': ('pi() -> float', '', 'harnpy.natives.builtins.numbers', 'pi', '', "The ratio of a circle's circumference to its diameter."),  # noqa: E501
    },
    'enum': {
        'fields': ('fields() -> list', '', 'harnpy.natives.methods.enum', 'fields', '', 'The payloads in order.'),  # noqa: E501
        'variant': ('variant() -> string', '', 'harnpy.natives.methods.enum', 'variant', '', 'Name of the variant.'),  # noqa: E501
    },
    'list': {
        'count': ('count() -> int', '', 'harnpy.natives.methods.list', 'count', '', 'Number of elements.'),  # noqa: E501
        'empty': ('empty() -> bool', '', 'harnpy.natives.methods.list', 'empty', '', 'Whether the list has no elements.'),  # noqa: E501
        'first': ('first() -> T?', '', 'harnpy.natives.methods.list', 'first', '', 'First element, nil when the list is empty.'),  # noqa: E501
        'last': ('last() -> T?', '', 'harnpy.natives.methods.list', 'last', '', 'Last element, nil when the list is empty.'),  # noqa: E501
    },
    'pair': {
        'first': ('first() -> any', '', 'harnpy.natives.methods.pair', 'first', '', 'The first of the two values.'),  # noqa: E501
        'second': ('second() -> any', '', 'harnpy.natives.methods.pair', 'second', '', 'The second of the two values.'),  # noqa: E501
    },
    'string': {
        'count': ('count() -> int', '', 'harnpy.natives.methods.string', 'count', '', 'Number of characters.'),  # noqa: E501
        'empty': ('empty() -> bool', '', 'harnpy.natives.methods.string', 'empty', '', 'Whether the text has no characters.'),  # noqa: E501
    },
}
CAPABILITIES: dict[str, dict[str, tuple[str, ...]]] = {
    'HarnessFs': {
        'append': ('append(path: string, text: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'append_file', 'context', 'Add `text` to the end of a file; the file and its folders are made when missing.'),  # noqa: E501
        'copy': ('copy(source: string, target: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'copy_file', 'context', 'Copy a file, its content and mode.'),  # noqa: E501
        'cwd': ('cwd() -> string', '', 'harnpy.natives.builtins.trees', 'cwd', 'context', 'The working directory, on which relative paths stand.'),  # noqa: E501
        'delete': ('delete(path: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'delete_file', 'context', 'Remove a file, or a folder with all it holds.'),  # noqa: E501
        'exists': ('exists(path: string) -> bool', 'read', 'harnpy.natives.builtins.files', 'file_exists', 'context', 'Say whether a file or folder is there; false outside the permitted roots.'),  # noqa: E501
        'find_text': ('find_text(root: string, pattern: string, options?: dict) -> any', 'read', 'harnpy.natives.builtins.trees', 'find_text', 'context', 'Search files for a pattern; not supported yet.'),  # noqa: E501
        'glob': ('glob(pattern: string, base_or_options?: any, options?: dict) -> list<string>', 'read', 'harnpy.natives.builtins.trees', 'glob', 'context fresh', 'Absolute paths that fit `*`, `**`, `?`, `[…]` and `{a,b}`, sorted; `[]` outside the permitted roots.'),  # noqa: E501
        'home_dir': ('home_dir() -> string', '', 'harnpy.natives.builtins.trees', 'home_dir', '', "The user's home folder."),  # noqa: E501
        'list_dir': ('list_dir(path?: string) -> list<string>', 'read', 'harnpy.natives.builtins.files', 'list_dir', 'context fresh', 'Return the names in a folder, sorted; without a path those of the working directory.'),  # noqa: E501
        'mkdir': ('mkdir(path: string, recursive?: bool) -> nil', 'write', 'harnpy.natives.builtins.files', 'mkdir', 'context', 'Make a folder and the missing ones above it; `recursive: false` makes one and faults when it exists.'),  # noqa: E501
        'mkdtemp': ('mkdtemp(prefix?: string) -> string', 'write', 'harnpy.natives.builtins.trees', 'mkdtemp', 'context', 'Make a new folder in `temp_dir()` and return it.'),  # noqa: E501
        'mkdtemp_in_workspace': ('mkdtemp_in_workspace(prefix?: string) -> string', 'write', 'harnpy.natives.builtins.trees', 'mkdtemp_in_workspace', 'context', 'Make a new folder in `workspace_temp_dir()` and return it.'),  # noqa: E501
        'project_root': ('project_root() -> string', '', 'harnpy.natives.builtins.trees', 'project_root', 'context', 'The workspace: the nearest folder with a `harn.toml`, else the working directory.'),  # noqa: E501
        'read_bytes': ('read_bytes(path: string) -> bytes', 'read', 'harnpy.natives.builtins.files', 'read_file_bytes', 'context', 'Return the bytes of a file.'),  # noqa: E501
        'read_lines': ('read_lines(path: string) -> list<string>', 'read', 'harnpy.natives.builtins.files', 'read_lines', 'context fresh', 'Return the lines of a UTF-8 file without their line breaks.'),  # noqa: E501
        'read_text': ('read_text(path: string) -> string', 'read', 'harnpy.natives.builtins.files', 'read_file', 'context', 'Return the text of a UTF-8 file.'),  # noqa: E501
        'read_text_result': ('read_text_result(path: string) -> Result', 'read', 'harnpy.natives.builtins.files', 'read_file_result', 'context', 'Return `Ok(text)`, or `Err` with the dict that `read_file` would throw.'),  # noqa: E501
        'rename': ('rename(source: string, target: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'move_file', 'context', 'Rename a file or folder; between devices a file is copied and the old one removed.'),  # noqa: E501
        'source_dir': ('source_dir() -> string', '', 'harnpy.natives.builtins.trees', 'source_dir', 'context', 'The folder of the program file.'),  # noqa: E501
        'stat': ('stat(path: string, options?: dict) -> dict', 'read', 'harnpy.natives.builtins.files', 'stat', 'context fresh', 'Return size, kind, mode and time of change; option `follow_symlinks` (true).'),  # noqa: E501
        'status': ('status(path: string, access?: string) -> dict', 'read', 'harnpy.natives.builtins.files', 'path_status', 'context fresh', 'Say what a path is without a fault: `{path, status, exists, kind}`; `access` is read or write.'),  # noqa: E501
        'temp_dir': ('temp_dir() -> string', '', 'harnpy.natives.builtins.trees', 'temp_dir', 'context', "Name the host's temporary folder; writing there needs a grant."),  # noqa: E501
        'walk': ('walk(path: string, options?: dict) -> list<dict>', 'read', 'harnpy.natives.builtins.trees', 'walk_dir', 'context fresh', 'List a folder and all below it; options `max_depth` (int) and `follow_symlinks` (false).'),  # noqa: E501
        'workspace_temp_dir': ('workspace_temp_dir() -> string', 'write', 'harnpy.natives.builtins.trees', 'workspace_temp_dir', 'context', "Return the workspace's own temporary folder, made when missing; its content is ignored by git."),  # noqa: E501
        'write_bytes': ('write_bytes(path: string, content: bytes) -> nil', 'write', 'harnpy.natives.builtins.files', 'write_file_bytes', 'context', 'Make `content` the content of a file.'),  # noqa: E501
        'write_text': ('write_text(path: string, text: string) -> nil', 'write', 'harnpy.natives.builtins.files', 'write_file', 'context', 'Make `text` the content of a file.'),  # noqa: E501
    },
    'HarnessStdio': {
        'eprint': ('eprint(value?: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'eprint', 'context', 'Write a value to the error stream.'),  # noqa: E501
        'eprintln': ('eprintln(value?: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'eprintln', 'context', 'Write a value and a line break to the error stream.'),  # noqa: E501
        'is_stderr_tty': ('is_stderr_tty() -> bool', 'stdio', 'harnpy.natives.builtins.output', 'is_stderr_tty', 'context', 'Say whether the error stream is a terminal.'),  # noqa: E501
        'is_stdin_tty': ('is_stdin_tty() -> bool', 'stdio', 'harnpy.natives.builtins.output', 'is_stdin_tty', 'context', 'Say whether the input is a terminal.'),  # noqa: E501
        'is_stdout_tty': ('is_stdout_tty() -> bool', 'stdio', 'harnpy.natives.builtins.output', 'is_stdout_tty', 'context', 'Say whether the output is a terminal.'),  # noqa: E501
        'log': ('log(value?: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'log', 'context', 'Write `[harn] `, the values and a line break to standard output.'),  # noqa: E501
        'print': ('print(value?: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'print_values', 'context', 'Write the values, joined by one space.'),  # noqa: E501
        'println': ('println(value?: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'println', 'context', 'Write the values, joined by one space, and a line break.'),  # noqa: E501
        'progress': ('progress(phase: string, message: string, amount?: any, total?: any) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'progress', 'context', 'Tell the user how far a long job is, on the error stream; `amount` may be `{current, total}`.'),  # noqa: E501
        'prompt': ('prompt(message?: any) -> any', 'stdio', 'harnpy.natives.builtins.output', 'prompt_user', 'context', 'Write `message` and read the answer; nil at the end of input.'),  # noqa: E501
        'read_line': ('read_line(options?: dict) -> any', 'stdio', 'harnpy.natives.builtins.output', 'read_line', 'context', 'Read a line of input: the text, nil at the end; with options `{ok, status, value}`.'),  # noqa: E501
        'read_stdin': ('read_stdin() -> any', 'stdio', 'harnpy.natives.builtins.output', 'read_stdin', 'context', 'Read all that is left of the input; nil when nothing is.'),  # noqa: E501
    },
    'HarnessTerm': {
        'set_color_mode': ('set_color_mode(mode: string) -> nil', 'stdio', 'harnpy.natives.builtins.output', 'set_color_mode', 'context', 'Choose when text is coloured: `auto`, `always` or `never`.'),  # noqa: E501
    },
}
