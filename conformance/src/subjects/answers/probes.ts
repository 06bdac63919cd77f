import { ask, firstRows, type Probe, takes, withParameter } from "../../checks/probe.ts";

export const answerRequests: readonly Probe[] = [
  {
    name: "json",
    about: "the first rows (or all) as JSON",
    after: [],
    applies: () => true,
    request: (operation, { width }) => ask(operation, firstRows(operation, width)),
    plain: true,
  },
  {
    name: "timestamp",
    about: "a timestamp_id that matches no published state",
    after: [],
    applies: takes("timestamp_id"),
    sampled: 3,
    request: (operation, seen) =>
      ask(operation, withParameter(operation, seen, "timestamp_id", seen.random("timestamp").uuid(), 3)),
    refusal: true,
  },
];
