"""Queries that every save asks, and every phone of a room every two seconds, written as SQL once.

Django takes ten times longer to write such a query than the database to answer it. What a query
says stays a queryset; only the values differ from one time to the next.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, router
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators

Row = TypeVar("Row", covariant=True)
Make = Callable[[tuple[Any, ...]], Any]


class Asked(Expression):
    """The place of a value in a query, by its name."""

    def __init__(self, name: str, output_field: "Field[Any, Any]") -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


class Compiled(Generic[Row]):
    """A queryset that is compiled when it is first asked, for the database at hand.

    write is given an Asked for each name of fields and builds the queryset, of rows or of
    values_list(); it may not depend on anything else, nor on how many values there are. Calling it
    with the values gives the rows, which are like those of the queryset: annotations and prefetched
    rows are not supported. Where a public page reads a replica, it is asked, as by a queryset.

    adds_one_to: a column to which the same statement adds 1 before it gives the rows, which then
    are of one table. SQLite can do so from 3.35 on.
    """

    def __init__(
        self,
        write: Callable[..., QuerySet[Any, Row]],
        *,
        adds_one_to: str = "",
        **fields: "Field[Any, Any]",
    ) -> None:
        self.write, self.adds_one_to, self.fields = write, adds_one_to, fields
        self.statements: dict[str, _Statement] = {}

    def __call__(self, **values: Any) -> list[Row]:
        database = connections[DEFAULT_DB_ALIAS]
        statement = self.statements.get(database.vendor)
        if statement is None:
            asked = {name: Asked(name, field) for name, field in self.fields.items()}
            statement = self.statements[database.vendor] = _Statement(
                self.write(**asked), self.adds_one_to
            )
        prepared = {
            name: self.fields[name].get_db_prep_value(value, database)
            for name, value in values.items()
        }
        return statement.rows(prepared)

    def first(self, **values: Any) -> Row | None:
        return next(iter(self(**values)), None)


class _Statement:
    """The SQL of a queryset, and how Django makes what it gives of a row of the database."""

    def __init__(self, rows: QuerySet[Any, Any], adds_one_to: str) -> None:
        compiler = rows.query.get_compiler(connection=connection)
        self.sql, self.params = compiler.as_sql()
        self.writes = bool(adds_one_to)
        if self.writes:
            table = f'"{rows.model._meta.db_table}"'
            select, where = self.sql.removeprefix("SELECT ").split(f" FROM {table} ")
            more = f'SET "{adds_one_to}" = "{adds_one_to}" + 1'
            self.sql = f"UPDATE {table} {more} {where} RETURNING {select}"
        expressions = [expression for expression, *_sql in compiler.select]
        self.converters = list(compiler.get_converters(expressions).items())
        is_of_models = rows._iterable_class is ModelIterable
        self.model = rows.model
        self.make: Make = _maker(compiler) if is_of_models else tuple

    def rows(self, values: dict[str, Any]) -> list[Any]:
        params = [values[each.name] if isinstance(each, Asked) else each for each in self.params]
        choose = router.db_for_write if self.writes else router.db_for_read
        with connections[choose(self.model)].cursor() as cursor:
            cursor.execute(self.sql, params)
            cells = cursor.fetchall()
        if self.make is tuple and not self.converters:
            return list(cells)
        return [self.make(self._converted(row)) for row in cells]

    def _converted(self, row: Iterable[Any]) -> tuple[Any, ...]:
        cells = list(row)
        for at, (converters, expression) in self.converters:
            for convert in converters:
                cells[at] = convert(cells[at], expression, connection)
        return tuple(cells)


def _maker(compiler: Any) -> Make:
    """Makes an instance with those that it is selected with."""
    chosen, select = compiler.klass_info, compiler.select
    model: type[Model] = chosen["model"]
    first, after = chosen["select_fields"][0], chosen["select_fields"][-1] + 1
    names = [expression.target.attname for expression, *_sql in select[first:after]]
    alias = connection.alias
    related = get_related_populators(chosen, select, connection.alias)  # type: ignore[call-arg]

    def made(cells: tuple[Any, ...]) -> Model:
        row = model.from_db(alias, names, cells[first:after])
        for populator in related:
            populator.populate(cells, row)
        return row

    return made
