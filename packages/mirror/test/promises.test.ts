/** What the mirror promises, against a service that misbehaves in every way that was seen. */
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { MirrorError, prune, type SyncEvent, sync, verify } from "../src/index.ts";
import { copied, firstDay, history, nextDay, optionsFor, secondDay, startRegister } from "./support/days.ts";
import type { NoRows, Register } from "./support/register.ts";
import { canonicalRows, inTarget, newTarget, rowsInViews } from "./support/target.ts";

/** What readers of a target see. */
const view = (target: string): Promise<Record<string, string[]>> => rowsInViews(target, copied);

const canonicalDay = (day: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(copied.map((list) => [list, canonicalRows(day[list] ?? [])]));

/** The error that a promise rejects with. */
async function errorOf(promise: Promise<unknown>): Promise<MirrorError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MirrorError);
  return error as MirrorError;
}

/** Answers one request of each kind that `matches` itself. */
function answerOnce(
  register: Register,
  matches: (list: string, offset: number | undefined) => boolean,
  status: number,
  body: string,
): void {
  register.intercept = ({ list, offset, response }) => {
    if (!matches(list, offset)) return false;
    register.intercept = undefined;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
    return true;
  };
}

test.each<NoRows>(["[]", "null", "{}", "nothing", "status 400", "status 500"])(
  "a copy is complete where a capped page is short and %s says that there are no more rows",
  async (noRows) => {
    await using register = await startRegister(true);
    await using target = await newTarget();
    register.noRows = noRows;
    register.cap = 3;
    register.rows = { ...firstDay, postupak: [] };
    const lists = [...copied, "postupak", "ino_registar"];
    const { changes } = await sync(target.name, { ...optionsFor(register), lists });
    expect(changes.find(({ list }) => list === "postupak")?.rows).toBe(0);
    expect(await view(target.name)).toEqual(canonicalDay(firstDay));
  },
);

test.each<[string, () => string]>([
  ["is always too great", () => "99"],
  ["is always too small", () => "3"],
])("a total that %s is not believed, and the earlier copy stays", async (_, total) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  nextDay(register);
  register.total = total;
  const error = await errorOf(sync(target.name, optionsFor(register)));
  expect(error.kind).toBe("changing");
  expect(error.resumable).toBe(true);
  expect(await view(target.name)).toEqual(canonicalDay(firstDay));
});

test.each(["sjediste", "subjekt", "jezik"])(
  "an empty response for %s is not believed where the service names a total, in a first copy",
  async (list) => {
    await using register = await startRegister(true);
    await using target = await newTarget();
    let isEmpty = true;
    register.intercept = ({ list: asked, offset, limit, response }) => {
      if (asked !== list || limit === 1) return false;
      response.setHeader("x-total-count", firstDay[list]?.length ?? 0);
      if (!isEmpty || (offset ?? 0) > 0) return false;
      isEmpty = false;
      response.writeHead(200, { "x-timestamp-id": "first-day" }).end("[]");
      return true;
    };
    const restarts: string[] = [];
    const onEvent = (event: SyncEvent) => event.type === "restart" && restarts.push(event.reason);
    await sync(target.name, { ...optionsFor(register), onEvent });
    expect(restarts).toEqual([expect.stringMatching(`${list}.* ${firstDay[list]?.length} rows, and .* 0`)]);
    expect(await view(target.name)).toEqual(canonicalDay(firstDay));
  },
);

test.each(["sjediste", "subjekt", "jezik"])(
  "a total that %s never has is told, and the earlier copy stays",
  async (list) => {
    await using register = await startRegister(true);
    await using target = await newTarget();
    register.intercept = ({ list: asked, response }) => {
      if (asked === list) response.setHeader("x-total-count", "40");
      return false;
    };
    register.total = () => "40";
    const error = await errorOf(sync(target.name, { ...optionsFor(register), lists: [list] }));
    expect(error).toMatchObject({ kind: "changing", resumable: true });
    if (list !== "sjediste") expect(error.message).toMatch(/has 40 rows, and has sent \d+\..*leave \w+ out/);
  },
);

