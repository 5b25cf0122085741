import type { EndpointCall, EndpointReply } from "../../../declare/endpoint.ts";
import { fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { findServer, lockServer } from "../../members/index.ts";
import { recordOperatorAction } from "../../operators/index.ts";
import { findUser } from "../../users/index.ts";
import { readLink } from "../rules/download-link.ts";
import { findExport, putExport } from "../store/server-exports.ts";

type ServeContext = Pick<EndpointCall<"", "none", "NotFound">, "request" | "services" | "read" | "write">;

interface Download {
  readonly server: string;
  readonly token: string;
}

/**
 * The archive of a server, for an unused link that was made for its owner or an operator. Downloads by operators are
 * recorded, because the archive has every channel.
 */
export async function serveArchive(
  { request, services, read, write }: ServeContext,
  { server: serverId, token }: Download,
): Promise<EndpointReply> {
  const { blobs, clock, secrets } = services;
  const find = async (db: Reader) => {
    const [stored, server] = [await findExport(db, serverId), await findServer(db, serverId)];
    const now = clock.now();
    const link =
      stored &&
      server &&
      readLink(token, { serverId, id: stored.id, owner: server.owner_id }, { now, key: secrets });
    if (link?.operator && (await findUser(db, link.operator))?.privileged !== 1) throw fail("NotFound");
    const used = (stored?.used_links ?? []).filter(({ until }) => until >= now);
    if (!stored?.content || !link || used.some(({ id }) => id === link.id)) throw fail("NotFound");
    return { stored, content: stored.content, operator: link.operator, used_links: [...used, link] };
  };
  // First without a transaction, which anybody could ask for.
  const { content } = await read(find);
  if (request.method === "GET")
    await write(async (tx) => {
      // Of two requests with the same link, one gets the archive.
      await lockServer(tx, serverId);
      const { stored, operator, used_links } = await find(tx);
      await putExport(tx, serverId, { ...stored, used_links });
      const action = { actor: operator, action: "export download", target: serverId, details: {} };
      if (operator) await recordOperatorAction(tx, { source: "admin", ...action });
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
