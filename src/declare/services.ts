import type { PublicUrls } from "../config/public-urls.ts";
import type { Config } from "../config/schema.ts";
import type { BlobEngine, Blobs } from "../platform/blobs/port.ts";
import type { StageContent } from "../platform/blobs/staging.ts";
import type { Clock } from "../platform/clock/clock.ts";
import type { CooperativeScheduler } from "../platform/concurrency/cooperative-scheduler.ts";
import type { Ids } from "../platform/ids/ids.ts";
import type { ImageDecoder } from "../platform/images/image-decoder.ts";
import type { Log } from "../platform/log/log.ts";
import type { MailPort } from "../platform/mail/port.ts";
import type { Activity } from "../platform/metrics/activity.ts";
import type { Metrics } from "../platform/metrics/port.ts";
import type { OutboundFetch } from "../platform/outbound/port.ts";
import type { Presence } from "../platform/presence/port.ts";
import type { Push } from "../platform/push/port.ts";
import type { Secrets } from "../platform/secrets/secrets-file.ts";
import type { Vault } from "../platform/secrets/vault.ts";
import type { VoiceNodes } from "../platform/voice/port.ts";

/** The opened resources of one server. */
export interface OpenedResources {
  /** Throws if the resource is not open: no domain declares it, or its server has stopped. */
  get<T extends object>(resource: { readonly name: string; readonly open: (services: never) => T }): T;
}

/** The services that actions, jobs and commands use besides the database. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly activity: Activity;
  readonly secrets: Secrets;
  readonly vault: Vault;
  readonly urls: PublicUrls;
  readonly presence: Presence;
  /** Stores the content of files. */
  readonly blobs: Blobs;
  /** Opens one of the storages, whether or not it is the one above. The caller closes it. */
  readonly openBlobs: (engine: BlobEngine) => Promise<Blobs>;
  /** Writes an upload to a temporary file until the upload is accepted or refused. */
  readonly stageUpload: StageContent;
  /** Fetches the links that users post, from public addresses only. */
  readonly outboundFetch: OutboundFetch;
  /** Sends notifications to the devices of users. */
  readonly push: Push;
  readonly images: ImageDecoder;
  /** Runs long work in slices, so that other requests are served meanwhile. */
  readonly scheduler: CooperativeScheduler;
  /** The long-lived objects that domains declare. */
  readonly resources: OpenedResources;
  /** Undefined if voice is off. */
  readonly voice: VoiceNodes | undefined;
  /** Undefined if no mail server is configured; accounts then need no verification. */
  readonly mail: MailPort | undefined;
  /** Opens a connection with other keys than the configured ones, to try them. The caller closes it. */
  readonly openMail: (smtp: Config["smtp"]) => Promise<MailPort | undefined>;
}
