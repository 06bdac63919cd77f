"""Joins invoices with the register: how many there are by county, and their exact sum.

    python turnover.py EXPORT INVOICES
"""

import json
import sys

from pyspark.sql import functions as f

from register import read_list, start_spark

export, invoices = sys.argv[1:]

spark = start_spark("turnover")
# The contract states no key: a subject may have two rows, and an invoice must not count twice.
subjects = read_list(spark, export, "subjekt").groupBy("oib").agg(f.min("mbs").alias("mbs"))
seats = read_list(spark, export, "sjediste").groupBy("mbs").agg(f.min("naziv_zupanije").alias("county"))
turnover = (
    spark.read.parquet(invoices)
    .join(subjects, "oib", "left")
    .join(seats, "mbs", "left")
    .groupBy("county")
    .agg(
        f.count("*").alias("invoices"),
        f.count("mbs").alias("known"),
        f.sum("amount").cast("decimal(38,2)").cast("string").alias("amount"),
    )
    .orderBy(f.col("county").asc_nulls_last())
)
for row in turnover.collect():
    print(json.dumps(row.asDict(), ensure_ascii=False))
spark.stop()
