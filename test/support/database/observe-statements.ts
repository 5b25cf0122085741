import type { KyselyPlugin, RootOperationNode } from "kysely";
import type { Database, WriteQueries } from "../../../src/platform/database/port.ts";

/** Called with the tree of each statement of one transaction before it runs. */
type StatementObserver = (statement: RootOperationNode) => void;

/** The same database, with an observer for each attempt at a write transaction. */
export function observingWrites(database: Database, newObserver: () => StatementObserver): Database {
  return {
    ...database,
    write: (work, options) =>
      database.write((queries) => work(observedQueries(queries, newObserver())), options),
  };
}

function observedQueries(queries: WriteQueries, observe: StatementObserver): WriteQueries {
  const plugin = observing(observe);
  return {
    dialect: queries.dialect,
    sql: <T>() => queries.sql<T>().withPlugin(plugin),
    find(query, values) {
      observe(query.compiled(queries.dialect).query);
      return queries.find(query, values);
    },
    change(query, values) {
      observe(query.compiled(queries.dialect).query);
      return queries.change(query, values);
    },
    takeTurn: (key) => queries.takeTurn(key),
  };
}

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