describe.each<NoRows>(["null", "{}", "nothing", "status 400", "status 500"])("%s in place of rows", (sign) => {
  const shown = sign === "nothing" ? "an empty body" : sign;
  const sendSign = (register: Register, response: ServerResponse) => {
    register.noRows = sign;
    response.setHeader("x-timestamp-id", "first-day");
    register.sendNoRows(response);
    return true;
  };

  test.each<[string, number]>([
    ["sjediste", 0],
    ["subjekt", 0],
    ["subjekt", 4],
    ["jezik", 0],
  ])("is asked once more, in %s at %i, and then there are all rows", async (list, offset) => {
    await using register = await startRegister(true);
    await using target = await newTarget();
    let isFirst = true;
    register.intercept = ({ list: asked, offset: at = 0, limit, response }) => {
      if (asked !== list || at < offset || limit === 1 || !isFirst) return false;
      isFirst = false;
      return sendSign(register, response);
    };
    const result = await sync(target.name, optionsFor(register));
    expect(isFirst).toBe(false);
    expect(result.empty).toEqual([]);
    expect(await view(target.name)).toEqual(canonicalDay(firstDay));
  });

  test("is believed the second time for a list without rows, and told", async () => {
    await using register = await startRegister(true);
    await using target = await newTarget();
    register.noRows = sign;
    register.rows = { ...firstDay, postupak: [], drzava: [] };
    const lists = [...copied, "postupak", "drzava"];
    const told: SyncEvent[] = [];
    const { empty } = await sync(target.name, {
      ...optionsFor(register),
      lists,
      onEvent: (event) => event.type === "empty" && told.push(event),
    });
    expect(empty).toEqual([
      { list: "postupak", sign: shown },
      { list: "drzava", sign: shown },
    ]);
    expect(told).toHaveLength(2);
    expect(await view(target.name)).toEqual(canonicalDay(firstDay));
  });
});

test("a total that the service named before the walk is held against what it sends then", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  register.intercept = ({ list, limit, response }) => {
    if (list !== "sjediste" || limit === 1) return false;
    response.writeHead(200, { "x-timestamp-id": "first-day" }).end("[]");
    return true;
  };
  const error = await errorOf(sync(target.name, optionsFor(register)));
  expect(error.message).toContain("the service said that sjediste has 24 rows, and has sent 0");
});

test.each<NoRows>(["nothing", "status 400"])(
  "a state that %s in place of rows names is one that the copy keeps to",
  async (sign) => {
    await using register = await startRegister(true);
    await using target = await newTarget();
    register.rows = { ...firstDay, sjediste: [] };
    register.noRows = sign;
    register.intercept = ({ list }) => {
      if (list === "jezik" && register.state === "first-day") nextDay(register);
      return false;
    };
    const result = await sync(target.name, optionsFor(register));
    expect(result).toMatchObject({ state: "first-day", proof: "state" });
    expect(await view(target.name)).toEqual(canonicalDay({ ...firstDay, sjediste: [] }));
  },
);

test("a state that is lost in the middle does not look like lists without rows, where the service says 505 to it", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  register.intercept = ({ list, state, response }) => {
    if (list === "subjekt" && register.state === "first-day") {
      nextDay(register);
      register.earlier = {};
    }
    if (state !== "first-day" || register.state === "first-day") return false;
    response.writeHead(400, {}).end('{"error_code":505,"error_message":"no rows"}');
    return true;
  };
  await sync(target.name, optionsFor(register));
  expect(await view(target.name)).toEqual(canonicalDay(secondDay));
});

test("another service with the same state is copied, and a state in other letters is the same", async () => {
  await using register = await startRegister(true);
  await using other = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  other.rows = secondDay;
  await sync(target.name, { ...optionsFor(other), anew: true, acceptShrink: true });
  expect(await view(target.name)).toEqual(canonicalDay(secondDay));
  other.state = "FIRST-day";
  expect(await sync(target.name, optionsFor(other))).toMatchObject({ upToDate: true, requests: 1 });
});

