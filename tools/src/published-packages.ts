export interface PublishedPackage {
  name: string;
  /** From the repository's root. */
  folder: string;
}

const at = (folder: string): PublishedPackage => ({
  name: `@court-register/${folder.replace("packages/", "")}`,
  folder,
});

export const publishedPackages: readonly PublishedPackage[] = [
  at("packages/core"),
  at("packages/fetch"),
  at("packages/axios"),
  at("packages/graphql"),
  at("conformance"),
  at("packages/reference-server"),
];
