import { once } from "node:events";
import { Command, Option } from "commander";
import { written } from "#kit/watch-output";
import { serve } from "../serve/server.ts";
import { schemaOption, type TargetFlags, timeZoneOption, wholeNumber } from "./options.ts";
import type { Run } from "./screen.ts";
import { Stop } from "./stop.ts";

/** `serve TARGET` */
export const serveCommand = (run: Run): Command =>
  new Command("serve")
    .description("Serves a page to look at TARGET: search, subjects with their history, what each generation changed.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .option("--port <port>", "port; 0 picks a free one (default: 8081)", wholeNumber(0))
    .addOption(
      new Option(
        "--host <address>",
        "address to listen on (default: 127.0.0.1). Whoever reaches it reads personal data",
      ),
    )
    .option(
      "--public-url <url>",
      "where others find the page if a proxy is in front of it; feeds link to it (default: the address asked for)",
    )
    .addOption(timeZoneOption())
    .addOption(schemaOption())
    .action(
      async (
        target: string,
        options: TargetFlags & { port?: number; host?: string; publicUrl?: string; timeZone?: string },
      ) => {
        using stop = new Stop();
        await using served = await serve(target, options);
        run.out.print(`Listening on ${served.url}`);
        // A page whose address nobody can know is not served.
        if (await written()) await once(stop.signal, "abort");
      },
    );
