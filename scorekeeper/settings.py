"""Settings of one installation, read from the environment and from `.env`.

Every variable is described in docs/settings.md; a test compares the two lists.
"""

from pathlib import Path
from urllib.parse import urlsplit
from warnings import catch_warnings

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from scorekeeper import languages

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=False)
# Empty unless set: whatever would sign with it then fails, and wsgi.py does not start. Commands
# that only compute (score, rules) need none. `make run` writes one into .env.
SECRET_KEY = env.str("SECRET_KEY", default="development only" if DEBUG else "")
# The log, codes and second steps are sealed with the first one, and opened with each: old ones come
# last, and SECRET_KEY at the end, unless all was sealed anew by keys of its own. LOG_KEYS is a name
# of before, for keys of the log alone.
_KEYS = [*env.list("SEALING_KEYS", default=[]), *env.list("LOG_KEYS", default=[])]
if env.bool("SECRET_KEY_SEALS", default=True):
    _KEYS.append(SECRET_KEY)
elif not any(_KEYS):
    raise ImproperlyConfigured("SECRET_KEY_SEALS=false needs SEALING_KEYS: a key must seal.")
SEALING_KEYS = list(dict.fromkeys(key for key in _KEYS if key))

SITE_NAME = env.str("SITE_NAME", default="Feutre")
_SERVED = BASE_DIR / ".make" / "address"  # written by `make run`: commands print its addresses
_DEFAULT_URL = _SERVED.read_text("utf-8") if _SERVED.exists() else "http://localhost:8000"
SITE_URL = env.str("SITE_URL", default=_DEFAULT_URL).rstrip("/")
REGISTRATION = env.str("REGISTRATION", default="invite")
if REGISTRATION not in {"open", "invite", "closed"}:
    raise ImproperlyConfigured("REGISTRATION must be open, invite or closed.")

_site = urlsplit(SITE_URL)
SITE_IS_SECURE = _site.scheme == "https"
ALLOWED_HOSTS = [_site.hostname or "localhost", "localhost", "127.0.0.1"]
# The local network serves under addresses that nobody knows beforehand (make run HOST=0.0.0.0).
EXTRA_HOSTS = env.list("EXTRA_HOSTS", default=[])
ALLOWED_HOSTS += EXTRA_HOSTS
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_FAILURE_VIEW = "clubs.views.cookies.csrf_failure"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "bootstrap",
    "chartkick.django",
    "crispy_bootstrap5",
    "crispy_forms",
    "csp",
    "django_htmx",
    "django_tables2",
    "clubs",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Pages in a fifth of the bytes; a random length tells nothing of the tokens inside.
    "django.middleware.gzip.GZipMiddleware",
    "clubs.middleware.HeadMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubs.middleware.ActorMiddleware",
    "clubs.middleware.PageMiddleware",
    "clubs.middleware.RepeatMiddleware",
    "clubs.middleware.BodyMiddleware",
    "clubs.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["clubs.templatetags.feutre"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubs.context.site",
            ],
        },
    }
]
FORM_RENDERER = "clubs.forms.rendering.FormRenderer"

with catch_warnings(action="ignore"):  # of a kind that is unknown: the sentence below tells more
    DATABASES = {
        "default": env.db_url(
            "DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'data' / 'scorekeeper.sqlite3'}"
        )
    }
if (
    DATABASES["default"].get("ENGINE")
    not in {"django.db.backends.sqlite3", "django.db.backends.postgresql"}
    or not DATABASES["default"]["NAME"]
):
    raise ImproperlyConfigured(
        "DATABASE_URL must be sqlite:////folder/file or postgres://user:password@host/name."
    )
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE takes the write lock when a transaction begins: a deferred one that upgrades later
    # fails with "database is locked" as soon as two phones record at once.
    DATABASES["default"]["ENGINE"] = "scorekeeper.sqlite"
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds, in the queue of the program and then for other programs
        # The journal is cut to 4 MB once what is in it stands in the file.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        " PRAGMA journal_size_limit=4194304;",
    }
