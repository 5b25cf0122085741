import type { EndpointCall, EndpointReply } from "../../../declare/endpoint.ts";
import { fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { findServer, lockServer } from "../../members/index.ts";
import { readLink } from "../rules/download-link.ts";
import { findExport, putExport } from "../store/server-exports.ts";

type ServeContext = Pick<EndpointCall<"", "none", "NotFound">, "request" | "services" | "read" | "write">;

interface Download {
  readonly server: string;
  readonly token: string;
}

/** The archive of a server, for a link that was made for its owner or an operator, and that nobody has used. */
export async function serveArchive(
  { request, services, read, write }: ServeContext,
  { server: serverId, token }: Download,
): Promise<EndpointReply> {
  const { blobs, clock, secrets } = services;
  const find = async (db: Reader) => {
    const stored = await findExport(db, serverId);
    const now = clock.now();
    const link = stored && readLink(token, { serverId, id: stored.id }, { now, key: secrets });
    const used = (stored?.used_links ?? []).filter(({ until }) => until >= now);
    if (!stored?.content || !link || used.some(({ id }) => id === link.id)) throw fail("NotFound");
    return { stored, content: stored.content, used_links: [...used, link] };
  };
  // First without a transaction, which anybody could ask for.
  const { content } = await read(find);
  if (!(await read((db) => findServer(db, serverId)))) throw fail("NotFound");
  if (request.method === "GET")
    await write(async (tx) => {
      // Of two requests with the same link, one gets the archive.
      await lockServer(tx, serverId);
      const { stored, used_links } = await find(tx);
      await putExport(tx, serverId, { ...stored, used_links });
    });
  const body = await blobs.get(content.blob_key);
  if (!body) throw fail("NotFound");
  return {
    status: 200,
    headers: {
      "content-type": "application/x-tar",
      "content-length": String(content.size),
      "content-disposition": `attachment; filename="${serverId}.tar"`,
      "cache-control": "no-store",
    },
    body,
  };
}
