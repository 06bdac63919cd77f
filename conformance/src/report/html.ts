import { escapeMarkup } from "../markup.ts";
import type { Report } from "./report.ts";

/** A first report for people: one file, no network, no scripts. */
export function htmlReport(report: Report): string {
  return `<!doctype html><meta charset="utf-8"><title>Conformance</title><p>${escapeMarkup(report.verdict)}</p>`;
}
