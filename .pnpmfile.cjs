/** What is published has no part that only development needs: `pnpm pack` calls this on each manifest. */

/** Without the condition that leads to sources, which no tarball has. */
const withoutSources = (exported) =>
  exported === null || typeof exported !== "object" || Array.isArray(exported)
    ? exported
    : Object.fromEntries(
        Object.entries(exported)
          .filter(([condition]) => condition !== "@court-register/source")
          .map(([condition, target]) => [condition, withoutSources(target)]),
      );

module.exports = {
  hooks: {
    beforePacking: ({ devDependencies, scripts, ...manifest }) => ({
      ...manifest,
      exports: withoutSources(manifest.exports),
      ...(manifest.imports && { imports: withoutSources(manifest.imports) }),
    }),
  },
};
