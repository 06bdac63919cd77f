import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from "graphql";

/** How large a document may be. Twenty cases with every field and list fit easily. */
export const limits = {
  /** Levels of fields and fragments; GraphiQL's introspection query has 16. */
  depth: 25,
  /** Fields with an alias, counted each time a fragment is used. */
  aliases: 100,
  /** Lexical tokens. */
  tokens: 2_500,
} as const;

interface Size {
  readonly depth: number;
  readonly aliases: number;
}

const nothing: Size = { depth: 0, aliases: 0 };

/** A validation rule: no operation is deeper, or has more aliases, than the limits allow. */
export function limitsRule(context: ValidationContext): ASTVisitor {
  const fragments = new Map<string, Size>();

  function measureFragment(name: string): Size {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    // Another rule refuses a fragment that uses itself; here, the recursion only has to end.
    fragments.set(name, nothing);
    const definition = context.getFragment(name);
    const size = definition ? measure(definition.selectionSet) : nothing;
    fragments.set(name, size);
    return size;
  }

  function measure(selections: SelectionSetNode | undefined): Size {
    let depth = 0;
    let aliases = 0;
    for (const node of selections?.selections ?? []) {
      const inner = node.kind === Kind.FRAGMENT_SPREAD ? measureFragment(node.name.value) : measure(node.selectionSet);
      depth = Math.max(depth, inner.depth + 1);
      aliases += inner.aliases + (node.kind === Kind.FIELD && node.alias ? 1 : 0);
    }
    return { depth, aliases };
  }

  const report = (what: string, size: number, limit: number, node: OperationDefinitionNode): void => {
    if (size > limit) {
      context.reportError(
        new GraphQLError(`The operation has ${size} ${what}; at most ${limit} are allowed.`, { nodes: node }),
      );
    }
  };
  return {
    OperationDefinition(node) {
      const size = measure(node.selectionSet);
      report("levels", size.depth, limits.depth, node);
      report("aliases", size.aliases, limits.aliases, node);
    },
  };
}
