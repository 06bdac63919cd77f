import { expect, test } from "vitest";
import { serverOptions, smallServer } from "../../test/support/targets.ts";
import { recordRun } from "./record.ts";
import { judgeRecording } from "./replay.ts";

test("a recording without audits is judged without them", async () => {
  await using server = await smallServer();
  const { recording } = await recordRun({ ...serverOptions(server), only: ["CASE-INFO-04"], audits: false });
  const { results } = await judgeRecording(recording, undefined, { only: ["CASE-INFO-04"] });
  expect(results).toMatchObject([{ state: "not tested", reason: "the audits were not run" }]);
});
