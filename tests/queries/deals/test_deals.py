"""What deal entry knows of a table."""

import pytest

from clubs.models import Seat
from clubs.queries.deals.deals import bare_table_to_fill, next_deal

pytestmark = pytest.mark.django_db


class TestPlaces:
    def test_stand_in_seat_order_whatever_the_rows_do(self, club):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        names = ("Dora", "Charlie", "Bob", "Alice")
        Seat.objects.filter(sitting=sitting).delete()
        for position in (3, 2, 1, 0):  # the last seat gets the lowest id
            player = club.player(names[position])
            Seat.objects.create(sitting=sitting, position=position, player=player)

        for table in (next_deal(sitting), bare_table_to_fill(sitting, 1)):
            assert [place.name for place in table.places] == ["Dora", "Charlie", "Bob", "Alice"]
            assert [place.position for place in table.places] == [0, 1, 2, 3]
