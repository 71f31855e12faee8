#!/usr/bin/env bash
# Upgrade the demo club of an older version to this one, and go back as docs/operators.md says.
#
#     scripts/way_back.sh REVISION        # of a version whose migrations this one continues
#
# Uses the packages of .venv for both. Works in a temporary folder; exit status 0 when every
# check_scores is clean and the rows and the last hash of the log are those of before.

set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/old"
git archive "$1" | tar x -C "$folder/old"
export SECRET_KEY="of a try" DATABASE_URL="sqlite:///$folder/feutre.sqlite3"

old() { (cd "$folder/old" && "$here/.venv/bin/python" -W ignore manage.py "$@"); }
new() { .venv/bin/python -W ignore manage.py "$@"; }
figures() {
    .venv/bin/python - "$1" <<'PYTHON'
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
for query in (
    "SELECT count(*) FROM clubs_deal",
    "SELECT count(*), sum(score) FROM clubs_dealscore",
    # older versions have the hash as text
    "SELECT count(*), group_concat(CASE typeof(hash) WHEN 'blob' THEN lower(hex(hash)) ELSE hash END)"
    " FROM (SELECT hash FROM clubs_auditentry ORDER BY id)",
):
    print([str(value)[-64:] for value in database.execute(query).fetchone()])
PYTHON
}

echo "=== before"
old migrate --verbosity 0
old demo >/dev/null 2>&1
old check_scores
old backup "$folder/before.zip"
before=$(figures "$folder/feutre.sqlite3")

echo "=== the upgrade"
if new check_scores; then echo "an old database was not refused" && exit 1; fi
new migrate --verbosity 0
new tidy
new check_scores
diff <(echo "$before") <(figures "$folder/feutre.sqlite3")
if new migrate clubs 0001; then echo "migrations were undone unasked" && exit 1; fi

echo "=== the way back"
mkdir "$folder/data-after"
mv "$folder"/feutre.sqlite3* "$folder/data-after"
old migrate --verbosity 0
old restore "$folder/before.zip"
old check_scores
diff <(echo "$before") <(figures "$folder/feutre.sqlite3")
echo "The way back works: $(echo "$before" | head -1) deals, the same log."
