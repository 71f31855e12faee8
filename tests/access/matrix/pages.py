"""Pages outside the clubs."""

from tests.access.matrix.rows import row

ROWS = [
    row("front_page", "", "200"),
    row(
        "preferences",
        "settings/",
        "200",
        "302",
        fill={"language": "fr", "theme": "dark", "text": "125", "hand": "left"},
    ),
    row("trial", "try/", "200"),
    row("trial_hand", "try/hand/", "200"),
    row("language_set", "language/", "405", "302", fill={"language": "en"}),
    row("sheet_blank", "blank/", "200"),
    row("figures_help", "numbers/", "200"),
    row("sheet_blank_pdf", "blank/sheet.pdf", "200"),
    row("fingerprint_check", "check/", "200"),
    # The same for everybody: a phone keeps them for when it is without network.
    row("health", "health", "200"),
    row("ready", "ready", "200"),
    row("service_worker", "sw.js", "200"),
    row("manifest", "manifest.webmanifest", "200"),
    row("favicon", "favicon.ico", "302"),
    row("offline_page", "offline/", "200"),
    row("unanswered_page", "offline/unanswered/", "200"),
    row("token", "token/", "204"),
]
