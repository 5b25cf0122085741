import type { EndpointReply } from "../../../declare/endpoint.ts";
import { fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader } from "../../../declare/tx.ts";
import { findServer } from "../../members/index.ts";
import { isValidLink } from "../rules/download-link.ts";
import { findExport } from "../store/server-exports.ts";

interface ServeContext {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
}

/** The archive of a server, for a link that was made for its owner or an operator. */
export async function serveArchive(
  { services, read }: ServeContext,
  { server: serverId, token }: { readonly server: string; readonly token: string },
): Promise<EndpointReply> {
  const { blobs, clock, secrets } = services;
  const stored = await read((db) => findExport(db, serverId));
  const valid = { now: clock.now(), key: secrets };
  if (!stored?.content || !isValidLink(token, { serverId, id: stored.id }, valid)) throw fail("NotFound");
  const server = await read((db) => findServer(db, serverId));
  const body = server && (await blobs.get(stored.content.blob_key));
  if (!body) throw fail("NotFound");
  return {
    status: 200,
    headers: {
      "content-type": "application/x-tar",
      "content-length": String(stored.content.size),
      "content-disposition": `attachment; filename="${serverId}.tar"`,
      "cache-control": "no-store",
    },
    body,
  };
}
