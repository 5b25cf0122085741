import { accounts } from "./accounts/domain.ts";
import { admin } from "./admin/domain.ts";
import { audit } from "./audit/domain.ts";
import { bots } from "./bots/domain.ts";
import { channels } from "./channels/domain.ts";
import { claims } from "./claims/domain.ts";
import { community } from "./community/domain.ts";
import { conversations } from "./conversations/domain.ts";
import { emojis } from "./emojis/domain.ts";
import { exports } from "./exports/domain.ts";
import { files } from "./files/domain.ts";
import { invites } from "./invites/domain.ts";
import { members } from "./members/domain.ts";
import { messages } from "./messages/domain.ts";
import { oidc } from "./oidc/domain.ts";
import { operators } from "./operators/domain.ts";
import { policy } from "./policy/domain.ts";
import { push } from "./push/domain.ts";
import { safety } from "./safety/domain.ts";
import { servers } from "./servers/domain.ts";
import { service } from "./service/domain.ts";
import { setup } from "./setup/domain.ts";
import { sync } from "./sync/domain.ts";
import { unfurl } from "./unfurl/domain.ts";
import { unreads } from "./unreads/domain.ts";
import { users } from "./users/domain.ts";
import { voice } from "./voice/domain.ts";
import { webhooks } from "./webhooks/domain.ts";

/** The registry, lower domains first: what http, gateway, worker, command line and the pages interpret. */
const domains = [
  operators,
  accounts,
  files,
  unfurl,
  users,
  policy,
  audit,
  sync,
  members,
  channels,
  emojis,
  messages,
  unreads,
  webhooks,
  voice,
  conversations,
  servers,
  invites,
  bots,
  claims,
  oidc,
  safety,
  push,
  community,
  service,
  exports,
  admin,
  setup,
];

export const routes = domains.flatMap((domain) => domain.routes ?? []);
export const endpoints = domains.flatMap((domain) => domain.endpoints ?? []);
export const events = domains.flatMap((domain) => domain.events ?? []);
export const readyParts = domains.flatMap((domain) => domain.ready ?? []);
export const jobs = domains.flatMap((domain) => domain.jobs ?? []);
export const hooks = domains.flatMap((domain) => domain.hooks ?? []);
export const providers = domains.flatMap((domain) => domain.providers ?? []);
export const counters = domains.flatMap((domain) => domain.counters ?? []);
export const gauges = domains.flatMap((domain) => domain.gauges ?? []);
export const resources = domains.flatMap((domain) => domain.resources ?? []);
export const commands = domains.flatMap((domain) => domain.commands ?? []);
/** What an engine keeps besides the rows that both have. */
export const derivedSchema = {
  columns: domains.flatMap((domain) => domain.derivedColumns ?? []),
  tables: domains.flatMap((domain) => domain.derivedTables ?? []),
};
/** Not declared in a registry, since only the relay to LiveKit asks it. */
export { mayConnect } from "./voice/index.ts";
