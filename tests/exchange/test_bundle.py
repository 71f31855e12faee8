"""The ZIP with a manifest that archives and backups are written as: whole, the same, harmless."""

import json
from datetime import UTC, date, datetime
from hashlib import sha256
from io import BytesIO
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from clubs.exchange.bundle import BundleDamaged, new_file, open_bundle, write_bundle

FORM = "test/1"
ROWS = [
    {"name": "Zoé", "born": date(2000, 2, 29), "at": datetime(2026, 1, 2, 3, 4, 5, 6, UTC)},
    {"name": "a\nb", "uuid": UUID(int=7), "half": 46.5, "nothing": None},
]
PEOPLE = (
    b'[\n{"at":"2026-01-02T03:04:05.000006+00:00","born":"2000-02-29","name":"Zo\xc3\xa9"},\n'
    b'{"half":46.5,"name":"a\\nb","nothing":null,"uuid":"00000000-0000-0000-0000-000000000007"}'
    b"\n]\n"
)


def packed(files=None, versions=None):
    out = BytesIO()
    write_bundle(out, FORM, versions or {"schema": 3}, files or [("people", ROWS), ("none", [])])
    return out.getvalue()


def by_hand(files, manifest=None, form=FORM):
    """A ZIP with these files; its manifest is right unless one is given."""
    out = BytesIO()
    told = {
        name.removesuffix(".json"): {
            "rows": content.count(b"\n") - 2,
            "sha256": sha256(content).hexdigest(),
        }
        for name, content in files.items()
    }
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        manifest = manifest or {"format": form, "versions": {}, "files": told}
        archive.writestr("manifest.json", json.dumps(manifest))
    return out.getvalue()


def opened(content, most=1_000_000):
    """Everything in it: versions, counts, and rows by file."""
    with open_bundle(BytesIO(content), FORM, most=most) as bundle:
        return bundle.versions, bundle.counts, {n: list(bundle.rows(n)) for n in bundle.counts}


class TestWriting:
    def test_it_is_a_zip_of_json_files(self):
        with ZipFile(BytesIO(packed())) as archive:
            assert archive.namelist() == ["people.json", "none.json", "manifest.json"]
            assert archive.read("people.json") == PEOPLE
            assert json.loads(archive.read("none.json")) == []
            assert json.loads(archive.read("manifest.json")) == {
                "format": "test/1",
                "versions": {"schema": 3},
                "files": {
                    "people": {"rows": 2, "sha256": sha256(PEOPLE).hexdigest()},
                    "none": {"rows": 0, "sha256": sha256(b"[\n]\n").hexdigest()},
                },
            }

    def test_the_same_rows_give_the_same_bytes(self):
        assert packed() == packed()

    def test_what_it_reads_is_what_was_written(self):
        versions, counts, rows = opened(packed())

        assert (versions, counts) == ({"schema": 3}, {"people": 2, "none": 0})
        assert rows == {"people": json.loads(PEOPLE), "none": []}


class TestDamage:
    def test_cut_off_anywhere(self):
        content = packed()

        for length in range(0, len(content) - 1, 7):
            with pytest.raises(BundleDamaged, match="damaged or incomplete"):
                opened(content[:length])

    def test_any_byte_of_the_rows_changed(self):
        content = packed([("people", ROWS)])

        for place in range(30, content.index(b"PK\x01\x02"), 5):
            changed = bytearray(content)
            changed[place] ^= 0x10
            try:
                told = opened(bytes(changed))
            except BundleDamaged:
                continue
            assert told == opened(content)  # a byte that says nothing, such as the time of a file

    def test_a_row_changed_and_packed_again(self):
        with ZipFile(BytesIO(packed())) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        manifest = json.loads(files.pop("manifest.json"))
        files["people.json"] = files["people.json"].replace(b"46.5", b"56.5")

        with pytest.raises(BundleDamaged, match=r"people\.json was changed"):
            opened(by_hand(files, manifest))

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (b"no zip", "damaged or incomplete"),
            (by_hand({"people.json": PEOPLE}, form="other/1"), "format is 'other/1'"),
            (by_hand({"people.json": PEOPLE}, {"format": FORM}), "manifest is damaged"),
            (by_hand({}, {"format": FORM, "versions": {}, "files": {"a": {}}}), "not those of"),
            (by_hand({"a.json": b"[\nnonsense\n]\n"}), "not JSON"),
            (by_hand({"a.json": b"[\n[1]\n]\n"}), "not rows"),
            (by_hand({"a.json": b'[\n{"a":NaN}\n]\n'}), "not JSON"),
            (by_hand({"a.json": b'[\n{"a":"\\ud800"}\n]\n'}), "not JSON"),
            (by_hand({"a.json": b"[\n" + b"[" * 100_000 + b"\n]\n"}), "not JSON"),
        ],
        ids=["text", "format", "manifest", "missing", "words", "list", "nan", "half", "deep"],
    )
    def test_other_files(self, content, reason):
        with pytest.raises(BundleDamaged, match=reason):
            opened(content)

    def test_without_a_manifest(self):
        out = BytesIO()
        with ZipFile(out, "w") as archive:
            archive.writestr("people.json", PEOPLE)

        with pytest.raises(BundleDamaged, match="no manifest"):
            opened(out.getvalue())

    def test_a_bomb(self):
        bomb = by_hand({"people.json": b"[\n" + b" " * 5_000_000 + b"\n]\n"})

        assert len(bomb) < 10_000
        with pytest.raises(BundleDamaged, match="unpack to too much"):
            opened(bomb)

    def test_names_that_lead_elsewhere_write_nothing(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)

        assert opened(by_hand({"../../evil.json": PEOPLE}))[1] == {"../../evil": 2}
        assert list(tmp_path.iterdir()) == []


class TestNewFile:
    def test_it_is_there_whole_and_for_its_owner_only(self, tmp_path):
        path = tmp_path / "backup.zip"
        path.write_text("before")

        with new_file(path) as file:
            file.write(b"content")
            assert path.read_text() == "before"

        assert (path.read_text(), path.stat().st_mode & 0o777) == ("content", 0o600)

    def test_or_not_at_all(self, tmp_path):
        with pytest.raises(TypeError), new_file(tmp_path / "backup.zip") as file:
            file.write("no bytes")

        assert list(tmp_path.iterdir()) == []

    def test_a_folder_is_left_alone(self, tmp_path):
        with pytest.raises(OSError, match="is not a file"), new_file(tmp_path):
            pass
