import type { Cluster } from "../compose/cluster.ts";
import { openBus, openCluster, registerSingleServer } from "../compose/open-cluster.ts";
import { openCounters } from "../compose/open-counters.ts";
import { describeUrl } from "../config/describe-url.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { SharedPresence } from "../gateway/shared-presence.ts";
import type { Bus } from "../platform/bus/port.ts";
import { Interval } from "../platform/concurrency/interval.ts";
import type { LimitCounters } from "../platform/counters/port.ts";
import { about } from "../platform/text/about.ts";
import type { Instance } from "./open-instance.ts";

/** What a server shares with the others on its database; a single server has all of it to itself. */
export interface NodeConnections {
  /** Undefined for a single server. */
  readonly cluster: Cluster | undefined;
  readonly counters: LimitCounters;
  readonly bus: Bus;
}

/** Opens the ways to other nodes. Other nodes do not know this one yet. */
export async function connectNodes(
  instance: Instance,
  opening: AsyncDisposableStack,
): Promise<NodeConnections> {
  const { config, node, services, logFailure } = instance;
  const { log, clock } = services;
  const cluster = await openCluster(node, instance, logFailure);
  if (cluster) opening.use(cluster);
  const counters = await about(`Redis at ${describeUrl(config.redis_url)} (redis_url)`, () =>
    openCounters(config, { clock, log, liveNodes: () => cluster?.size ?? 1 }),
  );
  opening.defer(() => counters.close());
  const bus = await openBus(config, cluster?.link, {
    onListenerError: (error) => log.error({ err: error }, "a listener failed"),
    onReadError: (error) => log.warn({ err: error }, "the log of events cannot be read"),
  });
  opening.defer(() => bus.close());
  return { cluster, counters, bus };
}

const trimMs = 60_000;

/** Enters this server in the table of nodes, and shares who is connected to it. */
export async function joinNodes(
  { config, services, presence, logFailure }: Instance,
  { cluster, bus, gateway }: NodeConnections & { readonly gateway: Gateway },
  opening: AsyncDisposableStack,
): Promise<void> {
  const state = () => ({ position: bus.position, connections: gateway.connections });
  const registry = await cluster?.register(state);
  if (!cluster && config.database_url !== "") opening.use(await registerSingleServer(services, state));
  if (cluster && registry)
    opening.use(
      await SharedPresence.open({
        presence,
        reports: cluster.reports,
        link: cluster.link,
        registry,
        announcer: gateway.announcer,
        graceMs: config.events.offline_grace_ms,
        now: () => services.clock.now(),
        onError: logFailure,
      }),
    );
  const trimming = new Interval(
    trimMs,
    async () => bus.trim(registry?.reachedByAll ?? bus.position),
    logFailure,
  );
  opening.defer(() => trimming.stop());
}
