/**
 * Prints how long a service without a port takes to start. After a build: `node test/start.ts [subjects]`.
 * A script whose output to look at, not a test: how fast a machine is proves nothing. On a busy machine, the processor's time is
 * closer to the truth.
 */
const [subjects = "100"] = process.argv.slice(2);

async function measure<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${what}: ${Math.round(performance.now() - started)} ms, processor ${Math.round((user + system) / 1_000)} ms`,
  );
  return result;
}

const { createReferenceService } = await measure("import", () => import("@court-register/reference-server"));
for (const which of ["first", "second", "third", "fourth", "fifth"])
  await measure(`${which} service, ${subjects} subjects`, async () => {
    await using service = createReferenceService({ rows: Number(subjects) });
    await service.ready();
  });
