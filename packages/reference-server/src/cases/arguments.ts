import { type ASTVisitor, GraphQLError, type ValidationContext } from "graphql";
import { servesArgument } from "../contract/cases.ts";

/** A validation rule that refuses arguments which this server does not know: to ignore one would give a wrong result. */
export function argumentsRule(context: ValidationContext): ASTVisitor {
  return {
    Argument(node) {
      const [type, field] = [context.getParentType()?.name, context.getFieldDef()?.name];
      if (context.getDirective() || type === undefined || field === undefined) return;
      if (servesArgument(type, field, node.name.value)) return;
      const name = `${type}.${field}(${node.name.value})`;
      context.reportError(new GraphQLError(`This server does not know the argument ${name}.`, { nodes: node }));
    },
  };
}
