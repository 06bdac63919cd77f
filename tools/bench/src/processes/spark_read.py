"""Reads every value of the exported lists with Spark on this machine, and keeps nothing: `spark_read.py EXAMPLE EXPORTED`.

It prints the rows, the seconds without the start of Spark, and the greatest resident memory of Spark's own process, in MiB.
"""

import json
import resource
import sys
import time

example, exported = sys.argv[1:]
sys.path.insert(0, example)
from register import read_latest, read_list, start_spark  # noqa: E402: it is the example's

spark = start_spark("read")
names = read_latest(exported)["lists"]
began = time.perf_counter()
for name in names:
    read_list(spark, exported, name).write.format("noop").mode("overwrite").save()
seconds = time.perf_counter() - began
rows = sum(read_list(spark, exported, name).count() for name in names)

# Memory of a child is known once it has ended.
gateway = spark.sparkContext._gateway
spark.stop()
gateway.shutdown()
gateway.proc.stdin.close()
gateway.proc.wait()
unit = 2**20 if sys.platform == "darwin" else 2**10
memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit
print(json.dumps({"rows": rows, "seconds": seconds, "memory": memory}))
