"""Text in, its grapheme clusters out: what a reader takes for one character each (Unicode annex 29).

Classes come from the general category where that decides, from the ranges below where it does not.
"""

import unicodedata
from bisect import bisect_right

_OTHER, _CONTROL, _EXTEND, _JOINER, _PREPEND, _REGIONAL, _PICTURE, _LEAD, _VOWEL, _TRAIL, _LV, _LVT = range(
    12
)

# (first, last, class), ascending. Pictures are the characters of Extended_Pictographic.
_RANGES = (
    (0xA9, 0xA9, _PICTURE), (0xAE, 0xAE, _PICTURE), (0x600, 0x605, _PREPEND),
    (0x6DD, 0x6DD, _PREPEND), (0x70F, 0x70F, _PREPEND), (0x890, 0x891, _PREPEND),
    (0x8E2, 0x8E2, _PREPEND), (0xD4E, 0xD4E, _PREPEND), (0xE33, 0xE33, _EXTEND),
    (0xEB3, 0xEB3, _EXTEND), (0x1100, 0x115F, _LEAD), (0x1160, 0x11A7, _VOWEL),
    (0x11A8, 0x11FF, _TRAIL), (0x200C, 0x200C, _EXTEND), (0x200D, 0x200D, _JOINER),
    (0x203C, 0x203C, _PICTURE), (0x2049, 0x2049, _PICTURE), (0x2122, 0x2122, _PICTURE),
    (0x2139, 0x2139, _PICTURE), (0x2194, 0x2199, _PICTURE), (0x21A9, 0x21AA, _PICTURE),
    (0x231A, 0x231B, _PICTURE), (0x2328, 0x2328, _PICTURE), (0x2388, 0x2388, _PICTURE),
    (0x23CF, 0x23CF, _PICTURE), (0x23E9, 0x23F3, _PICTURE), (0x23F8, 0x23FA, _PICTURE),
    (0x24C2, 0x24C2, _PICTURE), (0x25AA, 0x25AB, _PICTURE), (0x25B6, 0x25B6, _PICTURE),
    (0x25C0, 0x25C0, _PICTURE), (0x25FB, 0x25FE, _PICTURE), (0x2600, 0x2605, _PICTURE),
    (0x2607, 0x2612, _PICTURE), (0x2614, 0x2685, _PICTURE), (0x2690, 0x2705, _PICTURE),
    (0x2708, 0x2712, _PICTURE), (0x2714, 0x2714, _PICTURE), (0x2716, 0x2716, _PICTURE),
    (0x271D, 0x271D, _PICTURE), (0x2721, 0x2721, _PICTURE), (0x2728, 0x2728, _PICTURE),
    (0x2733, 0x2734, _PICTURE), (0x2744, 0x2744, _PICTURE), (0x2747, 0x2747, _PICTURE),
    (0x274C, 0x274C, _PICTURE), (0x274E, 0x274E, _PICTURE), (0x2753, 0x2755, _PICTURE),
    (0x2757, 0x2757, _PICTURE), (0x2763, 0x2767, _PICTURE), (0x2795, 0x2797, _PICTURE),
    (0x27A1, 0x27A1, _PICTURE), (0x27B0, 0x27B0, _PICTURE), (0x27BF, 0x27BF, _PICTURE),
    (0x2934, 0x2935, _PICTURE), (0x2B05, 0x2B07, _PICTURE), (0x2B1B, 0x2B1C, _PICTURE),
    (0x2B50, 0x2B50, _PICTURE), (0x2B55, 0x2B55, _PICTURE), (0x3030, 0x3030, _PICTURE),
    (0x303D, 0x303D, _PICTURE), (0x3297, 0x3297, _PICTURE), (0x3299, 0x3299, _PICTURE),
    (0xA960, 0xA97C, _LEAD), (0xAC00, 0xD7A3, _LV), (0xD7B0, 0xD7C6, _VOWEL),
    (0xD7CB, 0xD7FB, _TRAIL), (0xFF9E, 0xFF9F, _EXTEND), (0x110BD, 0x110BD, _PREPEND),
    (0x110CD, 0x110CD, _PREPEND), (0x111C2, 0x111C3, _PREPEND), (0x1F000, 0x1F0FF, _PICTURE),
    (0x1F10D, 0x1F10F, _PICTURE), (0x1F12F, 0x1F12F, _PICTURE), (0x1F16C, 0x1F171, _PICTURE),
    (0x1F17E, 0x1F17F, _PICTURE), (0x1F18E, 0x1F18E, _PICTURE), (0x1F191, 0x1F19A, _PICTURE),
    (0x1F1AD, 0x1F1E5, _PICTURE), (0x1F1E6, 0x1F1FF, _REGIONAL), (0x1F201, 0x1F20F, _PICTURE),
    (0x1F21A, 0x1F21A, _PICTURE), (0x1F22F, 0x1F22F, _PICTURE), (0x1F232, 0x1F23A, _PICTURE),
    (0x1F23C, 0x1F23F, _PICTURE), (0x1F249, 0x1F3FA, _PICTURE), (0x1F3FB, 0x1F3FF, _EXTEND),
    (0x1F400, 0x1F53D, _PICTURE), (0x1F546, 0x1F64F, _PICTURE), (0x1F680, 0x1F6FF, _PICTURE),
    (0x1F774, 0x1F77F, _PICTURE), (0x1F7D5, 0x1F7FF, _PICTURE), (0x1F80C, 0x1F80F, _PICTURE),
    (0x1F848, 0x1F84F, _PICTURE), (0x1F85A, 0x1F85F, _PICTURE), (0x1F888, 0x1F88F, _PICTURE),
    (0x1F8AE, 0x1F8FF, _PICTURE), (0x1F90C, 0x1F93A, _PICTURE), (0x1F93C, 0x1F945, _PICTURE),
    (0x1F947, 0x1FAFF, _PICTURE), (0x1FC00, 0x1FFFD, _PICTURE), (0xE0020, 0xE007F, _EXTEND),
)  # fmt: skip
_STARTS = [first for first, _, _ in _RANGES]

