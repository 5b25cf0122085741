import { single } from "../../convergence/reference-state.ts";
import type { Packet } from "../../support/stream/stream.ts";

const permissionFields = ["permissions", "default_permissions", "role_permissions"];

/** What may happen while a client is cut off, by the events that it gets when it resumes. */
const kinds: Readonly<Record<string, (packet: Packet, userId: string) => boolean>> = {
  "a message": ({ type }) => type === "Message",
  "the user joined a server": ({ type }) => type === "ServerCreate",
  "the user left a server, was kicked or banned": ({ type, user }, userId) =>
    type === "ServerMemberLeave" && user === userId,
  "a server was deleted": ({ type }) => type === "ServerDelete",
  "a channel of a server was created or shown": ({ type, server }) => type === "ChannelCreate" && server,
  "a channel was deleted or hidden": ({ type }) => type === "ChannelDelete",
  "permissions changed": ({ type, data }) =>
    /^(Server|ServerRole|Channel)Update$/.test(type) && permissionFields.some((field) => field in data),
  "a role was changed, moved or deleted": ({ type }) => type.startsWith("ServerRole"),
  "the roles of the user changed": ({ type, id, data, clear }, userId) =>
    type === "ServerMemberUpdate" && id.user === userId && ("roles" in data || clear.includes("Roles")),
  "a relation changed": ({ type }) => type === "UserRelationship",
  "somebody joined or left a group": ({ type }) => /^ChannelGroup/.test(type),
};

/** Counts in how many gaps each kind of change happened. */
export class MissedKinds {
  readonly #gaps = new Map<string, number>(Object.keys(kinds).map((kind) => [kind, 0]));
  #events = 0;

  add(missed: readonly Packet[], userId: string): void {
    const events = missed.flatMap(single);
    this.#events += events.length;
    for (const [kind, isSuch] of Object.entries(kinds))
      if (events.some((event) => isSuch(event, userId)))
        this.#gaps.set(kind, (this.#gaps.get(kind) ?? 0) + 1);
  }

  get lines(): string[] {
    const gaps = [...this.#gaps].map(([kind, count]) => `${count} × ${kind}`);
    return [`${this.#events} events were missed; gaps in which`, ...gaps];
  }
}
