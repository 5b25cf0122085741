import type {
  MemberVisibilityData,
  ServerViewChange,
  ServerVisibilityData,
} from "../visibility/view-change.ts";
import { type MemberVisibility, ServerVisibility, type VisibilityChange } from "./server-visibility.ts";
import type { View } from "./view.ts";

/** The visibility of every server that has a connected member, by server and by channel. */
export class VisibilityIndex {
  readonly #byId = new Map<string, ServerVisibility>();
  readonly #byChannel = new Map<string, ServerVisibility>();

  get(serverId: string): ServerVisibility | undefined {
    return this.#byId.get(serverId);
  }

  ofChannel(channelId: string): ServerVisibility | undefined {
    return this.#byChannel.get(channelId);
  }

  /** Adds all memberships of a view, to the shared visibility of a server where there is one. */
  addView(view: View): void {
    for (const { server, data } of [...view.memberships.values()])
      this.#addMember(view, this.#byId.get(server.id) ?? this.#addServer(server), data);
  }

  /** Adds a membership; returns undefined for an existing member. */
  join(view: View, server: ServerVisibilityData, data: MemberVisibilityData): MemberVisibility | undefined {
    if (view.isIn(server.id)) return undefined;
    return this.#addMember(
      view,
      this.#byId.get(server.id) ?? this.#addServer(new ServerVisibility(server)),
      data,
    );
  }

  leave(view: View, serverId: string): MemberVisibility | undefined {
    const member = view.memberships.get(serverId);
    if (!member) return undefined;
    view.memberships.delete(serverId);
    const { server } = member;
    server.members.delete(view.userId);
    if (server.members.size === 0) this.#removeServer(server);
    return member;
  }

  /** Applies a change and returns which channels each member gains or loses. */
  apply(change: ServerViewChange): Map<MemberVisibility, VisibilityChange> {
    const server = this.#byId.get(change.server);
    if (!server) return new Map();
    if (change.kind === "server channel changed") this.#byChannel.set(change.channel._id, server);
    return server.apply(change);
  }

  /** Removes a channel and returns the members who could view it. */
  removeChannel(channelId: string): MemberVisibility[] {
    const server = this.#byChannel.get(channelId);
    this.#byChannel.delete(channelId);
    return server?.removeChannel(channelId) ?? [];
  }

  #addMember(view: View, server: ServerVisibility, data: MemberVisibilityData): MemberVisibility {
    const member = server.createMember(view.userId, data);
    server.members.set(view.userId, member);
    view.addMembership(member);
    return member;
  }

  #addServer(server: ServerVisibility): ServerVisibility {
    this.#byId.set(server.id, server);
    for (const id of server.channelIds) this.#byChannel.set(id, server);
    return server;
  }

  #removeServer(server: ServerVisibility): void {
    this.#byId.delete(server.id);
    for (const id of server.channelIds) this.#byChannel.delete(id);
  }
}
