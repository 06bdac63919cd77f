"""Makes up a large data set: invoices by OIB. Put your own in its place.

    python invoices.py EXPORT INVOICES [ROWS]
"""

import sys

from pyspark.sql import Window, functions as f

from register import read_list, start_spark

export, invoices, *rest = sys.argv[1:]
rows = int(rest[0]) if rest else 1_000_000

spark = start_spark("invoices")
oibs = read_list(spark, export, "subjekt").select("oib").where("oib IS NOT NULL").distinct()
numbered = oibs.withColumn("place", f.row_number().over(Window.orderBy("oib")) - 1).cache()
known = numbered.count()

# One in twenty goes to an OIB that the register does not have.
picked = spark.range(rows).withColumn("place", f.pmod(f.xxhash64("id"), f.lit(known + known // 20)))
(
    picked.join(numbered, "place", "left")
    .select(
        f.col("id").alias("invoice"),
        f.coalesce("oib", f.lit(10_000_000_000) + f.col("place")).alias("oib"),
        (f.pmod(f.xxhash64("id", f.lit("amount")), f.lit(1_000_000_000)) / f.lit(100).cast("decimal(18,0)"))
        .cast("decimal(18,2)")
        .alias("amount"),
    )
    .write.mode("overwrite")
    .parquet(invoices)
)
print(f"{invoices} has {rows} invoices to {known} OIBs and to some that the register does not have.")
spark.stop()
