import { type LimitNode, SqliteQueryCompiler } from "kysely";

/**
 * Compiles a limit so that SQLite does not look at its value when it plans the query. SQLite would do so for a bare
 * parameter, and plan the query again whenever the parameter is bound, which takes longer than most queries.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append("limit cast(");
    this.visitNode(node.limit);
    this.append(" as integer)");
  }
}
