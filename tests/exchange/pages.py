"""What a test can see of a PDF without a library for it."""

import re


def page_count(pdf: bytes) -> int:
    [count] = re.findall(rb"/Count (\d+)", pdf)
    return int(count)


def page_size(pdf: bytes) -> tuple[int, int]:
    """Width and height in whole points."""
    [(width, height)] = set(re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", pdf))
    return int(float(width)), int(float(height))


def font_families(pdf: bytes) -> set[bytes]:
    return set(re.findall(rb"/BaseFont\s*/[A-Z]{6}\+(\w+)", pdf))
