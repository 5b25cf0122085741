import type { TSchema } from "typebox";
import { endpoints, events, readyParts, routes } from "../domains/index.ts";
import { createMsgpackCodec } from "../gateway/codec.ts";
import { Gateway } from "../gateway/gateway.ts";
import { type BetweenSteps, describeReady } from "../gateway/ready.ts";
import { createApp } from "../http/app.ts";
import type { OwnClient } from "../web/client-source.ts";
import { WebPages } from "../web/web-pages.ts";
import type { NodeConnections } from "./connect-nodes.ts";
import type { Instance } from "./open-instance.ts";
import type { Shutdown } from "./shutdown.ts";
import type { Work } from "./start-work.ts";

/** What serves clients: routes, the event stream and pages. */
export interface Interfaces {
  readonly app: ReturnType<typeof createApp>;
  readonly gateway: Gateway;
  readonly website: WebPages;
}

interface InterfaceOptions extends NodeConnections, Omit<Work, "worker"> {
  readonly shutdown: Shutdown;
  readonly checkReplies: boolean;
  readonly betweenReadySteps: BetweenSteps | undefined;
  readonly ownClient: OwnClient | undefined;
}

/** Creates them. They serve nobody before the server listens. */
export function openInterfaces(
  { services, presence }: Instance,
  options: InterfaceOptions,
  opening: AsyncDisposableStack,
): Interfaces {
  const { bus, cluster, counters, store, checkedStore, relay, shutdown } = options;
  const website = opening.use(new WebPages(services, options.ownClient));
  const ready = describeReady(readyParts);
  const app = createApp({
    routes,
    endpoints,
    stream: { events, ready },
    store: checkedStore,
    services,
    counters,
    checkReplies: options.checkReplies,
    followsEvents: () => !shutdown.hasBegun && bus.isCurrent,
    website,
  });
  opening.defer(() => app.settle());
  const gateway = new Gateway({
    bus,
    store,
    services,
    presence,
    counters: counters.approximate,
    relay,
    reportPresence: cluster && ((change) => cluster.reports.report(change)),
    readyParts,
    between: options.betweenReadySteps,
    msgpack: createMsgpackCodec(
      [...events, ready].map(({ name, payload }): [string, TSchema] => [name, payload]),
    ),
  });
  opening.use(services.activity.record(() => gateway.connections, cluster?.node));
  return { app, gateway, website };
}
