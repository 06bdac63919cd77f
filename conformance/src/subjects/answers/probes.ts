import { ask, firstRows, type Probe, takes, withParameter } from "../../checks/probe.ts";

export const answerRequests: readonly Probe[] = [
  {
    name: "json",
    about: "the first rows (or all) as JSON",
    request: (operation, { width }) => ask(operation, firstRows(operation, width)),
    plain: true,
  },
  {
    name: "timestamp",
    about: "a timestamp_id that matches no published state",
    applies: takes("timestamp_id"),
    sampled: 3,
    request: (operation, seen) =>
      ask(operation, withParameter(operation, seen, "timestamp_id", seen.random("timestamp").uuid(), 3)),
    refusal: true,
  },
];
