import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../../platform/secrets/secrets-file.ts";

type Key = Pick<Secrets, "encryptionKey">;

/** A download may begin for so long after its link was made. */
const validMs = 5 * 60_000;

interface Download {
  readonly serverId: string;
  /** Of the request for the archive: a link is for one archive. */
  readonly id: string;
}

/** The address of an archive, for browsers, which send no token with a download. */
export function downloadPath(download: Download, now: number, key: Key): string {
  const until = now + validMs;
  return `/exports/${download.serverId}/${until}-${proofOf(download, until, key)}`;
}

/** Whether a link to this archive was made here, and is still valid. */
export function isValidLink(token: string, download: Download, { now, key }: { now: number; key: Key }) {
  const [, until = "0", proof = ""] = /^(\d{1,16})-([0-9a-f]{64})$/.exec(token) ?? [];
  if (proof === "" || Number(until) < now) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(download, Number(until), key)));
}

function proofOf({ serverId, id }: Download, until: number, { encryptionKey }: Key): string {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", "downloads of exports", 32));
  return createHmac("sha256", key).update(`${serverId} ${id} ${until}`).digest("hex");
}
