import type { PublicUrls } from "../config/public-urls.ts";
import type { Config } from "../config/schema.ts";
import type { WriteDraft } from "../platform/blobs/drafts.ts";
import type { Blobs } from "../platform/blobs/port.ts";
import type { Clock } from "../platform/clock.ts";
import type { Ids } from "../platform/ids.ts";
import type { Log } from "../platform/log.ts";
import type { MailPort } from "../platform/mail/port.ts";
import type { FetchOutside } from "../platform/outbound/port.ts";
import type { Presence } from "../platform/presence/port.ts";
import type { Secrets } from "../platform/secrets/secrets-file.ts";
import type { Vault } from "../platform/secrets/vault.ts";

/** What work of any kind may use beside the database. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly vault: Vault;
  readonly urls: PublicUrls;
  readonly presence: Presence;
  /** Where the content of files is. */
  readonly blobs: Blobs;
  /** Where uploads wait until it is clear what becomes of them. */
  readonly drafts: WriteDraft;
  /** Fetches what strangers link to, from public addresses alone. */
  readonly fetchOutside: FetchOutside;
  /** The same for push services, with places of its own: nobody waits there for a slow link. */
  readonly pushOutside: FetchOutside;
  /** Absent where no mail server is configured; accounts then need no verification. */
  readonly mail: MailPort | undefined;
}
