"""A ZIP of JSON files with a manifest: how the archive of a club and a backup are written.

Each file is a list with one row a line. The manifest has the format, versions, and of each file how
many rows it has and its SHA-256. The same rows give the same bytes. What is read is a stranger's
file: nothing is unpacked to the disk, names lead nowhere, and memory holds one row at a time.
"""

import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import file_digest
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, NoReturn
from uuid import UUID
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

Row = Mapping[str, Any]

MANIFEST = "manifest.json"
EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file in it: the first moment that a ZIP can tell
MANIFEST_BYTES = 1 << 20
LINE_BYTES = 64 << 20
# What a damaged or hostile ZIP makes its reader raise.
DAMAGES = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


class BundleDamaged(Exception):
    """The file is not what it should be; the message is one line for people."""


@dataclass(frozen=True)
class Bundle:
    """A bundle that was checked: every file is there, whole, and as the manifest says."""

    archive: ZipFile
    versions: Mapping[str, Any]
    counts: Mapping[str, int]

    def rows(self, name: str) -> Iterator[Row]:
        """The rows of one file, none where there is no such file."""
        if name in self.counts:
            for line in _archived_lines(self.archive, _json_file_name(name)):
                if (row := _parse_row(line)) is not None:
                    yield row


def _json_file_name(name: str) -> str:
    return f"{name}.json"


def write_bundle(
    out: IO[bytes],
    form: str,
    versions: Mapping[str, Any],
    files: Iterable[tuple[str, Iterable[Row]]],
) -> dict[str, int]:
    """Write all rows, and give how many there are of each file. out must be readable too."""
    with ZipFile(out, "w") as archive:
        counts = {name: _write_rows(archive, _json_file_name(name), rows) for name, rows in files}
    with ZipFile(out, "a") as archive:
        entries = {name: _manifest_entry(archive, name, count) for name, count in counts.items()}
        manifest = {"format": form, "versions": versions, "files": entries}
        text = json.dumps(manifest, ensure_ascii=False, sort_keys=True, indent=1)
        archive.writestr(_entry(MANIFEST), text + "\n")
    return counts


def _write_rows(archive: ZipFile, name: str, rows: Iterable[Row]) -> int:
    count = 0
    with archive.open(_entry(name), "w", force_zip64=True) as file:
        for count, row in enumerate(rows, 1):
            line = json.dumps(
                row,
                default=_json_default,
                ensure_ascii=False,
                sort_keys=True,
                separators=(",", ":"),
            )
            file.write((("[\n" if count == 1 else ",\n") + line).encode())
        file.write(b"\n]\n" if count else b"[\n]\n")
    return count


def _manifest_entry(archive: ZipFile, name: str, count: int) -> dict[str, Any]:
    """The entry of a file in the manifest: its number of rows and its SHA-256."""
    with archive.open(_json_file_name(name)) as file:
        digest = file_digest(file, "sha256")  # type: ignore[arg-type] # it has readinto
        return {"rows": count, "sha256": digest.hexdigest()}


def _json_default(value: object) -> str:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"{value!r} has no place in JSON")


def _entry(name: str) -> ZipInfo:
    """The header of a file in the ZIP, the same on every machine and day."""
    info = ZipInfo(name, EPOCH)
    info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, 3, 0o600 << 16
    return info


@contextmanager
def open_bundle(file: IO[bytes], form: str, *, most: int) -> Iterator[Bundle]:
    """The bundle in this file, read once and checked. Raises BundleDamaged, also while its rows are
    read. most is how many bytes it may unpack to."""
    try:
        with ZipFile(file) as archive:
            yield _checked(archive, form, most)
    except DAMAGES as error:
        raise BundleDamaged(f"the file is damaged or incomplete ({error})") from error


def _checked(archive: ZipFile, form: str, most: int) -> Bundle:
    infos = archive.infolist()
    names = [info.filename for info in infos]
    if MANIFEST not in names or archive.getinfo(MANIFEST).file_size > MANIFEST_BYTES:
        _refuse_bundle("it has no manifest")
    if sum(info.file_size for info in infos) > most:
        _refuse_bundle("it would unpack to too much")
    manifest = _parse_object(archive.read(MANIFEST))
    files, versions = manifest.get("files"), manifest.get("versions")
    if manifest.get("format") != form:
        _refuse_bundle(f"its format is {manifest.get('format')!r:.40}, not {form!r}")
    if not isinstance(files, dict) or not isinstance(versions, dict):
        _refuse_bundle("its manifest is damaged")
    if sorted(names) != sorted([MANIFEST, *map(_json_file_name, files)]):
        _refuse_bundle("its files are not those of its manifest")
    for name, entry in files.items():
        _require_sum(archive, name, entry)
    counts = {name: told["rows"] for name, told in files.items()}
    return Bundle(archive, versions, counts)


def _require_sum(archive: ZipFile, name: str, entry: object) -> None:
    lines = _archived_lines(archive, _json_file_name(name))
    count = sum(_parse_row(line) is not None for line in lines)
    if entry != _manifest_entry(archive, name, count):
        _refuse_bundle(
            f"{_json_file_name(name)} was changed: its count or its SHA-256 is another one"
        )


def _archived_lines(archive: ZipFile, name: str) -> Iterator[bytes]:
    with archive.open(name) as file:
        while line := file.readline(LINE_BYTES):
            if len(line) == LINE_BYTES:
                _refuse_bundle(f"{name} has too long a line")
            yield line


def _parse_row(line: bytes) -> Row | None:
    """The row of a line; None for the brackets around the rows."""
    text = line.strip().removesuffix(b",")
    return None if text in (b"[", b"]", b"") else _parse_object(text)


def _parse_object(text: bytes) -> dict[str, Any]:
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        if rb"\u" in text:  # half of a surrogate pair is no text that a database takes
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BundleDamaged("what it holds is not JSON") from error
    if not isinstance(value, dict):
        _refuse_bundle("what it holds is not rows")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _refuse_bundle(reason: str) -> NoReturn:
    raise BundleDamaged(reason)


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that is there whole or not at all, readable by its owner only.

    Raises OSError; nothing is left behind then.
    """
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is not a file")
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink()
            raise
