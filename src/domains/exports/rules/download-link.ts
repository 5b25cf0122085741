import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../../platform/secrets/secrets-file.ts";

type Key = Pick<Secrets, "encryptionKey">;

/** A download may begin for so long after its link was made. */
const validMs = 5 * 60_000;

interface Download {
  readonly serverId: string;
  /** Of the request for the archive: a link is for one archive. */
  readonly id: string;
  /** The owner of the server, so that no link outlives a transfer. */
  readonly owner: string;
}

/** A link that can be used once. */
export interface Link {
  /** Tells it from others to the same archive. */
  readonly id: string;
  readonly until: number;
  /** The operator that it was made for; empty for the owner. */
  readonly operator: string;
}

interface NewLink extends Pick<Link, "operator"> {
  readonly now: number;
  readonly key: Key;
}

/** The address of an archive, for browsers, which send no token with a download. */
export function downloadPath(download: Download, { operator, now, key }: NewLink): string {
  const link = { id: randomBytes(8).toString("hex"), until: now + validMs, operator };
  return `/exports/${download.serverId}/${link.until}-${link.id}-${operator}-${proofOf(download, link, key)}`;
}

/** The link to this archive; undefined if it was not made here, or is no longer valid. */
export function readLink(
  token: string,
  download: Download,
  { now, key }: { now: number; key: Key },
): Link | undefined {
  const [, until = "0", id = "", operator = "", proof = ""] =
    /^(\d{1,16})-([0-9a-f]{16})-(\w{0,64})-([0-9a-f]{64})$/.exec(token) ?? [];
  const link = { id, until: Number(until), operator };
  if (proof === "" || link.until < now) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(download, link, key)));
  return isOurs ? link : undefined;
}

function proofOf({ serverId, id, owner }: Download, link: Link, { encryptionKey }: Key): string {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", "downloads of exports", 32));
  return createHmac("sha256", key)
    .update(`${serverId} ${id} ${owner} ${link.until} ${link.id} ${link.operator}`)
    .digest("hex");
}
