"""What DuckDB and Python's SQLite read from every view of a live file, as JSON: values as text, rows sorted.

    python live.py FILE
"""

import json
import sqlite3
import sys
from pathlib import Path

import duckdb

[file] = sys.argv[1:]
[extension] = [path for folder in sys.path for path in Path(folder).glob("duckdb_ext/extensions/*/*/sqlite_scanner.duckdb_extension")]

engine = duckdb.connect()
engine.execute(f"LOAD '{extension}'")
quoted = file.replace("'", "''")
engine.execute(f"ATTACH '{quoted}' AS live (TYPE sqlite, READ_ONLY)")
library = sqlite3.connect(f"file:{file}?mode=ro", uri=True)


def rows(cursor) -> dict:
    columns = [name for name, *_ in cursor.description]
    return {
        "columns": columns,
        "rows": sorted(([None if value is None else str(value) for value in row] for row in cursor.fetchall()), key=json.dumps),
    }


def read(view: str) -> dict:
    query = f'SELECT * FROM {{}}"{view}"'
    return {"DuckDB": rows(engine.execute(query.format("live."))), "SQLite": rows(library.execute(query.format("")))}


views = [name for (name,) in library.execute("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")]
sys.stderr.write(f"DuckDB {duckdb.__version__}, SQLite {sqlite3.sqlite_version}\n")
print(json.dumps({view: read(view) for view in views}))
