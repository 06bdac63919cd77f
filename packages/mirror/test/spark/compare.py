"""What each engine says of the same generation: rows and exact sums of every list, as JSON, a line for each engine.

    python compare.py EXAMPLE EXPORT SQLITE WAREHOUSE INVOICES [POSTGRES] -- TABLE …
"""

import json
import sqlite3
import sys
from collections import defaultdict
from decimal import Context, Decimal
from pathlib import Path

import duckdb
from pyspark.sql import functions as f

example, *arguments = sys.argv[1:]
sys.path.insert(0, example)
from register import read_latest, read_list, start_spark  # noqa: E402: it is the example's

places, tables = arguments[: arguments.index("--")], arguments[arguments.index("--") + 1 :]
export, sqlite, warehouse, invoices, *postgres = places
paths = {name: str(Path(export, one["path"])) for name, one in read_latest(export)["lists"].items()}
exact = Context(prec=60)


def numbers_of(types: dict[str, str]) -> list[str]:
    return [name for name, type_ in types.items() if type_ == "bigint" or type_.startswith("decimal")]


def plain(number) -> str | None:
    """The same text for the same number, whatever engine it is from."""
    return None if number is None else format(exact.normalize(exact.create_decimal(number)), "f")


def say(engine: str, lists: dict) -> None:
    print(json.dumps({"engine": engine, "lists": lists}), flush=True)


spark = start_spark("compare", warehouse)
frames = {name: read_list(spark, export, name) for name in paths}
numbers = {name: numbers_of(dict(frame.dtypes)) for name, frame in frames.items()}
types = {name: dict(frame.dtypes) for name, frame in frames.items()}


def by_spark() -> dict:
    said = {}
    for name, frame in frames.items():
        # ANSI mode refuses a sum of bigints that is none itself.
        sums = [f.sum(f.col(one).cast("decimal(38,0)") if types[name][one] == "bigint" else f.col(one)) for one in numbers[name]]
        rows, *totals = frame.agg(f.count("*"), *sums).first()
        said[name] = {"rows": rows, "sums": dict(zip(numbers[name], map(plain, totals)))}
    return said


def by_sql(query) -> dict:
    said = {}
    for name in paths:
        sums = [f'sum("{one}")' for one in numbers[name]]
        rows, *totals = query(name, ", ".join(["count(*)", *sums]))
        said[name] = {"rows": rows, "sums": dict(zip(numbers[name], map(plain, totals)))}
    return said


def by_sqlite() -> dict:
    """Sums in Python, where integers have no end: the amounts of SQLite are texts."""
    database = sqlite3.connect(f"file:{sqlite}?mode=ro", uri=True)
    said = {}
    for name in paths:
        columns = ", ".join(["1", *(f'"{one}"' for one in numbers[name])])
        rows, totals = 0, defaultdict(lambda: None)
        for _, *values in database.execute(f'SELECT {columns} FROM "{name}"'):
            rows += 1
            for one, value in zip(numbers[name], values):
                if value is not None:
                    totals[one] = exact.add(totals[one] or Decimal(0), exact.create_decimal(value))
        said[name] = {"rows": rows, "sums": {one: plain(totals[one]) for one in numbers[name]}}
    return said


def by_duckdb() -> dict:
    return by_sql(lambda name, what: duckdb.sql(f"SELECT {what} FROM '{paths[name]}/*.parquet'").fetchone())


def by_postgres(url: str) -> dict:
    import psycopg

    with psycopg.connect(url) as connection:
        return by_sql(lambda name, what: connection.execute(f'SELECT {what} FROM court_register."{name}"').fetchone())


def turnover_by_duckdb() -> list[dict]:
    """The join of the example, in other words and by another engine."""
    rows = duckdb.sql(f"""
        WITH subjects AS (SELECT oib, min(mbs) AS mbs FROM '{paths["subjekt"]}/*.parquet' GROUP BY oib),
        seats AS (SELECT mbs, min(naziv_zupanije) AS county FROM '{paths["sjediste"]}/*.parquet' GROUP BY mbs)
        SELECT county, count(*), count(mbs), sum(amount)::VARCHAR
        FROM '{invoices}/*.parquet' LEFT JOIN subjects USING (oib) LEFT JOIN seats USING (mbs) GROUP BY county
    """).fetchall()
    return [dict(zip(("county", "invoices", "known", "amount"), row)) for row in rows]


def differences(name: str) -> int:
    """Rows that either the table that was kept up to date or the newest generation has too many of."""
    kept = spark.table(f"copy.{name}")
    copies = kept.withColumn("copy", f.explode(f.sequence(f.lit(1), f.col("_copies").cast("int"))))
    rows = copies.select(*frames[name].columns)
    return rows.exceptAll(frames[name]).count() + frames[name].exceptAll(rows).count()


say("Spark", by_spark())
say("SQLite", by_sqlite())
say("DuckDB", by_duckdb())
for url in postgres:
    say("PostgreSQL", by_postgres(url))
print(json.dumps({"turnover": turnover_by_duckdb()}, ensure_ascii=False))
print(json.dumps({"differences": {name: differences(name) for name in tables}}))
spark.stop()