test("a value with thousands of levels ends the run with a sentence", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  const deep = `${"[".repeat(9_000)}${"]".repeat(9_000)}`;
  register.rows = { ...firstDay, jezik: [`{"id":1,"naziv":${deep}}`, '{"id":2}'] };
  expect(await errorOf(sync(target.name, optionsFor(register)))).toMatchObject({ kind: "service" });
});

test("without named states, what was copied before an interruption is read again", async () => {
  await using register = await startRegister(false);
  await using target = await newTarget();
  answerOnce(register, (list) => list === "jezik", 403, "{}");
  const error = await errorOf(sync(target.name, optionsFor(register)));
  expect(error.kind).toBe("refused");
  nextDay(register);
  await sync(target.name, optionsFor(register));
  expect(await view(target.name)).toEqual(canonicalDay(secondDay));
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a list whose responses name no state is read again after an interruption, the others are not", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  let isStopped = true;
  const asked: string[] = [];
  register.intercept = ({ list, offset = 0, limit = 100, response }) => {
    asked.push(list);
    if (list === "subjekt") {
      response.writeHead(200, {}).end(`[${(register.rows.subjekt ?? []).slice(offset, offset + Math.min(limit, 5))}]`);
      return true;
    }
    if (list !== "jezik" || !isStopped) return false;
    response.writeHead(403, {}).end("{}");
    return true;
  };
  await errorOf(sync(target.name, optionsFor(register)));
  isStopped = false;
  asked.length = 0;
  register.rows = { ...firstDay, subjekt: secondDay.subjekt ?? [] };
  expect((await sync(target.name, optionsFor(register))).proof).toBe("read again");
  expect(asked.filter((list) => list === "sjediste")).toEqual([]);
  expect(await view(target.name)).toEqual(canonicalDay({ ...firstDay, subjekt: secondDay.subjekt ?? [] }));
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a list without a stable order on several pages is not copied, and the message says what helps", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  const rows = firstDay.subjekt ?? [];
  register.intercept = ({ list, index }) => {
    if (list === "subjekt")
      register.rows = { ...firstDay, subjekt: [...rows.slice(index % 17), ...rows.slice(0, index % 17)] };
    return false;
  };
  const error = await errorOf(sync(target.name, optionsFor(register)));
  expect(error.message).toMatch(/subjekt has no stable order, or changes all the time\..*try limit above.*with lists/);
  register.cap = 1_000;
  await sync(target.name, optionsFor(register));
  expect(await view(target.name)).toEqual(canonicalDay(firstDay));
});

test("rows that are not as many as the service has sent are not published", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  nextDay(register);
  register.intercept = async ({ list }) => {
    if (list !== "jezik") return false;
    register.intercept = undefined;
    await inTarget(target.name, (database) =>
      database.write((writing) => writing.run("UPDATE sjediste_rows SET _gone = NULL WHERE _gone = 2 AND _row = 1")),
    );
    return false;
  };
  expect(await errorOf(sync(target.name, optionsFor(register)))).toMatchObject({ kind: "damaged" });
});

test("rows that come while a list without states is read lead to a second copy, which is whole", async () => {
  await using register = await startRegister(false);
  await using target = await newTarget();
  const events: SyncEvent[] = [];
  register.intercept = ({ list, offset }) => {
    if (list === "subjekt" && (offset ?? 0) > 5 && register.rows === firstDay) nextDay(register);
    return false;
  };
  const result = await sync(target.name, { ...optionsFor(register), onEvent: (event) => events.push(event) });
  expect(events.map(({ type }) => type)).toContain("restart");
  expect(result.proof).toBe("read again");
  expect(await view(target.name)).toEqual(canonicalDay(secondDay));
});

