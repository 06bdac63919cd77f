import autocannon from "autocannon";

export interface Target {
  url: string;
  headers: Record<string, string>;
}

/**
 * Sends a burst of requests over ten connections.
 *
 * @returns milliseconds from its start to the last response. autocannon itself only notices the end at its next clock tick, which
 * can take as long as a whole burst to a fast server.
 * @throws Error when a response is not 2xx.
 */
export async function burst({ url, headers }: Target, amount: number): Promise<number> {
  const start = performance.now();
  let answers = 0;
  let last = start;
  const { errors, non2xx, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, headers, amount, connections: 10, bailout: 1, sampleInt: 10 };
    const instance = autocannon(options, (error: unknown, result) => (error ? reject(error) : resolve(result)));
    instance.on("response", () => {
      answers++;
      last = performance.now();
    });
  });
  if (errors + non2xx + timeouts > 0 || answers !== amount) {
    throw new Error(`${url}: ${non2xx} refused, ${errors} errors, ${answers} answers to ${amount} requests.`);
  }
  return last - start;
}
