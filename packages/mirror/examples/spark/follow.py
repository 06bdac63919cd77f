"""Keeps tables of Iceberg up to date from what each generation changed.

    python follow.py EXPORT WAREHOUSE LIST …

The contract states no key, so that a row is its content: `_content` is its hash, `_copies` how many rows are equal to it, and
`_generation` the one that changed it last. A generation that is merged twice changes nothing the second time, so that a job that
was killed is simply run again.
"""

import json
import sys
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession, functions as f

from register import read_latest, read_list, start_spark

# Property of a table: the generation that it has.
GENERATION = "register.generation"
# What changes have beside the fields of the list: whose they are.
SUBJECT = ["company_mbs", "company_oib", "company_naziv"]
OWN = ["_content", "_copies", "_generation"]


def with_content(rows: DataFrame) -> DataFrame:
    fields = sorted(name for name in rows.columns if name != "change")
    return rows.withColumn("_content", f.sha2(f.to_json(f.struct(*fields)), 256))


def counted(rows: DataFrame, copies: f.Column, generation: int) -> DataFrame:
    """One row for all that are equal."""
    fields = [name for name in rows.columns if name != "change"]
    sums = with_content(rows).groupBy("_content", *fields).agg(f.sum(copies).alias("_copies"))
    return sums.select(*fields, *OWN[:2], f.lit(generation).cast("bigint").alias("_generation"))


def create(spark: SparkSession, export: str, name: str, generation: int) -> None:
    rows = counted(read_list(spark, export, name), f.lit(1), generation)
    rows.writeTo(f"copy.{name}").tableProperty(GENERATION, str(generation)).create()


def refuse_other_columns(spark: SparkSession, name: str, generation: int, rows: DataFrame) -> None:
    """A type is the same in all generations, but the contract may get a column."""
    kept = spark.table(f"copy.{name}").drop(*OWN).schema
    found = rows.drop("change").schema
    if [(one.name, one.dataType) for one in kept] != [(one.name, one.dataType) for one in found]:
        sys.exit(f"The columns of {name} have changed in generation {generation}. Drop the table copy.{name} and run this again.")


def merge(spark: SparkSession, export: str, name: str, generation: int) -> None:
    path = Path(export, f"{name}_changes", f"generation={generation}")
    if not path.exists():
        sys.exit(f"{path} is missing: court-register-mirror export TARGET {export} --generation {generation} --changes")
    rows = spark.read.parquet(str(path)).drop(*SUBJECT)
    refuse_other_columns(spark, name, generation, rows)
    copies = f.when(f.col("change") == "new", 1).otherwise(-1)
    counted(rows, copies, generation).where("_copies <> 0").createOrReplaceTempView("changes")
    spark.sql(f"""
        MERGE INTO copy.{name} t USING changes c ON t._content = c._content
        WHEN MATCHED AND t._generation < c._generation AND t._copies + c._copies = 0 THEN DELETE
        WHEN MATCHED AND t._generation < c._generation
            THEN UPDATE SET t._copies = t._copies + c._copies, t._generation = c._generation
        WHEN NOT MATCHED AND c._copies > 0 THEN INSERT *
    """)
    spark.sql(f"ALTER TABLE copy.{name} SET TBLPROPERTIES ('{GENERATION}' = '{generation}')")


def generation_of(spark: SparkSession, name: str) -> int:
    return int(spark.sql(f"SHOW TBLPROPERTIES copy.{name} ('{GENERATION}')").first()["value"])


export, warehouse, *names = sys.argv[1:]
spark = start_spark("follow", warehouse)
latest = read_latest(export)["generation"]
for name in names:
    if not spark.catalog.tableExists(f"copy.{name}"):
        create(spark, export, name, latest)
    before = generation_of(spark, name)
    for generation in range(before + 1, latest + 1):
        merge(spark, export, name, generation)
    rows = spark.sql(f"SELECT coalesce(sum(_copies), 0) AS rows FROM copy.{name}").first()["rows"]
    print(json.dumps({"list": name, "from": before, "generation": latest, "rows": int(rows)}))
spark.stop()