test("a list that changes after it was read is noticed at the end, where no state is named", async () => {
  await using register = await startRegister(false);
  await using target = await newTarget();
  const restarts: string[] = [];
  register.intercept = ({ list }) => {
    // Everything of sjediste is here by now.
    if (list === "jezik" && register.rows === firstDay) nextDay(register);
    return false;
  };
  await sync(target.name, {
    ...optionsFor(register),
    onEvent: (event) => event.type === "restart" && restarts.push(event.reason),
  });
  expect(restarts.join()).toMatch(/sjediste/);
  expect(await view(target.name)).toEqual(canonicalDay(secondDay));
});

test("a register that never rests is not copied, and says so", async () => {
  await using register = await startRegister(false);
  await using target = await newTarget();
  register.intercept = ({ list, index }) => {
    if (list === "jezik") register.rows = { ...firstDay, sjediste: [`{"mbs":${index}}`, ...(firstDay.sjediste ?? [])] };
    return false;
  };
  const error = await errorOf(sync(target.name, optionsFor(register)));
  expect(error).toMatchObject({ kind: "changing", resumable: true });
  expect((await view(target.name)).sjediste).toEqual([]);
});

test("all lists are of one state, also if the next one is published meanwhile", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  register.intercept = ({ list }) => {
    if (list === "subjekt" && register.rows === firstDay) nextDay(register);
    return false;
  };
  const result = await sync(target.name, optionsFor(register));
  expect(result).toMatchObject({ state: "first-day", proof: "state" });
  expect(await view(target.name)).toEqual(canonicalDay(firstDay));
});

test("a state that is no longer kept means starting over, without a row of it", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  answerOnce(register, (list, offset) => list === "sjediste" && (offset ?? 0) > 5, 401, "{}");
  await errorOf(sync(target.name, optionsFor(register)));
  nextDay(register);
  register.earlier = {};
  const reasons: string[] = [];
  await sync(target.name, {
    ...optionsFor(register),
    onEvent: (event) => event.type === "restart" && reasons.push(event.reason),
  });
  expect(reasons).toEqual(["the service no longer keeps the state first-day"]);
  expect(await view(target.name)).toEqual(canonicalDay(secondDay));
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a service that names another state than it was asked for is not believed", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  register.intercept = ({ list, state, response }) => {
    if (list !== "jezik" || state === undefined) return false;
    response.writeHead(200, { "x-timestamp-id": "another" }).end("[]");
    return true;
  };
  expect((await errorOf(sync(target.name, optionsFor(register)))).kind).toBe("changing");
});

test("where some responses name no state, the pages are read again, and the generation says so", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  register.intercept = ({ list, response }) => {
    if (list !== "jezik") return false;
    response.writeHead(200, {}).end(`[${firstDay.jezik}]`);
    return true;
  };
  expect((await sync(target.name, optionsFor(register))).proof).toBe("read again");
});

test.each<[string, number, string, MirrorError["kind"]]>([
  ["a page of HTML", 200, "<html>busy</html>", "service"],
  ["half a page", 200, '[{"mbs":1', "service"],
  ["status 503", 503, "", "service"],
  ["an object for a row", 200, "[[1]]", "service"],
  ["a refused key", 403, "{}", "refused"],
])("%s ends the run, what is here is kept, and the next run goes on", async (_, status, body, kind) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  nextDay(register);
  register.intercept = ({ list, offset, response }) => {
    if (list !== "subjekt" || (offset ?? 0) < 8) return false;
    response.writeHead(status, { "retry-after": "0", "x-timestamp-id": "second-day" }).end(body);
    return true;
  };
  const error = await errorOf(sync(target.name, optionsFor(register)));
  expect(error.kind).toBe(kind);
  expect(error.message).not.toContain(register.key);
  expect(await view(target.name)).toEqual(canonicalDay(firstDay));
  register.intercept = undefined;
  const before = register.requests;
  const events: SyncEvent[] = [];
  await sync(target.name, { ...optionsFor(register), onEvent: (event) => events.push(event) });
  expect(events[0]).toMatchObject({ type: "start", resumed: true });
  expect(register.requests - before).toBeLessThan(8);
  expect(await view(target.name)).toEqual(canonicalDay(secondDay));
});

