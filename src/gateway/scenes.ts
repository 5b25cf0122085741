import type { SceneChange, SceneMember, ServerScene } from "../declare/view-change.ts";
import { Scene, type Seat, type Shift } from "./scene.ts";
import type { View } from "./view.ts";

/** The servers in which somebody is connected, and who. */
export class Scenes {
  readonly #byId = new Map<string, Scene>();
  readonly #byChannel = new Map<string, Scene>();

  get(serverId: string): Scene | undefined {
    return this.#byId.get(serverId);
  }

  ofChannel(channelId: string): Scene | undefined {
    return this.#byChannel.get(channelId);
  }

  /** Takes up all seats of a view, in the scenes that are here already where there are such. */
  admit(view: View): void {
    for (const { scene, member } of [...view.seats.values()]) {
      const shared = this.#byId.get(scene.id) ?? this.#open(scene);
      this.#take(view, shared, member);
    }
  }

  /** Somebody joins a server; nothing happens if they are in it. */
  join(view: View, server: ServerScene, member: SceneMember): Seat | undefined {
    if (view.isIn(server.id)) return undefined;
    return this.#take(view, this.#byId.get(server.id) ?? this.#open(new Scene(server)), member);
  }

  leave(view: View, serverId: string): Seat | undefined {
    const seat = view.seats.get(serverId);
    if (!seat) return undefined;
    view.seats.delete(serverId);
    const { scene } = seat;
    scene.seats.delete(view.userId);
    if (scene.seats.size === 0) this.#close(scene);
    return seat;
  }

  /** Says which channels come into whose view, or go out of it. */
  apply(change: SceneChange, viewOf: (userId: string) => View | undefined): Map<Seat, Shift> {
    if (change.kind === "privilege") return changePrivilege(viewOf(change.user), change.privileged);
    const scene = this.#byId.get(change.server);
    if (!scene) return new Map();
    if (change.kind === "server channel changed") this.#byChannel.set(change.channel._id, scene);
    return scene.apply(change);
  }

  /** Returns who saw it. */
  dropChannel(channelId: string): Seat[] {
    const scene = this.#byChannel.get(channelId);
    this.#byChannel.delete(channelId);
    return scene?.dropChannel(channelId) ?? [];
  }

  #take(view: View, scene: Scene, member: SceneMember): Seat {
    const seat = scene.prepareSeat(view.userId, view.privileged, member);
    scene.seats.set(view.userId, seat);
    view.sit(seat);
    return seat;
  }

  #open(scene: Scene): Scene {
    this.#byId.set(scene.id, scene);
    for (const id of scene.channelIds) this.#byChannel.set(id, scene);
    return scene;
  }

  #close(scene: Scene): void {
    this.#byId.delete(scene.id);
    for (const id of scene.channelIds) this.#byChannel.delete(id);
  }
}

function changePrivilege(view: View | undefined, privileged: boolean): Map<Seat, Shift> {
  if (!view) return new Map();
  view.privileged = privileged;
  return new Map([...view.seats.values()].flatMap((seat) => [...seat.scene.setPrivileged(seat, privileged)]));
}
