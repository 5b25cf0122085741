import { assertEncryption } from "../backup/encryption/choose-encryption.ts";
import { lockInstance } from "../compose/lock-instance.ts";
import {
  type OpenedServices,
  openMetrics,
  openServices,
  type ServiceOverrides,
} from "../compose/open-services.ts";
import { ConfigError } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import { repairModes } from "../platform/data-directory/data-directory.ts";
import type { RenderedMetrics } from "../platform/metrics/port.ts";
import { checkClusterConfig } from "../platform/nodes/check-config.ts";
import { clockIsBehindBy } from "../startup/clock-check.ts";
import { confirmsCommitsEarly } from "../startup/commit-check.ts";
import { checkWebPushKey } from "../startup/key-check.ts";

/** The database, the services and the locks of one server, after the checks of its start. */
export interface Instance extends Omit<OpenedServices, keyof AsyncDisposable> {
  readonly config: Config;
  /** Where it listens, once it does. */
  readonly listening: { port: number };
  /** Undefined if metrics are off. */
  readonly rendered: RenderedMetrics | undefined;
  /** The id of this node; undefined for a server that is not part of a cluster. */
  readonly node: string | undefined;
  /** Resolves once another server has got the database of this one. */
  readonly replaced: Promise<unknown>;
  /** For work that nobody waits for. */
  readonly logFailure: (error: unknown) => void;
}

/** Refuses to start where the configuration, the keys or another server forbid it, before anything is changed. */
export async function openInstance(
  config: Config,
  overrides: ServiceOverrides,
  opening: AsyncDisposableStack,
): Promise<Instance> {
  const { refusal, warnings } = checkClusterConfig(config);
  if (refusal) throw new ConfigError(refusal);
  await assertEncryption(config);
  // Before anything is changed or migrated: another server may be running.
  const replaced = Promise.withResolvers<unknown>();
  const mode = config.cluster.enabled ? "shared" : "alone";
  await lockInstance({ ...config, mode }, opening, replaced.resolve);
  const { repaired, open } = repairModes(config.data_dir);
  const listening = { port: config.port };
  const rendered = await openMetrics(config, () => opened.services.log);
  const node = config.cluster.enabled ? crypto.randomUUID() : undefined;
  const opened = opening.use(
    await openServices(
      config,
      { ...overrides, node, ...(rendered && { metrics: rendered }) },
      () => listening.port,
    ),
  );
  const { database, services, presence } = opened;
  const { log, clock, vault, secrets } = services;
  await checkWebPushKey(database, vault, secrets);
  if (repaired > 0) log.warn({ repaired }, "files in the data directory were open to other users");
  if (open.length > 0)
    log.warn({ open: open.slice(0, 10) }, "other users can open a part of the data directory");
  for (const warning of warnings) log.warn(warning);
  const behindMs = await clockIsBehindBy(database, clock.now());
  if (behindMs > 0)
    log.warn({ behindMs }, "the clock is behind the time of the last run: check the time of this machine");
  if (await confirmsCommitsEarly(database))
    log.warn(
      "synchronous_commit of PostgreSQL is off: Ermine turns it on for its own writes, but what other programs write may be lost in a power cut",
    );
  return {
    config,
    database,
    services,
    presence,
    listening,
    rendered,
    node,
    replaced: replaced.promise,
    logFailure: (error) => log.error({ err: error }, "background work failed"),
  };
}
