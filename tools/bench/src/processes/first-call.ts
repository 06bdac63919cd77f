/** Imports a contender, makes its first call, and prints the milliseconds for both. `first-call.ts MODULE URL` */
import { key } from "../harness/service-in-memory.ts";

const [, , module = "", url = ""] = process.argv;

const start = performance.now();
const { createReadPage } = await import(module);
const rows = await createReadPage({ baseUrl: url, key, fetch })(0, 10);
const took = performance.now() - start;

if (rows?.length !== 10) throw new Error(`${rows?.length} rows came, not 10.`);
console.log(took);
process.exit();
