"""Copies lists with dlt's REST source into SQLite: dlt_copy.py URL KEY FILE LIMIT LIST... Prints the rows of each list and the seconds."""
import json
import sqlite3
import sys
import tempfile
import time

import dlt
from dlt.sources.rest_api import rest_api_source

url, key, file, limit, *lists = sys.argv[1:]
paginator = {"type": "offset", "limit": int(limit), "offset_param": "offset", "limit_param": "limit", "total_path": None}
source = rest_api_source(
    {
        "client": {
            "base_url": f"{url}/javni/",
            "headers": {"Ocp-Apim-Subscription-Key": key},
            "paginator": paginator,
        },
        "resources": [{"name": name, "endpoint": {"path": name}} for name in lists],
    }
)
with tempfile.TemporaryDirectory() as folder:
    pipeline = dlt.pipeline(
        "copy", pipelines_dir=folder, destination=dlt.destinations.sqlalchemy(f"sqlite:///{file}"), dataset_name="main"
    )
    start = time.perf_counter()
    pipeline.run(source)
    seconds = time.perf_counter() - start
database = sqlite3.connect(file)
tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
rows = {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] if name in tables else 0 for name in lists}
print(json.dumps({"rows": rows, "seconds": seconds}))
