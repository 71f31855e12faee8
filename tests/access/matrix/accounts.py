"""Signing in and up, and what somebody keeps of their account. Most are pages of allauth."""

from tests.access.matrix.rows import DONE_BY_SIGNED_IN, OPEN_REGISTRATION, SIGNED_IN, row
from tests.cast import PASSWORD

CREDENTIALS = {"login": "alice@example.org", "password": PASSWORD}
CONFIRM_EMAIL = r"^confirm-email/(?P<key>[-:\w]+)/$"
RESET_KEY = r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"
AGAIN = DONE_BY_SIGNED_IN  # the password first, once more: on to that page
NOT_SENT = "login 405 405 405 405 405"
NO_STEP = "login 404 404 404 404 404"
STEP_KEY = "/account/steps/webauthn/keys/1/"
AWAY = "200 302 302 302 302 302"  # of no use to somebody who is signed in
NEW = "une autre phrase longue"
NEW_ACCOUNT = {"email": "hugo@example.org", "password1": NEW}

ROWS = [
    row("account_login", "login/", AWAY, "302", fill=CREDENTIALS),
    row(
        "account_request_login_code",
        "login/link/",
        AWAY,
        "302",
        fill={"email": "alice@example.org"},
    ),
    row(
        "account_request_login_code",
        "login/code/",
        AWAY,
        "302",
        fill={"email": "alice@example.org"},
    ),
    row("account_confirm_login_code", "login/code/confirm/", "302", "302"),
    row("account_logout", "logout/", "302 200 200 200 200 200", "302"),
    row("account_signup", "signup/", AWAY, AWAY, fill=NEW_ACCOUNT),
    row("account_signup", "signup/", AWAY, "302", fill=NEW_ACCOUNT, **OPEN_REGISTRATION),
    row("account_inactive", "inactive/", "200"),
    row(
        "account_reauthenticate",
        "reauthenticate/",
        SIGNED_IN,
        DONE_BY_SIGNED_IN,
        fill={"password": PASSWORD},
    ),
    row(
        "account_email",
        "email/",
        SIGNED_IN,
        DONE_BY_SIGNED_IN,
        fill={"email": "new@example.org", "action_add": ""},
    ),
    row(
        "account_delete",
        "account/delete/",
        SIGNED_IN,
        "login 422 302 422 422 422",  # the address of the member: not their own
        fill={"email": "bob@example.org"},
    ),
    row("account_email_verification_sent", "confirm-email/", "200"),
    row(
        "account_confirm_email",
        CONFIRM_EMAIL,
        "200",  # it says that the link is no good
        "404",
        path=lambda s: "/confirm-email/nothing/",
    ),
    row(
        "account_change_password",
        "password/change/",
        SIGNED_IN,
        DONE_BY_SIGNED_IN,
        fill={"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    ),
    row(
        "account_set_password",
        "password/set/",
        DONE_BY_SIGNED_IN,  # on to a change: each of these accounts has a password
        DONE_BY_SIGNED_IN,
    ),
    row(
        "account_reset_password",
        "password/reset/",
        "200",
        "302",
        fill={"email": "alice@example.org"},
    ),
    row("account_reset_password_done", "password/reset/done/", "200"),
    row(
        "account_reset_password_from_key",
        RESET_KEY,
        "200",  # it says that the link is no good
        "200",
        path=lambda s: "/password/reset/key/1-nothing/",
    ),
    row("account_reset_password_from_key_done", "password/reset/key/done/", "200"),
    row("session_list", "account/sessions/", SIGNED_IN, DONE_BY_SIGNED_IN, fill={"end": "others"}),
    row("mfa_index", "account/steps/", SIGNED_IN, NOT_SENT),
    row("mfa_authenticate", "account/steps/authenticate/", "302", "302"),
    row("mfa_login_webauthn", "account/steps/webauthn/login/", "302", "302"),
    row("mfa_list_webauthn", "account/steps/webauthn/", "302", "302"),
    *(
        row(f"mfa_{name}", f"account/steps/{rest}", AGAIN, AGAIN)
        for name, rest in [
            ("activate_totp", "totp/activate/"),
            ("generate_recovery_codes", "recovery-codes/generate/"),
            ("add_webauthn", "webauthn/add/"),
        ]
    ),
    *(
        row(f"mfa_{name}", f"account/steps/{rest}", AGAIN, AGAIN, path=lambda s, to=to: to)
        for name, rest, to in [
            ("remove_webauthn", "webauthn/keys/<int:pk>/remove/", STEP_KEY + "remove/"),
            ("edit_webauthn", "webauthn/keys/<int:pk>/edit/", STEP_KEY + "edit/"),
        ]
    ),
    # These accounts have no second step yet.
    row("mfa_reauthenticate", "account/steps/reauthenticate/", AGAIN, AGAIN),
    row("mfa_reauthenticate_webauthn", "account/steps/webauthn/reauthenticate/", AGAIN, AGAIN),
    row("mfa_deactivate_totp", "account/steps/totp/deactivate/", NO_STEP, NO_STEP),
    row("mfa_view_recovery_codes", "account/steps/recovery-codes/", NO_STEP, NOT_SENT),
    row("mfa_download_recovery_codes", "account/steps/recovery-codes/download/", NO_STEP, NO_STEP),
]
