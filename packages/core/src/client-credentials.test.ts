import { inspect } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CallReport } from "./call-report.ts";
import { clientCredentials } from "./client-credentials.ts";
import { RegisterError } from "./errors.ts";

const secret = "tajna-7c1f";
const own = { tokenUrl: "https://prijava.primjer.hr/token", clientId: "klijent", clientSecret: secret };
const newReport = (): CallReport => new CallReport("jezik.list", "https://registar.primjer.hr/javni/jezik");

/** What the endpoint does with a request. */
type Behaviour = "token" | "ends at once" | "busy" | "a page" | "no connection";

const answers: Record<Behaviour, (token: string) => Response> = {
  token: (token) => Response.json({ access_token: token, token_type: "Bearer", expires_in: 600 }),
  "ends at once": (token) => Response.json({ access_token: token, token_type: "Bearer", expires_in: 0 }),
  busy: (token) => new Response(`${secret} ${token}`, { status: 503 }),
  "a page": (token) => new Response(`${secret} ${token}`),
  "no connection": (token) => {
    throw new TypeError("fetch failed", { cause: new Error(`${secret} ${token}`) });
  },
};

it("asks for one token at a time, and answers every call, however requests, failures and refusals interleave", () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom(...(Object.keys(answers) as Behaviour[]))),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
      async (scheduler, plan, calls) => {
        const left = [...plan];
        const given: string[] = [];
        let open = 0;
        const credentials = clientCredentials({
          ...own,
          fetch: async () => {
            expect(++open).toBe(1);
            await scheduler.schedule(Promise.resolve(), "response");
            open--;
            given.push(`pristupnica-${given.length}-`);
            return answers[left.shift() ?? "token"](given.at(-1) ?? "");
          },
        });
        const call = async (isRefused: boolean): Promise<void> => {
          await scheduler.schedule(Promise.resolve(), "call");
          const report = newReport();
          try {
            const first = await credentials.token(report, undefined);
            expect(given).toContain(first);
            if (!isRefused) return;
            await scheduler.schedule(Promise.resolve(), "refusal");
            expect(await credentials.token(report, first)).not.toBe(first);
          } catch (error) {
            // Nothing but an error of the call, which has no secret.
            expect(error).toBeInstanceOf(RegisterError);
            expect(error).toMatchObject({ operation: "jezik.list", tokenUrl: own.tokenUrl });
            expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain(secret);
          }
          for (const token of given.slice(-1)) expect(report.hide(`${secret} ${token}`)).not.toContain(secret);
        };
        const all = calls.map(call);
        await scheduler.waitFor(Promise.all(all));
        expect(open).toBe(0);
        // Every request was somebody's: there are no more of them than calls and refusals.
        expect(given.length).toBeLessThanOrEqual(calls.length + calls.filter(Boolean).length);
      },
    ),
  ));

it("gives the token that others have got meanwhile to a call whose own was refused", async () => {
  let count = 0;
  const credentials = clientCredentials({ ...own, fetch: async () => answers.token(`pristupnica-${++count}`) });
  const first = await credentials.token(newReport(), undefined);
  const next = await Promise.all([credentials.token(newReport(), first), credentials.token(newReport(), first)]);
  expect([first, ...next, await credentials.token(newReport(), first)]).toEqual([
    "pristupnica-1",
    ...["pristupnica-2", "pristupnica-2", "pristupnica-2"],
  ]);
});
