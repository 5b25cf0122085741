import type { KyselyPlugin, RootOperationNode } from "kysely";

/** Called with the tree of each statement of one transaction before it runs. */
export type StatementObserver = (statement: RootOperationNode) => void;

/** Passes the statements of a query builder to an observer. */
export function observing(observe: StatementObserver): KyselyPlugin {
  return {
    transformQuery({ node }) {
      observe(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
