import { afterEach, describe, expect, test, vi } from "vitest";
import { register } from "../src/contract/contract.ts";
import { createReferenceService, type ReferenceService } from "../src/index.ts";
import { noKey } from "./support/access.ts";

const client = { client: "proba:1", clientSecret: "tajna/7+c" };
const root = "http://registar.primjer.hr";
const grant = "grant_type=client_credentials";
const basic = `Basic ${btoa("proba%3A1:tajna%2F7%2Bc")}`;

const ask = (service: ReferenceService, headers: Record<string, string> = {}): Promise<Response> =>
  service.fetch(`${root}/javni/jezik`, { headers });

/** Asks for a token. */
const post = (service: ReferenceService, body: string, authorization?: string, type?: string): Promise<Response> =>
  service.fetch(`${root}/token`, {
    method: "POST",
    body,
    headers: {
      "content-type": type ?? "application/x-www-form-urlencoded;charset=UTF-8",
      ...(authorization === undefined ? {} : { authorization }),
    },
  });

const tokenOf = async (service: ReferenceService): Promise<string> =>
  (await (await post(service, grant, basic)).json()).access_token;

describe("a server with a client", () => {
  afterEach(() => void vi.useRealTimers());

  test("gives tokens to it, by HTTP Basic or in the body, and takes them in place of a key", async () => {
    await using service = createReferenceService({ rows: 5, ...client });
    expect(service.keys).toEqual([]);
    const inBody = `${grant}&client_id=proba%3A1&client_secret=tajna%2F7%2Bc`;
    const plain = `Basic ${btoa("proba:1:tajna/7+c")}`;
    for (const [body, header] of [[`${grant}&scope=a`, basic], [inBody], [grant, basic.replace("B", "b")]] as const) {
      const response = await post(service, body, header);
      const { access_token: token, ...rest } = await response.json();
      expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(rest).toEqual({ token_type: "Bearer", expires_in: 3_600, ...(body.endsWith("a") && { scope: "a" }) });
      expect((await ask(service, { authorization: `bearer ${token}` })).status).toBe(200);
    }
    // A colon in the id is encoded, or it would end it.
    expect((await post(service, grant, plain)).status).toBe(401);
  });

  test("asks for a token, and says where to get one", async () => {
    await using service = createReferenceService({ rows: 5, ...client });
    const token = await tokenOf(service);
    for (const authorization of [undefined, "Bearer x", `Bearer ${token}x`, `Basic ${token}`, token, "Bearer "]) {
      const response = await ask(service, authorization === undefined ? {} : { authorization });
      expect(response.status).toBe(401);
      const error = authorization === undefined ? "" : ', error="invalid_token"';
      expect(response.headers.get("www-authenticate")).toBe(`Bearer realm="court register"${error}`);
      expect((await response.json()).detail).toContain("a token from POST /token.");
    }
  });

  test("asks for a key too, if it has one", async ({ skip }) => {
    skip(noKey !== undefined, noKey);
    await using service = createReferenceService({ rows: 5, keys: ["a-key"], ...client });
    const authorization = `Bearer ${await tokenOf(service)}`;
    expect((await ask(service, { authorization })).status).toBe(401);
    expect((await ask(service, { [register.keyHeader]: "a-key" })).status).toBe(401);
    expect((await ask(service, { [register.keyHeader]: "a-key", authorization })).status).toBe(200);
  });

  test("ends a token after its time", async () => {
    await using service = createReferenceService({ rows: 5, ...client, tokenSeconds: 60 });
    await service.ready();
    vi.useFakeTimers({ toFake: ["Date"] });
    const authorization = `Bearer ${await tokenOf(service)}`;
    vi.setSystemTime(Date.now() + 59_000);
    expect((await ask(service, { authorization })).status).toBe(200);
    vi.setSystemTime(Date.now() + 2_000);
    expect((await ask(service, { authorization })).status).toBe(401);
  });

  test.each<[body: string, authorization: string | undefined, status: number, error: string, type?: string]>([
    [grant, undefined, 401, "invalid_client"],
    [grant, `Basic ${btoa("proba%3A1:other")}`, 401, "invalid_client"],
    [grant, "Basic", 401, "invalid_client"],
    [grant, "Bearer x", 401, "invalid_client"],
    [`${grant}&client_id=proba%3A1`, undefined, 401, "invalid_client"],
    [`${grant}&client_secret=tajna%2F7%2Bc`, basic, 400, "invalid_request"],
    ["grant_type=password", basic, 400, "unsupported_grant_type"],
    ["", basic, 400, "invalid_request"],
    ['{"grant_type":"client_credentials"}', basic, 400, "invalid_request", "application/json"],
  ])("refuses %j with %s: %i %s", async (body, authorization, status, error, type) => {
    await using service = createReferenceService({ rows: 5, ...client });
    const response = await post(service, body, authorization, type);
    expect(response.status).toBe(status);
    expect(response.headers.get("www-authenticate")?.startsWith("Basic") ?? false).toBe(status === 401);
    expect(await response.json()).toEqual({ error, error_description: expect.any(String) });
  });

  test("has an endpoint for POST alone, of small bodies", async () => {
    await using service = createReferenceService({ rows: 5, ...client });
    expect((await service.fetch(`${root}/token`)).status).toBe(405);
    expect((await post(service, "x".repeat(20_000), basic)).status).toBe(413);
  });

  test("is the only one with an endpoint, where the contract has a key", async ({ skip }) => {
    skip(noKey !== undefined, noKey);
    await using other = createReferenceService({ rows: 5, keys: ["a-key"] });
    expect(other.client).toBeUndefined();
    expect((await post(other, grant, basic)).status).toBe(404);
  });

  test("makes a secret if none is given, and refuses what cannot be one", async () => {
    await using service = createReferenceService({ rows: 5, client: "proba" });
    const { id, secret } = service.client ?? {};
    expect((await post(service, grant, `Basic ${btoa(`${id}:${secret}`)}`)).status).toBe(200);
    expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(() => createReferenceService({ client: "a b" })).toThrow("client must be printable ASCII");
    expect(() => createReferenceService({ client: "a", clientSecret: "" })).toThrow("clientSecret must be printable");
    expect(() => createReferenceService({ clientSecret: "abcd" })).toThrow("give client too");
    expect(() => createReferenceService({ client: "a", tokenSeconds: 0 })).toThrow("tokenSeconds must be an integer");
  });
});