test("the signal stops a run at the next page, and the next run goes on", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  const stop = new AbortController();
  const onEvent = ({ type }: SyncEvent): void => {
    if (type === "page") stop.abort();
  };
  const error = await errorOf(sync(target.name, { ...optionsFor(register), signal: stop.signal, onEvent }));
  expect(error).toMatchObject({ kind: "stopped", resumable: true });
  await sync(target.name, optionsFor(register));
  expect(await view(target.name)).toEqual(canonicalDay(firstDay));
});

test("a state that is here already takes one request", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  const before = register.requests;
  expect(await sync(target.name, optionsFor(register))).toMatchObject({ upToDate: true, generation: 1, requests: 1 });
  expect(register.requests - before).toBe(1);
});

test("an unchanged register that names no states writes no row", async () => {
  await using register = await startRegister(false);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  const rows = () =>
    inTarget(target.name, (database) =>
      database.read((reading) => reading.all("SELECT count(*) AS n, max(_row) AS last FROM sjediste_rows")),
    );
  const before = await rows();
  const { changes } = await sync(target.name, optionsFor(register));
  expect(changes.map((one) => [one.new, one.gone])).toEqual(copied.map(() => [0, 0]));
  expect(await rows()).toEqual(before);
});

/** Has the list of subjects go on until a row, and for ever without one. */
function endless(register: Register, end: number = Number.POSITIVE_INFINITY): void {
  register.intercept = ({ list, offset = 0, limit = 100, response }) => {
    if (list !== "subjekt") return false;
    const count = Math.max(0, Math.min(limit, end - offset));
    const rows = Array.from({ length: count }, (_, index) => `{"mbs":${offset + index}}`);
    response.setHeader("x-timestamp-id", register.state ?? "");
    response.end(`[${rows.join(",")}]`);
    return true;
  };
}

test("a first copy of a list without end is stopped at a limit, which can be raised", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  endless(register);
  const options = { ...optionsFor(register), limit: 20, maxRows: 50 };
  const states: string[] = [];
  const onEvent = (event: SyncEvent): void => {
    if (event.type === "start") states.push(`${event.state} ${event.resumed}`);
  };
  for (const state of ["first-day", "another", "another"]) {
    // Who does not accept it begins anew: the service may have mended its list.
    register.state = state;
    const error = await errorOf(sync(target.name, { ...options, onEvent }));
    expect(error).toMatchObject({ kind: "grown", resumable: false });
    expect(error.message).toMatch(/^The service has sent more than 50 rows of subjekt\. .* maxRows\. .* is intact\.$/);
  }
  const written = await inTarget(target.name, (database) =>
    database.read((reading) => reading.all("SELECT count(*) AS n FROM subjekt_rows")),
  );
  expect(Number(written[0]?.n)).toBeLessThanOrEqual(70);
  endless(register, 200);
  await sync(target.name, { ...options, maxRows: 200, onEvent });
  expect(states).toEqual(["first-day false", "another false", "another false", "another true"]);
  expect((await rowsInViews(target.name, ["subjekt"])).subjekt).toHaveLength(200);
  expect((await verify(target.name)).problems).toEqual([]);
  await expect(sync(target.name, { ...options, maxRows: Number.NaN })).rejects.toThrow(/maxRows must be .* but is NaN/);
});

