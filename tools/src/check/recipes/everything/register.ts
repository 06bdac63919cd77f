// Every list, with what openapi-ts has generated.
import "./connect.ts";
import * as sdk from "./register/sdk.gen.ts";

const lists = Object.values(sdk) as ((
  options: object,
) => Promise<{ data: unknown; error: unknown; request: Request }>)[];
for (const list of lists) {
  // `/subjekt/` describes its offset as text.
  const { data, error, request } = await list({ query: { offset: list === sdk.subjektList ? "0" : 0 } });
  console.log({
    list: new URL(request.url).pathname.split("/")[2],
    ...(error ? { error: String(error) } : { rows: data }),
  });
}
