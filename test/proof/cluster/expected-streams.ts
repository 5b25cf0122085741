import type { Announcement, Topic } from "../../../src/visibility/announcement.ts";
import type { ChannelVisibilityData, ServerVisibilityData } from "../../../src/visibility/view-change.ts";
import { CommunityModel, describeWhole, isServerViewChange } from "./community-model.ts";
import { createdKey, deletedKey, keyOf, sortRuns } from "./event-key.ts";
import type { Commit, Violation } from "./history.ts";

export interface ExpectedEvent {
  readonly key: string;
  readonly position: number;
}

/** All that a user who was connected from the first commit to the last must have received. */
export interface ExpectedStream {
  readonly events: ExpectedEvent[];
  /** By what a Ready says: how many of the events precede such a Ready. */
  readonly starts: Map<string, number[]>;
}

/** Computes from the log what each of these users must receive, and what each Ready must say. */
export class ExpectedStreams {
  readonly streams: ReadonlyMap<string, ExpectedStream>;
  /** Commits that contradict those before them. */
  readonly violations: Violation[] = [];
  readonly #model = new CommunityModel();
  readonly #interned = new Map<string, string>();

  constructor(users: Iterable<string>, commits: readonly Commit[]) {
    this.streams = new Map([...users].map((user) => [user, { events: [], starts: new Map([["", [0]]]) }]));
    for (const commit of commits) this.#add(commit);
  }

  #add({ position, announcements }: Commit): void {
    const before = new Map([...this.streams].map(([user, { events }]) => [user, events.length]));
    for (const announcement of announcements) this.#deliver(announcement, position);
    for (const [user, { events, starts }] of this.streams) {
      if (events.length === before.get(user)) continue;
      const state = this.#intern(this.#model.describe(user));
      const indexes = starts.get(state);
      if (indexes) indexes.push(events.length);
      else starts.set(state, [events.length]);
    }
  }

  #deliver(announcement: Announcement, position: number): void {
    const { name, payload, changes = [] } = announcement;
    const changed = this.#applyVisibility(changes.filter(isServerViewChange));
    const key = keyOf(name, payload as object);
    for (const [user, { events }] of this.streams) {
      const { lost = [], gained = [] } = changed.get(user) ?? {};
      const topics = new Set([...lost, ...gained.map(({ _id }) => _id)].map((id) => `channel:${id}`));
      const isReplaced = announcement.topics.some((topic) => topics.has(topic));
      const keys = sortRuns([...lost.map(deletedKey), ...gained.map(createdKey)]);
      if (key !== undefined && !isReplaced && this.#receives(user, announcement)) keys.push(key);
      for (const each of keys) events.push({ key: this.#intern(each), position });
    }
    for (const change of changes) {
      if (isServerViewChange(change)) continue;
      if (change.kind === "server joined") this.#compareJoin(change.server, position);
      this.#model.apply(change);
    }
  }

  #applyVisibility(changes: readonly Parameters<CommunityModel["apply"]>[0][]) {
    const changed = new Map<string, { lost: string[]; gained: ChannelVisibilityData[] }>();
    for (const change of changes) {
      if (!isServerViewChange(change)) continue;
      const { server } = change;
      const members = this.#model.membersOf(server).filter((user) => this.streams.has(user));
      const before = new Map(members.map((user) => [user, this.#model.visibleChannels(user, server)]));
      this.#model.apply(change);
      for (const [user, earlier] of before) {
        const now = this.#model.visibleChannels(user, server);
        const lost = [...earlier.keys()].filter((id) => !now.has(id));
        const gained = [...now.values()].filter(({ _id }) => !earlier.has(_id));
        if (lost.length + gained.length > 0) changed.set(user, { lost, gained });
      }
    }
    return changed;
  }

  /** What a new member receives of a server must be its state after all earlier commits. */
  #compareJoin(server: ServerVisibilityData, position: number): void {
    const told = describeWhole(server);
    const known = this.#model.describeServer(server.id) ?? told;
    if (told === known) return;
    const excerpt = ["told:", ...told.split("\n"), "by the commits before:", ...known.split("\n")];
    this.violations.push({ rule: "join", text: `position ${position} shows another server`, excerpt });
  }

  #receives(user: string, { topics, except = [], within = [] }: Announcement): boolean {
    const isOn = (topic: Topic) => this.#isOn(user, topic);
    return topics.some(isOn) && !except.some(isOn) && within.every(isOn);
  }

  #isOn(user: string, topic: Topic): boolean {
    const [kind, id = ""] = topic.split(":");
    if (kind === "private") return id === user;
    if (kind === "server") return this.#model.isMember(user, id);
    return kind === "channel" && this.#model.canView(user, id);
  }

  #intern(text: string): string {
    const known = this.#interned.get(text);
    if (known !== undefined) return known;
    this.#interned.set(text, text);
    return text;
  }
}
