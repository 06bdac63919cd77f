/** A cluster of Spark on loopback: a master and two workers. */
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { installed, Program } from "./programs.ts";

const workers = 2;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

export interface Cluster extends AsyncDisposable {
  /** As SPARK_MASTER takes it. */
  readonly url: string;
}

/**
 * Starts a cluster, and waits until all workers are there.
 *
 * @param folder - Where it keeps its logs.
 */
export async function startCluster(folder: string): Promise<Cluster> {
  mkdirSync(folder);
  const home = installed("HOME");
  const [port, page] = [await freePort(), await freePort()];
  const url = `spark://127.0.0.1:${port}`;
  const run = (role: string, ...args: string[]): Program =>
    new Program(
      `${home}/bin/spark-class`,
      [`org.apache.spark.deploy.${role}`, "--host", "127.0.0.1", ...args],
      folder,
      { SPARK_HOME: home },
    );
  const running = [run("master.Master", "--port", String(port), "--webui-port", String(page))];
  for (let worker = 0; worker < workers; worker++) {
    const size = ["--cores", "1", "--memory", "1g", "--webui-port", "0"];
    running.push(run("worker.Worker", ...size, "--work-dir", `${folder}/worker-${worker}`, url));
  }
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((one) => one.stop()));
  };
  try {
    await allAlive(`http://127.0.0.1:${page}/json/`);
  } catch (error) {
    await stop();
    throw new Error(`${error}\n${running.map(({ output }) => output).join("\n")}`);
  }
  return { url, [Symbol.asyncDispose]: stop };
}

/** Waits until the master's page counts every worker, for five minutes at most. */
async function allAlive(page: string): Promise<void> {
  const until = Date.now() + 300_000;
  while (Date.now() < until) {
    const state = await fetch(page).then(
      (response) => response.json() as Promise<{ aliveworkers?: number }>,
      () => undefined,
    );
    if (state?.aliveworkers === workers) return;
    await setTimeout(200);
  }
  throw new Error("The cluster of Spark has not started within five minutes.");
}
