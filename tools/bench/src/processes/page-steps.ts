/** Measures the steps of reading a page in its own process, whose memory nothing else has used. `page-steps.ts ROWS CALLS` */
import { measureSteps } from "../harness/page-steps.ts";
import { pageBytes } from "../harness/service-in-memory.ts";

const [rows = 0, calls = 0] = process.argv.slice(2).map(Number);
console.log(JSON.stringify(await measureSteps(pageBytes(rows), rows, calls)));
