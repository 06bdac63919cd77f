/** The cost per row of each step of reading a page, in any client. */
export interface Steps {
  /** Microseconds per row in `text()`. */
  text: number;
  /** Microseconds per row in `JSON.parse`. */
  parse: number;
  /** Microseconds of system CPU time per row. */
  system: number;
  /** Memory pages that the operating system allocated per 1,000 rows. */
  faults: number;
}

/**
 * Measures separately the two steps that no client can avoid, on a page with this many rows.
 *
 * @param calls - how many times the page is read, after a quarter as many times to warm up.
 */
export async function measureSteps(body: Uint8Array<ArrayBuffer>, rows: number, calls: number): Promise<Steps> {
  let text = 0;
  let parse = 0;
  const read = async (): Promise<void> => {
    const start = performance.now();
    const json = await new Response(body).text();
    const between = performance.now();
    if (JSON.parse(json).length !== rows) throw new Error(`The page has not ${rows} rows.`);
    text += between - start;
    parse += performance.now() - between;
  };
  for (let call = 0; call < calls / 4; call++) await read();
  text = 0;
  parse = 0;
  const before = process.resourceUsage();
  for (let call = 0; call < calls; call++) await read();
  const after = process.resourceUsage();
  const all = calls * rows;
  return {
    text: (1_000 * text) / all,
    parse: (1_000 * parse) / all,
    system: (after.systemCPUTime - before.systemCPUTime) / all,
    faults: (1_000 * (after.minorPageFault - before.minorPageFault)) / all,
  };
}
