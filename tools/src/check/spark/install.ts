/** Spark and the engines that it is compared with, from the Python package index. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cache } from "../support/packed.ts";
import { run, start } from "../support/process.ts";
import { installPackages } from "../support/python.ts";

/** Kept between runs. */
const folder = join(cache, "..", "court-register-spark");

/** What is installed. */
export interface Installed {
  /** The Python that has the packages. */
  python: string;
  /** Folder of Spark. */
  home: string;
  /** Folder of its settings. */
  settings: string;
}

/** Installs what is not there yet. @throws Error if there is no Java. */
export async function installSpark(): Promise<Installed> {
  await needsJava();
  const python = await installPackages(folder, fileURLToPath(new URL("requirements.txt", import.meta.url)));
  const settings = await writeSettings();
  const module = await run(python, ["-c", "import pyspark; print(pyspark.__file__)"]);
  return { python, home: dirname(module), settings };
}

/** What Spark downloads stays in the folder; it prints no progress, has no page, and drivers listen on loopback alone. */
async function writeSettings(): Promise<string> {
  const settings = join(folder, "settings");
  await mkdir(settings, { recursive: true });
  const lines = [
    `spark.jars.ivy ${join(folder, "jars")}`,
    "spark.ui.enabled false",
    "spark.ui.showConsoleProgress false",
    "spark.driver.host 127.0.0.1",
    "spark.sql.shuffle.partitions 8",
  ];
  await writeFile(join(settings, "spark-defaults.conf"), `${lines.join("\n")}\n`);
  return settings;
}

async function needsJava(): Promise<void> {
  const { all = "" } = await start("java", ["-version"]);
  const [, major = "0"] = /version "(\d+)/.exec(all) ?? [];
  if (Number(major) < 17)
    throw new Error("Apache Spark needs Java 17 or newer, and `java -version` does not name one.");
}