test("a list of few rows is stopped, too, if these are long enough to fill a disk", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  register.cap = 2;
  register.rows = {
    ...firstDay,
    sjediste: Array.from({ length: 20 }, (_, at) => `{"mbs":${at},"ulica":"${"u".repeat(20_000)}"}`),
  };
  const error = await errorOf(sync(target.name, { ...optionsFor(register), maxRows: 50 }));
  expect(error).toMatchObject({ kind: "grown" });
  expect(error.message).toMatch(/^The service has sent 60000 new characters of sjediste, .* maxRows\./);
  await sync(target.name, { ...optionsFor(register), maxRows: 400 });
  // Only what is new is written.
  register.state = "second-day";
  await sync(target.name, { ...optionsFor(register), maxRows: 50 });
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a list that grows to more than twice its rows, and 10,000 more, is stopped until that is accepted", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  register.state = "endless";
  endless(register);
  const error = await errorOf(sync(target.name, optionsFor(register)));
  expect(error).toMatchObject({ kind: "grown", resumable: false });
  expect(error.message).toMatch(/^The list subjekt had 17 rows, and the service has sent 1\d{4} so far\./);
  expect(error.message).toContain("acceptGrowth");
  expect(await view(target.name)).toEqual(canonicalDay(firstDay));
  endless(register, 11_500);
  const { changes } = await sync(target.name, { ...optionsFor(register), acceptGrowth: true });
  expect(changes.find(({ list }) => list === "subjekt")).toMatchObject({ rows: 11_500 });
  expect((await verify(target.name)).problems).toEqual([]);
  // What was accepted is the measure from then on.
  register.state = "longer";
  endless(register, 24_000);
  await sync(target.name, optionsFor(register));
  endless(register, 58_001);
  register.state = "too long";
  await expect(sync(target.name, optionsFor(register))).rejects.toMatchObject({ kind: "grown" });
});

test("a list that shrinks by more than a tenth is refused until it is accepted", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  register.rows = { ...firstDay, subjekt: (firstDay.subjekt ?? []).slice(0, 15) };
  register.state = "second-day";
  const error = await errorOf(sync(target.name, optionsFor(register)));
  expect(error).toMatchObject({ kind: "shrunk", resumable: false });
  expect(error.message).toContain("subjekt had 17 rows and has 15 now");
  expect(await view(target.name)).toEqual(canonicalDay(firstDay));
  const before = register.requests;
  await sync(target.name, { ...optionsFor(register), acceptShrink: true });
  expect(register.requests, "what is here is not fetched again").toBe(before);
  expect((await view(target.name)).subjekt).toHaveLength(15);
});

test("a list that became empty is refused, and the service may mend it", async () => {
  await using register = await startRegister(false);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  register.rows = { ...firstDay, jezik: [] };
  expect((await errorOf(sync(target.name, optionsFor(register)))).kind).toBe("shrunk");
  register.rows = firstDay;
  await sync(target.name, optionsFor(register));
  expect(await view(target.name)).toEqual(canonicalDay(firstDay));
});

test("values outside their type are kept, counted and told", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  register.rows = { ...firstDay, jezik: ['{"id":"one"}', '{"id":1.5}', '{"id":2}'] };
  const told: string[] = [];
  const { changes } = await sync(target.name, {
    ...optionsFor(register),
    onEvent: (event) => event.type === "misfit" && told.push(`${event.list}.${event.field}`),
  });
  expect(told).toEqual(["jezik.id"]);
  expect(changes.find(({ list }) => list === "jezik")?.misfits).toBe(2);
  const rows = await inTarget(target.name, (database) =>
    database.read((reading) => reading.all("SELECT id, extra FROM jezik")),
  );
  expect(rows).toEqual([
    { id: null, extra: '{"id":"one"}' },
    { id: null, extra: '{"id":1.5}' },
    { id: 2n, extra: null },
  ]);
});

test("readers see one day or the other, whole, while a copy is made", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  nextDay(register);
  const [before, after] = [canonicalDay(firstDay), canonicalDay(secondDay)].map((day) => JSON.stringify(day));
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    seen.add(JSON.stringify(await view(target.name)));
  };
  register.intercept = async () => {
    await look();
    return false;
  };
  // Each ends before the target is removed.
  const looks: Promise<void>[] = [];
  await sync(target.name, { ...optionsFor(register), onEvent: () => void looks.push(look()) });
  await Promise.all(looks);
  await look();
  expect([...seen].sort()).toEqual([before, after].sort());
});

