"""The uuids of what a request makes. Only the server names objects.

A request id comes from outside, and a uuid names a chain of the log: whoever could choose the one
as the other would write into the log of somebody else's table.
"""

from uuid import UUID, uuid5

from django.db.models import Model

_MADE = UUID("5d0b6f2e-6c0f-4e1c-9a53-3f8a2c1d7b94")  # the namespace of everything made so


def made_uuid(kind: type[Model], of: UUID | str, request_id: UUID) -> UUID:
    """The uuid of the row of this kind that a request makes: the same when it is sent twice.

    of: where the row belongs, the uuid of its club, season, tournament or table; for what belongs
    nowhere yet, the key of the actor. That the same person asks is for the receipt to say
    (services/changes.py): a phone that keeps a deal may have got another owner before it sends
    it again.
    """
    return uuid5(_MADE, f"{kind._meta.model_name} {of} {request_id}")
