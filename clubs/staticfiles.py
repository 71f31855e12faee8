"""Static files with hashed names, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed names; those in the imports between our own JavaScript modules included.

    Only ours: other packages ship modules that import what they do not ship.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )

    def stored_name(self, name: str) -> str:
        """Plain names as long as nothing was collected: in tests, and before the first start."""
        return super().stored_name(name) if self.hashed_files else name
