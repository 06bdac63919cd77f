/** `pnpm mock`: starts the mock of the REST interface, for whoever develops against the spec. */
import { readArguments } from "../shared/arguments.ts";
import "../shared/direct-loopback.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { startMock } from "../start/mock.ts";

const { values } = await readArguments(
  `pnpm mock [--port PORT]

Starts Prism on the OpenAPI document in specs/: it answers every operation of the REST interface with the spec's
examples, as JSON or XML, and refuses requests that the document does not allow. It requires a key, but accepts any,
and ignores paging; \`pnpm serve\` starts the whole service. Prints a line with the URL when it is ready, and what Prism
says of each request. Start it again after a change of the spec.

  --port PORT   of 127.0.0.1; 0 picks a free one (default: 4010)

Exit code 0: ended by Ctrl-C or SIGTERM. 2: it could not start, or Prism has ended.
`,
  { port: { type: "string", default: "4010" } },
);

async function main(): Promise<number> {
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    throw new Error(`--port ${values.port}: it is a number from 0 to 65535.`);
  await using mock = await startMock({ port, log: (line) => console.log(line) });
  console.log(`Listening on ${mock.url}`);
  const stopped = new Promise<0>((stop) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop(0));
  });
  return await Promise.race([stopped, mock.ended.then(() => 2)]);
}

endWithLauncher();
try {
  process.exitCode = await main();
} catch (error) {
  // Why it did not start is for users; the stack is not.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
