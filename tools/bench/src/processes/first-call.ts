/** Imports a contender, makes its first call, and prints the milliseconds for both. `first-call.ts MODULE URL ROWS` */
import { key } from "../clients/service-in-memory.ts";

const [, , module = "", url = "", size = ""] = process.argv;
const limit = Number(size);

const start = performance.now();
const { createReadPage } = await import(module);
const rows = await createReadPage({ baseUrl: url, key, fetch })(0, limit);
const took = performance.now() - start;

if (rows?.length !== limit) throw new Error(`${rows?.length} rows came, not ${limit}.`);
console.log(took);
process.exit();
