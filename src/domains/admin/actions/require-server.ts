import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { findServer, type ServerRow } from "../../members/index.ts";

/** Any server, whoever its members are. */
export async function requireServerRow(db: Reader, id: string, fail: Fail<"NotFound">): Promise<ServerRow> {
  const server = await findServer(db, id);
  if (!server) throw fail("NotFound");
  return server;
}
