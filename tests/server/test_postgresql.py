"""A connection to PostgreSQL that is kept from one request to the next."""

import pytest
from django.db import DatabaseError, connection, connections


@pytest.mark.postgresql
@pytest.mark.django_db
def test_that_it_is_gone_is_known_without_asking_on_it() -> None:
    phone = connections.create_connection("default")
    try:
        with phone.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            ((process,),) = cursor.fetchall()
        with connection.cursor() as cursor:
            assert phone.is_usable()
            cursor.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [process])
            assert cursor.fetchall() == [("SELECT pg_backend_pid()",)]

            phone.set_autocommit(False)
            with pytest.raises(DatabaseError), phone.cursor() as asked:
                asked.execute("SELECT nothing")
            assert not phone.is_usable()
            phone.rollback()
            phone.set_autocommit(True)

            cursor.execute("SELECT pg_terminate_backend(%s, 20000)", [process])
        assert not phone.is_usable()
    finally:
        phone.close()