test("a second run says who holds the target, and a run that has lost its hold cannot write", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  let second: Promise<MirrorError> | undefined;
  register.intercept = async ({ list, offset }) => {
    if (list !== "sjediste" || (offset ?? 0) < 8 || second) return false;
    second = errorOf(sync(target.name, optionsFor(register)));
    await second;
    // Another machine takes over.
    await inTarget(target.name, (database) =>
      database.write((writing) => writing.run("UPDATE mirror_hold SET token = $1", randomUUID())),
    );
    return false;
  };
  const first = await errorOf(sync(target.name, optionsFor(register)));
  expect(await second).toMatchObject({ kind: "held", resumable: false });
  expect((await second)?.message).toContain(`process ${process.pid} on ${hostname()}`);
  expect(first.kind).toBe("lost-hold");
  expect((await view(target.name)).sjediste).toEqual([]);
});

test.each([
  ["on this machine, which is gone", hostname(), 2 ** 30, 0, false],
  ["on another machine, seen lately", "elsewhere", 1, 0, true],
  ["on another machine, not seen for a minute", "elsewhere", 1, 61_000, false],
])("a hold of a process %s (%s, %s)", async (_, host, holder, age, isHeld) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  nextDay(register);
  await inTarget(target.name, (database) =>
    database.write((writing) =>
      writing.run(
        "INSERT INTO mirror_hold (one, token, host, process, since, beat) VALUES (1, 'x', $1, $2, '2026-01-01', $3)",
        host,
        holder,
        Date.now() - age,
      ),
    ),
  );
  const run = sync(target.name, optionsFor(register));
  if (isHeld) expect((await errorOf(run)).kind).toBe("held");
  else expect(await run).toMatchObject({ generation: 2 });
});

test("a copy of one service is not taken for one of another", async () => {
  await using register = await startRegister(true);
  await using other = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  const error = await errorOf(sync(target.name, optionsFor(other)));
  expect(error).toMatchObject({ kind: "usage", resumable: false });
  other.state = "moved";
  expect(await sync(target.name, { ...optionsFor(other), anew: true })).toMatchObject({ generation: 2 });
});

test("an unfinished copy of other lists is dropped, and nothing of it is published", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  answerOnce(register, (list) => list === "jezik", 403, "{}");
  await errorOf(sync(target.name, optionsFor(register)));
  await sync(target.name, { ...optionsFor(register), lists: ["subjekt"] });
  expect(await view(target.name)).toEqual({ ...canonicalDay(firstDay), sjediste: [], jezik: [] });
  await sync(target.name, { ...optionsFor(register), lists: ["sjediste", "jezik"] });
  expect(await view(target.name)).toEqual(canonicalDay(firstDay));
  expect(await history(target.name)).toHaveLength(2);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a sync that publishes while a copy is verified is no damage", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  nextDay(register);
  let published = 0;
  const onList = async (): Promise<void> => {
    if (published === 0) published = (await sync(target.name, optionsFor(register))).generation;
  };
  expect((await verify(target.name, { onList })).problems).toEqual([]);
  expect(published).toBe(2);
});

test("a list that the kept generations do not have is compared with its rows all the same", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  const copy = (list: string, state: string) => {
    register.state = state;
    return sync(target.name, { ...optionsFor(register), lists: [list] });
  };
  await copy("sjediste", "1");
  await copy("subjekt", "2");
  await prune(target.name, { keep: 1 });
  register.rows = { ...firstDay, sjediste: (firstDay.sjediste ?? []).slice(1) };
  const { changes } = await copy("sjediste", "3");
  expect(changes).toMatchObject([{ list: "sjediste", rows: 23, new: 0, gone: 1 }]);
  expect((await verify(target.name)).problems).toEqual([]);
});
