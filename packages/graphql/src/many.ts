import { type Answer, type Config, execute, readField } from "./execute.ts";
import { pause, RegisterError } from "./interim.ts";
import type { ManyOptions } from "./options.ts";

/** Most fields that one query asks for. */
const perQuery = 20;

/** A document's name, variables, one field with arguments, and the fragment with what it selects. */
const shape = /^query (\w+)\((.*?)\)\{(.*?)\}((?:fragment.*)?)$/;

/** One query that asks `count` times for the field of a document: as `c0` with the variables `$…_0`, and so on. */
export function repeatField(document: string, count: number): string {
  const [, name, variables = "", field = "", fragment = ""] = shape.exec(document) ?? [];
  const repeat = (text: string, alias: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => alias(index) + text.replace(/\$\w+/g, `$&_${index}`)).join(" ");
  return `query ${name}(${repeat(variables, () => "")}){${repeat(field, (index) => `c${index}:`)}}${fragment}`;
}

/** Asks for many keys, some in a query, and answers each as if it had been asked for alone. */
export async function askMany(
  config: Config,
  field: string,
  document: string,
  keys: Iterable<object>,
  { pauseMs = 0, ...options }: ManyOptions = {},
): Promise<unknown[]> {
  const all = [...keys];
  const answers: unknown[] = [];
  for (let start = 0; start < all.length; start += perQuery) {
    if (start > 0) await pause(pauseMs, options.signal);
    const some = all.slice(start, start + perQuery);
    answers.push(...(await askSome(config, field, document, some, options)));
  }
  return answers;
}

async function askSome(
  config: Config,
  field: string,
  document: string,
  keys: object[],
  options: ManyOptions,
): Promise<unknown[]> {
  const variables = keys.flatMap((key, index) =>
    Object.entries(key).map(([name, value]) => [`${name}_${index}`, value] as const),
  );
  let answer: Answer;
  try {
    const query = repeatField(document, keys.length);
    answer = await execute(config, `${field}.many`, query, Object.fromEntries(variables), options);
  } catch (error) {
    if (options.signal?.aborted || !(error instanceof RegisterError)) throw error;
    return keys.map(() => error);
  }
  return keys.map((_, index) => {
    try {
      return readField(partOf(answer, `c${index}`, field, document), field, config.integers);
    } catch (error) {
      return error;
    }
  });
}

/** What would have come for one key alone: its data, its errors and those of the whole query. */
function partOf({ data, errors, details }: Answer, alias: string, field: string, document: string): Answer {
  return {
    document,
    details,
    data: data && (alias in data ? { [field]: data[alias] } : {}),
    errors: errors
      .filter(({ path }) => path?.[0] === undefined || path[0] === alias)
      .map((error) => (error.path ? { ...error, path: [field, ...error.path.slice(1)] } : error)),
  };
}
