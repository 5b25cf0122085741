import { accounts } from "./accounts/domain.ts";
import { service } from "./service/domain.ts";
import { users } from "./users/domain.ts";

/** The registry: what http, worker, command line and the generated pages interpret. */
export const domains = [service, accounts, users];

export const routes = domains.flatMap((domain) => domain.routes ?? []);
export const events = domains.flatMap((domain) => domain.events ?? []);
export const jobs = domains.flatMap((domain) => domain.jobs ?? []);
export const hooks = domains.flatMap((domain) => domain.hooks ?? []);
export const commands = domains.flatMap((domain) => domain.commands ?? []);
