import type {
  MemberVisibilityData,
  ServerViewChange,
  ServerVisibilityData,
} from "../protocol/view-change.ts";
import { type MemberVisibility, ServerVisibility, type VisibilityChange } from "./server-visibility.ts";
import type { View } from "./view.ts";

/** The servers in which somebody is connected, and who. */
export class VisibilityIndex {
  readonly #byId = new Map<string, ServerVisibility>();
  readonly #byChannel = new Map<string, ServerVisibility>();

  get(serverId: string): ServerVisibility | undefined {
    return this.#byId.get(serverId);
  }

  ofChannel(channelId: string): ServerVisibility | undefined {
    return this.#byChannel.get(channelId);
  }

  /** Takes up all seats of a view, in the scenes that are here already where there are such. */
  admit(view: View): void {
    for (const { server, member } of [...view.memberships.values()]) {
      const shared = this.#byId.get(server.id) ?? this.#open(server);
      this.#take(view, shared, member);
    }
  }

  /** Somebody joins a server; nothing happens if they are in it. */
  join(view: View, server: ServerVisibilityData, member: MemberVisibilityData): MemberVisibility | undefined {
    if (view.isIn(server.id)) return undefined;
    return this.#take(view, this.#byId.get(server.id) ?? this.#open(new ServerVisibility(server)), member);
  }

  leave(view: View, serverId: string): MemberVisibility | undefined {
    const seat = view.memberships.get(serverId);
    if (!seat) return undefined;
    view.memberships.delete(serverId);
    const { server } = seat;
    server.members.delete(view.userId);
    if (server.members.size === 0) this.#close(server);
    return seat;
  }

  /** Says which channels come into whose view, or go out of it. */
  apply(
    change: ServerViewChange,
    viewOf: (userId: string) => View | undefined,
  ): Map<MemberVisibility, VisibilityChange> {
    if (change.kind === "privilege") return changePrivilege(viewOf(change.user), change.privileged);
    const scene = this.#byId.get(change.server);
    if (!scene) return new Map();
    if (change.kind === "server channel changed") this.#byChannel.set(change.channel._id, scene);
    return scene.apply(change);
  }

  /** Returns who saw it. */
  dropChannel(channelId: string): MemberVisibility[] {
    const scene = this.#byChannel.get(channelId);
    this.#byChannel.delete(channelId);
    return scene?.dropChannel(channelId) ?? [];
  }

  #take(view: View, scene: ServerVisibility, member: MemberVisibilityData): MemberVisibility {
    const seat = scene.prepareMember(view.userId, view.privileged, member);
    scene.members.set(view.userId, seat);
    view.addMembership(seat);
    return seat;
  }

  #open(scene: ServerVisibility): ServerVisibility {
    this.#byId.set(scene.id, scene);
    for (const id of scene.channelIds) this.#byChannel.set(id, scene);
    return scene;
  }

  #close(scene: ServerVisibility): void {
    this.#byId.delete(scene.id);
    for (const id of scene.channelIds) this.#byChannel.delete(id);
  }
}

function changePrivilege(
  view: View | undefined,
  privileged: boolean,
): Map<MemberVisibility, VisibilityChange> {
  if (!view) return new Map();
  view.privileged = privileged;
  return new Map(
    [...view.memberships.values()].flatMap((seat) => [...seat.server.setPrivileged(seat, privileged)]),
  );
}
