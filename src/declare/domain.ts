import type { EventSpec } from "../protocol/event.ts";
import type { HookListener } from "../store/hook-listener.ts";
import type { LockRule } from "../store/lock-check.ts";
import type { QueryProvider } from "../store/query-provider.ts";
import type { Resource } from "../store/resource.ts";
import type { Command } from "./command.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Job } from "./job.ts";
import type { ReadyPart } from "./ready.ts";
import type { Route } from "./route.ts";

/** Everything that a folder under `domains/` adds to the program. */
export interface Domain {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly endpoints?: readonly Endpoint[];
  readonly events?: readonly EventSpec[];
  readonly jobs?: readonly Job[];
  readonly hooks?: readonly HookListener[];
  readonly ready?: readonly ReadyPart[];
  readonly providers?: readonly QueryProvider[];
  readonly commands?: readonly Command[];
  readonly lockRules?: readonly LockRule[];
  /** In the order in which they are opened. */
  readonly resources?: readonly Resource[];
}
