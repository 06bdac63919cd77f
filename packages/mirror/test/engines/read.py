"""What DuckDB and PyArrow read from all generations of a list, in the ways that the README of the mirror shows, as JSON.

    python read.py EXPORT LIST COLUMN …
"""

import json
import sys
from decimal import Decimal
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

export, name, *columns = sys.argv[1:]
folder = Path(export, name)


def plain(value):
    return format(value, "f") if isinstance(value, Decimal) else value


def by_duckdb(source: str, columns: list[str]) -> dict:
    relation = duckdb.sql(f"SELECT generation, {', '.join(columns)} FROM {source} ORDER BY ALL")
    return {
        "types": {column: str(type_) for column, type_ in zip(relation.columns, relation.types)},
        "rows": [[plain(value) for value in row] for row in relation.fetchall()],
    }


def by_pyarrow(files: ds.Dataset, columns: list[str]) -> dict:
    table = files.to_table(columns=["generation", *columns]).sort_by([(name, "ascending") for name in ["generation", *columns]])
    return {
        "types": {field.name: str(field.type) for field in table.schema},
        "rows": [[plain(value) for value in row.values()] for row in table.to_pylist()],
    }


files = sorted(folder.glob("*/*.parquet"))
dataset = ds.dataset(folder, partitioning="hive")
whole = dataset.replace_schema(pa.unify_schemas([dataset.schema, *(pq.read_schema(file) for file in files)]))
print(
    json.dumps(
        {
            # The column of amounts alone: it is in every file.
            "DuckDB, as it is": by_duckdb(f"'{folder}/*/*.parquet'", columns[:2]),
            "PyArrow, as it is": by_pyarrow(dataset, columns[:2]),
            "DuckDB": by_duckdb(f"read_parquet('{folder}/*/*.parquet', union_by_name = true)", columns),
            "PyArrow": by_pyarrow(whole, columns),
        }
    )
)
