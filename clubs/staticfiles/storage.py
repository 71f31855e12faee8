"""Hashed names, so that browsers may keep files for ever, of files that were put together."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from clubs.staticfiles.scripts import bundle_script
from clubs.staticfiles.styles import bundle_styles

WORKER = "js/worker.js"  # no module: what /sw.js says goes before it


@dataclass(frozen=True, slots=True)
class Made:
    """Stands where a storage of files is expected, and has the text that was put together."""

    text: str

    def open(self, name: str) -> "ContentFile[bytes]":
        return ContentFile(self.text.encode())


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The file with the plain name stays as it was written; what has the hash is put together.

    Ours alone: what other packages ship is served as they ship it.
    """

    @property
    def has_bundles(self) -> bool:
        """Whether files were collected. Before, names are plain and browsers follow the imports:
        in tests, and before the first start."""
        return bool(self.hashed_files)

    @cached_property
    def _urls(self) -> dict[str, str]:
        return {}

    def url(self, name: str, force: bool = False) -> str:
        """Looked up once a process: every page asks for the same few, one of them for each icon."""
        known = self._urls.get(name)
        if known is None:
            known = self._urls[name] = str(super().url(name, force))
        return known

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if self.has_bundles else name

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        if not dry_run:
            for name in paths:
                if (text := self._bundled(name)) is not None:
                    paths[name] = (Made(text), name)
        yield from super().post_process(paths, dry_run, **options)

    def compress_files(self, paths: set[str]) -> Iterator[Any]:
        """Nobody asks for the plain names."""
        yield from super().compress_files(paths & set(self.hashed_files.values()))

    def _bundled(self, name: str) -> str | None:
        if name.startswith("js/") and name.endswith(".js") and name != WORKER:
            return bundle_script(name, self._read)
        if name.startswith("css/") and name.endswith(".css"):
            return bundle_styles(name, Path(self.location))
        return None

    def _read(self, name: str) -> str:
        return Path(self.path(name)).read_text(encoding="utf-8")
