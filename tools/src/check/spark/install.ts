/** Spark and the engines that it is compared with, from the Python package index. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cache } from "../support/packed.ts";
import { run, start } from "../support/process.ts";
import { installPackages, pythonIn } from "../support/python.ts";

/** Kept between runs. */
const folder = join(cache, "..", "court-register-spark");

const python = pythonIn(folder);
const settings = join(folder, "settings");

/** What is installed. */
export interface Installed {
  /** The Python that has the packages. */
  python: string;
  /** Folder of Spark. */
  home: string;
  /** Folder of its settings. */
  settings: string;
}

/** Installs what is not there yet. */
export async function installSpark(): Promise<void> {
  await needsJava();
  await installPackages(folder, fileURLToPath(new URL("requirements.txt", import.meta.url)));
  await writeSettings();
}

/**
 * Finds what {@link installSpark} has installed.
 *
 * @throws Error if it has not, or there is no Java.
 */
export async function findSpark(): Promise<Installed> {
  if (!existsSync(settings)) throw new Error("Spark is not installed. `pnpm check:spark` installs it.");
  await needsJava();
  const module = await run(python, ["-c", "import pyspark; print(pyspark.__file__)"]);
  return { python, home: dirname(module), settings };
}

/** What Spark downloads stays in the folder; it prints no progress, has no page, and drivers listen on loopback alone. */
async function writeSettings(): Promise<void> {
  await mkdir(settings, { recursive: true });
  const lines = [
    `spark.jars.ivy ${join(folder, "jars")}`,
    "spark.ui.enabled false",
    "spark.ui.showConsoleProgress false",
    "spark.driver.host 127.0.0.1",
    "spark.sql.shuffle.partitions 8",
  ];
  await writeFile(join(settings, "spark-defaults.conf"), `${lines.join("\n")}\n`);
}

async function needsJava(): Promise<void> {
  const { all = "" } = await start("java", ["-version"]);
  const [, major = "0"] = /version "(\d+)/.exec(all) ?? [];
  if (Number(major) < 17)
    throw new Error("Apache Spark needs Java 17 or newer, and `java -version` does not name one.");
}
