import type { Command } from "./command.ts";
import type { Endpoint } from "./endpoint.ts";
import type { EventSpec } from "./event.ts";
import type { HookListener } from "./hook.ts";
import type { JobSpec } from "./job.ts";
import type { Answer } from "./question.ts";
import type { Route } from "./route.ts";

/** Everything that a folder under `domains/` adds to the program. */
export interface Domain {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly endpoints?: readonly Endpoint[];
  readonly events?: readonly EventSpec[];
  readonly jobs?: readonly JobSpec[];
  readonly hooks?: readonly HookListener[];
  readonly answers?: readonly Answer[];
  readonly commands?: readonly Command[];
}
