import { type Probe, valueProbe } from "../../checks/probe.ts";

export const relationRequests: readonly Probe[] = [
  valueProbe("expanded", "expand_relations=true", "expand_relations", "true"),
  valueProbe("collapsed", "expand_relations=false", "expand_relations", "false"),
];
