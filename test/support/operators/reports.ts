import type { ReportedContent, ReportSnapshot } from "../../../src/domains/safety/model.ts";
import type { ReportRow, SafetyTables } from "../../../src/domains/safety/tables.ts";
import type { Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";

export function report(
  { client }: Pick<TestServer, "client">,
  { token }: Pick<Person, "token">,
  content: object,
  more: object = {},
): Promise<ApiResponse> {
  return client.post("/safety/report", { content, ...more }, { token });
}

/** Reported content without a particular reason. */
export function about(type: ReportedContent["type"], id: string, more: object = {}) {
  return { type, id, report_reason: "NoneSpecified", ...more };
}

export interface StoredReport extends Omit<ReportRow, "content"> {
  readonly content: ReportedContent;
  readonly snapshots: readonly ReportSnapshot[];
}

/** The reports of a user, oldest first. */
export function reportsBy({ running }: Pick<TestServer, "running">, { id }: Person): Promise<StoredReport[]> {
  return running.store.read(async (db) => {
    const sql = db.sql<SafetyTables>();
    const rows = await sql
      .selectFrom("reports")
      .selectAll()
      .where("author_id", "=", id)
      .orderBy("id")
      .execute();
    const snapshotsOf = async ({ id: report_id }: ReportRow) => {
      const rows = sql.selectFrom("report_snapshots").select("content").where("report_id", "=", report_id);
      return (await rows.orderBy("id").execute()).map(({ content }) => JSON.parse(content) as ReportSnapshot);
    };
    return Promise.all(
      rows.map(async (row) => ({
        ...row,
        content: JSON.parse(row.content) as ReportedContent,
        snapshots: await snapshotsOf(row),
      })),
    );
  });
}

/** Files a report and reads it from the database. */
export async function reported(
  server: TestServer,
  person: Person,
  content: object,
  more: object = {},
): Promise<StoredReport> {
  const { status, body } = await report(server, person, content, more);
  if (status !== 204) throw new Error(`not reported: ${JSON.stringify(body)}`);
  const stored = (await reportsBy(server, person)).at(-1);
  if (!stored) throw new Error("the report was not stored");
  return stored;
}
