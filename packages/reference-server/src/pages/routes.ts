import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import Negotiator from "negotiator";
import type { Store } from "../store/store.ts";
import { type Addresses, homePage } from "./home.ts";

export interface PagesOptions {
  readonly store: Store;
  /** The OpenAPI document of the REST interface. */
  readonly document: { readonly servers?: unknown };
  readonly register: string;
  readonly cases: string;
  readonly keyHeader: string;
  /** Where tokens are to be had, if the register asks for them. */
  readonly token: string | undefined;
  /** Number of operations that are served. */
  readonly operations: number;
  /** Whether the API reference is there. */
  readonly reference: boolean;
}

const referencePath = "/reference";
const documentPath = "/openapi.json";
const scriptPath = "/page.js";

/** A path as a link from the page at `/`: right behind a proxy that adds a prefix too. */
const linked = (path: string): string => path.slice(1);

/**
 * Completes URLs in examples, since only the browser knows the scheme and prefix that a proxy adds, and starts the API
 * reference, in the reader's colour scheme. It loads from this server alone: no validator, no CDN.
 */
const script = `for (const root of document.querySelectorAll(".root")) root.textContent = new URL(".", location).href;
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "${linked(documentPath)}",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: null,
  tryItOutEnabled: true,
});
`;

/** Scripts and connections of this server alone; the API reference has inline styles and images. */
const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Pages for people: the one at `/`, and the API reference, made from the document. */
export async function pagesRoutes(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { store, document, register, cases, keyHeader, token, operations, reference } = options;
  /** The document as it is served in a folder: a relative URL is relative to the document. */
  const seenFrom = (up: string) => ({
    ...document,
    servers: [{ url: `${up}${register}`, description: "This server." }],
  });
  const own = seenFrom(".");
  if (reference) {
    await app.register(swagger, { mode: "static", specification: { document: seenFrom("..") as never } });
    await app.register(swaggerUi, { routePrefix: referencePath, uiConfig: { validatorUrl: null } });
  }
  const addresses: Addresses = {
    register: linked(register),
    cases: linked(cases),
    reference: linked(referencePath),
    document: linked(documentPath),
    script: linked(scriptPath),
    keyHeader,
    token,
    operations,
  };
  app.get(documentPath, async () => own);
  app.get(scriptPath, (_request, reply) => reply.type("text/javascript; charset=utf-8").send(script));
  app.get("/", (request, reply) => {
    const state = store.states()[0];
    reply.header("vary", "Accept, accept-encoding").header("cache-control", "no-cache");
    const type = new Negotiator(request.raw).mediaType(["text/html", "application/json"]);
    if (type === "application/json") return reply.send({ state });
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", policy)
      .send(homePage(state, store.tables, addresses, `${request.protocol}://${request.host}`));
  });
}
