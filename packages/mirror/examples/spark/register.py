"""What the jobs share: a session of Spark, and where the exported lists are."""

import json
import os
import sys
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

# For Spark 4.1. A newer Spark needs the runtime of its version.
ICEBERG = "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0"


def start_spark(name: str, warehouse: str | None = None) -> SparkSession:
    """Starts Spark, on the cluster that SPARK_MASTER names or on this machine. With a warehouse, it has the catalog `copy`."""
    builder = SparkSession.builder.appName(name).master(os.environ.get("SPARK_MASTER", "local[*]"))
    if warehouse:
        jar = os.environ.get("ICEBERG_JAR")
        builder = (
            builder.config("spark.jars" if jar else "spark.jars.packages", jar or ICEBERG)
            .config("spark.sql.extensions", "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
            .config("spark.sql.catalog.copy", "org.apache.iceberg.spark.SparkCatalog")
            .config("spark.sql.catalog.copy.type", "hadoop")
            .config("spark.sql.catalog.copy.warehouse", warehouse)
        )
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def read_latest(export: str) -> dict:
    """What `latest.json` says: the newest generation, and where its lists are."""
    latest = json.loads(Path(export, "latest.json").read_text(encoding="utf-8"))
    if latest["format"] != "parquet":
        sys.exit(f"{export} is an export as {latest['format']}. Export as parquet into another folder.")
    return latest


def read_list(spark: SparkSession, export: str, name: str) -> DataFrame:
    """The rows of a list in the newest generation."""
    return spark.read.parquet(str(Path(export, read_latest(export)["lists"][name]["path"])))
