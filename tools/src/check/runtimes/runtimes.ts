/** Where the packages must work. Each runtime is one line of the check's output. */
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../shared/repository.ts";
import type { Trial } from "../support/judge.ts";
import { type RunOptions, run } from "../support/process.ts";
import { type Browser, browserRuns } from "./browser.ts";
import { bundleForWorkerd, bundleWithEsbuild, bundleWithVite } from "./bundles.ts";
import { compile, consumers } from "./compilers.ts";
import { askServer, runSuite, withServer } from "./programs.ts";
import { compilers, denoCache, nodes, program, versionOf, workspaceVersion } from "./toolbox.ts";

/** The folders and the key that trials share. */
export interface Workshop {
  /** The project with the clients and the scenario. */
  clients: string;
  /** A project with the scenario and the oldest axios that the axios client accepts. */
  oldAxios: string;
  /** The project with the server and the suite. */
  programs: string;
  /** A folder without any installed packages. */
  empty: string;
  /** What the browser is served. */
  pages: string;
  key: string;
}

export const clients: readonly string[] = ["core", "fetch", "axios", "graphql"];

const { peerDependencies }: { peerDependencies: { axios: string } } = JSON.parse(
  readFileSync(join(root, "packages/axios/package.json"), "utf8"),
);
/** The lowest version in the axios client's peer dependency range. */
export const oldestAxios: string = peerDependencies.axios.replace("^", "");

const esbuild = `esbuild ${workspaceVersion("esbuild")}`;

/** Runs an entry of the scenario to its end. */
async function play(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  const output = await run(program, args, options);
  if (!/^passed: /m.test(output)) throw new Error(`error: the scenario did not finish\n${output}`);
  return output;
}

/** Node with ES modules, CommonJS that requires them, and TypeScript. */
function onNode({ clients: project }: Workshop): Trial[] {
  return nodes.flatMap(({ version, path }) => {
    const node = (file: string): Promise<string> => play(`${path}/node`, [file], { cwd: project });
    const bundled = async (kind: "modules" | "commonjs", name: string): Promise<string> => {
      const file = `out/${version}/${name}.${kind === "modules" ? "mjs" : "cjs"}`;
      await bundleWithEsbuild(kind, join(project, `${name}.ts`), join(project, file));
      return node(file);
    };
    return [
      { name: `Node ${version}`, parts: clients, play: (name) => bundled("modules", name) },
      { name: `Node ${version}, CommonJS by require`, parts: clients, play: (name) => bundled("commonjs", name) },
      { name: `Node ${version}, type stripping`, parts: clients, play: (name) => node(`${name}.ts`) },
    ];
  });
}

function onOthers({ clients: project }: Workshop): Trial[] {
  const deno = ["run", "--no-prompt", "--check", "--allow-net=127.0.0.1", "--allow-env"];
  const env = { DENO_DIR: denoCache, DENO_NO_UPDATE_CHECK: "1" };
  return [
    {
      name: `Bun ${versionOf("bun")}`,
      parts: clients,
      play: (name) => play(program("bun"), ["run", `${name}.ts`], { cwd: project }),
    },
    {
      name: `Deno ${versionOf("deno")}`,
      parts: clients,
      play: (name) => play(program("deno"), [...deno, `${name}.ts`], { cwd: project, env }),
    },
    {
      name: `workerd ${versionOf("workerd")}`,
      parts: clients,
      play: async (name) => play(program("workerd"), ["test", await bundleForWorkerd(project, name)], { cwd: project }),
    },
  ];
}

function onCompilers({ clients: project }: Workshop): Trial[] {
  return compilers.flatMap(({ version, path }) =>
    consumers.map((consumer): Trial => {
      let compiled: ReturnType<typeof compile> | undefined;
      return {
        name: `TypeScript ${version}, ${consumer.resolution} resolution`,
        parts: clients,
        async play(name) {
          compiled ??= compile(path, consumer, project, clients);
          const faults = (await compiled)(name);
          if (faults.length > 0) throw new Error(faults.join("\n"));
          return "";
        },
      };
    }),
  );
}

function onBundlers({ clients: project, empty }: Workshop): Trial[] {
  return [
    {
      name: `${esbuild}, run on Node ${nodes[1].version}`,
      parts: clients,
      async play(name) {
        await bundleWithEsbuild("node", join(project, `${name}.ts`), join(empty, `${name}.cjs`));
        return play(`${nodes[1].path}/node`, [`${name}.cjs`], { cwd: empty });
      },
    },
  ];
}

/** The oldest axios that the axios client supports. */
function onOldAxios({ oldAxios: cwd }: Workshop): Trial {
  return {
    name: `axios ${oldestAxios}, type stripping`,
    parts: ["axios"],
    play: (name) => play(`${nodes[1].path}/node`, [`${name}.ts`], { cwd }),
  };
}

/** Browser bundles, on pages of another origin than the service's. */
function inBrowser({ clients: project, pages }: Workshop, browser: () => Promise<Browser>): Trial[] {
  return [
    {
      name: `${esbuild}, in Chromium from another origin`,
      parts: clients,
      async play(name) {
        await bundleWithEsbuild("browser", join(project, `${name}.ts`), join(pages, `esbuild/${name}.js`));
        const page = `<!doctype html><title>${name}</title><script type="module" src="${name}.js"></script>`;
        await writeFile(join(pages, `esbuild/${name}.html`), page);
        return (await browser()).play(`esbuild/${name}.html`);
      },
    },
    {
      name: `Vite ${versionOf("vite")}, in Chromium from another origin`,
      parts: clients,
      async play(name) {
        await bundleWithVite(project, name, join(pages, `vite/${name}`));
        return (await browser()).play(`vite/${name}/${name}.html`);
      },
    },
  ];
}

/** The programs on every Node, installed with npm alone. */
function onPrograms({ programs: project, key }: Workshop): Trial[] {
  return nodes.map(({ version, path: node }) => ({
    name: `Node ${version}, by npx`,
    parts: ["reference-server", "conformance"],
    async play(name) {
      const report = join(project, `report-${version}`);
      await mkdir(report, { recursive: true });
      const place = { node, project, report };
      return withServer(place, key, (url) =>
        name === "conformance" ? runSuite(place, url, key) : askServer(url, key),
      );
    },
  }));
}

/** All trials; `browser` starts the browser on first use. */
export function allRuntimes(workshop: Workshop, browser: () => Promise<Browser>): Trial[] {
  return [
    ...onNode(workshop),
    ...onOthers(workshop),
    ...onCompilers(workshop),
    ...onBundlers(workshop),
    onOldAxios(workshop),
    ...(browserRuns ? inBrowser(workshop, browser) : []),
    ...onPrograms(workshop),
  ];
}
