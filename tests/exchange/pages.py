"""What a test can see of a PDF without a library for it."""

import re
import zlib
from collections import Counter
from contextlib import suppress


def page_count(pdf: bytes) -> int:
    [count] = re.findall(rb"/Count (\d+)", pdf)
    return int(count)


def page_size(pdf: bytes) -> tuple[int, int]:
    """Width and height in whole points."""
    [(width, height)] = set(re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", pdf))
    return int(float(width)), int(float(height))


def font_families(pdf: bytes) -> set[bytes]:
    return set(re.findall(rb"/BaseFont\s*/[A-Z]{6}\+(\w+)", pdf))


def main_type_size(pdf: bytes) -> float:
    """In points: the size in which most of the texts stand."""
    streams = re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    found: Counter[bytes] = Counter()
    for packed in streams:
        with suppress(zlib.error):
            found.update(re.findall(rb"/f\d+ ([\d.]+) Tf", zlib.decompressobj().decompress(packed)))
    return float(found.most_common(1)[0][0])