_BY_CATEGORY = {
    "Mn": _EXTEND,
    "Me": _EXTEND,
    "Mc": _EXTEND,
    "Cc": _CONTROL,
    "Cf": _CONTROL,
    "Cs": _CONTROL,
    "Zl": _CONTROL,
    "Zp": _CONTROL,
}

# Pairs of syllable parts that stay together.
_SYLLABLES = {
    _LEAD: (_LEAD, _VOWEL, _LV, _LVT),
    _LV: (_VOWEL, _TRAIL),
    _VOWEL: (_VOWEL, _TRAIL),
    _LVT: (_TRAIL,),
    _TRAIL: (_TRAIL,),
}

_SYLLABLE, _TRAILS = 0xAC00, 28


def graphemes(text: str) -> list[str]:
    """The grapheme clusters of `text` in order."""
    if text.isascii() and "\r" not in text:
        return list(text)
    clusters: list[str] = []
    start = flags = 0
    previous = _CONTROL
    # Whether what stands since the last picture is only extending, and then whether a joiner ends it.
    picture = joined = False
    for index, char in enumerate(text):
        this = _class_of(char)
        together = _stay(previous, this, joined, flags) or (char == "\n" and text[index - 1 : index] == "\r")
        if index and not together:
            clusters.append(text[start:index])
            start = index
        flags = flags + 1 if this == _REGIONAL and together else int(this == _REGIONAL)
        joined = picture and this == _JOINER
        picture = this == _PICTURE or (picture and this in (_EXTEND, _JOINER))
        previous = this
    if text:
        clusters.append(text[start:])
    return clusters


def _stay(previous: int, this: int, joined: bool, flags: int) -> bool:
    if _CONTROL in (previous, this):
        return False
    if this in (_EXTEND, _JOINER) or previous == _PREPEND:
        return True
    if this == _PICTURE:
        return joined
    if this == _REGIONAL:
        return previous == _REGIONAL and flags % 2 == 1
    return this in _SYLLABLES.get(previous, ())


def _class_of(char: str) -> int:
    code = ord(char)
    index = bisect_right(_STARTS, code) - 1
    if index >= 0 and code <= _RANGES[index][1]:
        found = _RANGES[index][2]
        return _LVT if found == _LV and (code - _SYLLABLE) % _TRAILS else found
    return _BY_CATEGORY.get(unicodedata.category(char), _OTHER)