else:
    DATABASES["default"]["ENGINE"] = "scorekeeper.postgresql"
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"]["CONN_MAX_AGE"] = 60  # seconds; to open one costs more than a poll asks of it
if env.str("DATABASE_REPLICA_URL", default=""):
    _replica = env.db_url("DATABASE_REPLICA_URL")
    if DATABASES["default"]["ENGINE"] != f"scorekeeper.{_replica['ENGINE'].rpartition('.')[2]}":
        raise ImproperlyConfigured(
            "DATABASE_REPLICA_URL is of PostgreSQL, as DATABASE_URL then is."
        )
    DATABASES["replica"] = {
        **DATABASES["default"],
        **_replica,
        "ENGINE": DATABASES["default"]["ENGINE"],
        # Seconds; then the first database answers.
        "OPTIONS": {"connect_timeout": 2, **_replica.get("OPTIONS", {})},
        "TEST": {"MIRROR": "default"},
    }
    DATABASE_ROUTERS = ["clubs.replica.ReplicaRouter"]
    MIDDLEWARE.append("clubs.middleware.ReplicaMiddleware")
# Counters of failed attempts, for all processes together: docs/decisions/counters.md.
CACHES = {"default": {"BACKEND": "clubs.services.counters.CounterCache"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="fr")
LANGUAGES = languages.LANGUAGES
LOCALE_PATHS = languages.LOCALE_PATHS
FORMAT_MODULE_PATH = languages.FORMAT_MODULE_PATH
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Paris")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "clubs.staticfiles.storage.HashedStaticFilesStorage"
    },
}

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "clubs.accounts.MinimumLength",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_ADAPTER = "clubs.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "clubs.forms.people.accounts.LoginForm",
    "signup": "clubs.forms.people.accounts.SignupForm",
    "add_email": "clubs.forms.people.accounts.AddEmailForm",
    "request_login_code": "clubs.forms.people.accounts.RequestLoginCodeForm",
    "reset_password": "clubs.forms.people.accounts.ResetPasswordForm",
    "reset_password_from_key": "clubs.forms.people.accounts.ResetPasswordKeyForm",
    "change_password": "clubs.forms.people.accounts.ChangePasswordForm",
    "set_password": "clubs.forms.people.accounts.SetPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
SENDS_MAIL = bool(env.str("EMAIL_URL", default=""))  # else it is only printed
# Roles are given by address, so an address must be proved, once mail can leave at all.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if SENDS_MAIL else "optional"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True  # a phone at the table stays signed in
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"{SITE_NAME}: "
ACCOUNT_EMAIL_NOTIFICATIONS = True

MFA_ADAPTER = "clubs.accounts.StepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Without https browsers make passkeys on the machine itself alone (localhost).
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SITE_IS_SECURE
MFA_ALLOW_UNVERIFIED_EMAIL = not SENDS_MAIL  # where no mail leaves, no address is ever confirmed
MFA_FORMS = {
    "activate_totp": "clubs.forms.people.second_steps.ActivateAppForm",
    "add_webauthn": "clubs.forms.people.second_steps.AddPasskeyForm",
    "authenticate": "clubs.forms.people.second_steps.StepForm",
    "edit_webauthn": "clubs.forms.people.second_steps.NamePasskeyForm",
    "reauthenticate": "clubs.forms.people.second_steps.StepAgainForm",
}

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str(
    "DEFAULT_FROM_EMAIL", default=f"{SITE_NAME} <noreply@{_site.hostname}>"
)

TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SITE_IS_SECURE
SESSION_ENGINE = "scorekeeper.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # seconds; a phone stays signed in for a season
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = SITE_IS_SECURE
SECURE_REDIRECT_EXEMPT = ["^health$", "^ready$"]  # a monitor on the machine asks without the proxy
# On plain http browsers ignore it, and complain of it in the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if SITE_IS_SECURE else None
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if SITE_IS_SECURE else 0
# Both bind names beside ours, and cannot be taken back for a year: they are the operator's choice.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # these two
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],  # Bootstrap's own icons
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
DJANGO_TABLES2_TEMPLATE = "clubs/layout/_table.html"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "secrets": {"()": "scorekeeper.logs.SecretFilter"},
        "trouble": {"()": "scorekeeper.logs.TroubleFilter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "filters": ["secrets", "trouble"]},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "loggers": {
        # Anybody can ask for a host that is not ours. "Bad Request" stands in the log all the same.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        "fido2": {"level": "WARNING"},  # it tells which passkey signed in
        "waitress": {"level": "WARNING"},
        "waitress.queue": {"level": "ERROR"},  # a request that waits for a thread is no news
    },
    "root": {"handlers": ["console"], "level": "INFO"},
}
