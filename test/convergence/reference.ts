import type { Packet } from "../support/stream.ts";

// biome-ignore lint/suspicious/noExplicitAny: things of every kind, as they came
type Thing = Record<string, any>;

/** What a client knows: things by id. Of policies only Ready tells. */
export interface State {
  readonly users: Map<string, Thing>;
  readonly channels: Map<string, Thing>;
  readonly settings: Map<string, unknown>;
  readonly unreads: Map<string, Thing>;
  /** Nothing of these changes yet. */
  readonly rest: Thing;
}

/** What a client that has just come starts from. */
export function stateOf(ready: Packet): State {
  const { type: _, users, channels, user_settings, channel_unreads, policy_changes: __, ...rest } = ready;
  return {
    users: byId(users.map(tidy)),
    channels: byId(channels),
    settings: new Map(Object.entries(user_settings)),
    unreads: new Map(channel_unreads.map((unread: Thing) => [unread._id.channel, unread])),
    rest,
  };
}

/** So that what differs stands side by side. */
export function inOrder({ users, channels, settings, unreads, rest }: State): object {
  const [byUser, byChannel, byKey, read] = [users, channels, settings, unreads].map(Object.fromEntries);
  return { users: byUser, channels: byChannel, settings: byKey, unreads: read, ...rest };
}

const byId = (things: Thing[]) => new Map(things.map((thing) => [String(thing._id), thing]));

/**
 * The smallest client there is: what it knows is Ready and what the specification says that each event changes.
 * It forgets whom it has nothing to do with, so that what it knows is what a newcomer is told, no less, no more.
 */
export class Reference {
  readonly state: State;
  readonly selfId: string;
  /** Whom a conversation brought into view, whereof no event tells more than the id: they have to be fetched. */
  readonly unknown = new Set<string>();
  /** Whom the last event was about, if it was how one stands to them: what one sees of them comes with it. */
  #related: string | undefined;

  constructor(ready: Packet) {
    this.state = stateOf(ready);
    this.selfId = ready.users.at(-1)._id;
  }

  take(packet: Packet): void {
    const change = changes[packet.type];
    if (!change) throw new Error(`the reference client has to learn what ${packet.type} changes`);
    change(this, packet);
    this.#forget();
    this.#related = packet.type === "UserRelationship" ? packet.user._id : undefined;
  }

  /** Nobody hears of people with whom they have nothing to do. */
  mayHearOf(userId: string): boolean {
    return this.state.users.has(userId) || this.unknown.has(userId) || userId === this.#related;
  }

  /** What was asked for over HTTP. */
  learn(user: Thing): void {
    this.unknown.delete(user._id);
    this.state.users.set(user._id, tidy(user));
  }

  setRelation(id: string, status: string): void {
    const self = this.state.users.get(this.selfId) ?? {};
    const { relations = [], ...rest } = self;
    const before = relations.find((relation: Thing) => relation._id === id);
    if (before?.status === status) return;
    const others = relations.filter((relation: Thing) => relation !== before);
    const after = status === "None" ? others : [...others, { _id: id, status }];
    this.state.users.set(this.selfId, { ...rest, ...(after.length > 0 && { relations: after }) });
  }

  #forget(): void {
    const { users, channels } = this.state;
    const known = new Set<string>([this.selfId]);
    for (const { _id } of users.get(this.selfId)?.relations ?? []) known.add(_id);
    for (const { recipients = [] } of channels.values()) for (const id of recipients) known.add(id);
    for (const id of users.keys()) if (!known.has(id)) users.delete(id);
    for (const id of known) if (!users.has(id)) this.unknown.add(id);
    for (const id of this.unknown) if (!known.has(id)) this.unknown.delete(id);
  }
}

type Change = (client: Reference, packet: Packet) => void;

const nothing: Change = () => {};

const changes: Readonly<Record<string, Change>> = {
  UserUpdate(client, { id, data, clear }) {
    const { users } = client.state;
    const user = users.get(id);
    if (!client.mayHearOf(id)) throw new Error(`told of a stranger, ${id}`);
    if (user) users.set(id, tidy(without({ ...user, ...data }, clear)));
  },
  UserRelationship(client, { user, status }) {
    client.learn(user);
    client.setRelation(user._id, status);
  },
  UserPlatformWipe(client, { user_id }) {
    client.setRelation(user_id, "None");
    for (const { _id, channel_type, recipients = [] } of client.state.channels.values())
      if (channel_type === "DirectMessage" && recipients.includes(user_id)) client.state.channels.delete(_id);
  },
  UserSettingsUpdate({ state: { settings } }, { update }) {
    for (const [key, value] of Object.entries(update)) settings.set(key, value);
  },
  ChannelCreate({ state: { channels } }, { type: _, ...channel }) {
    channels.set(channel._id, channel);
  },
  ChannelDelete({ state: { channels } }, { id }) {
    channels.delete(id);
  },
  // Not kept by anybody.
  ChannelStartTyping: nothing,
  ChannelStopTyping: nothing,
  Auth: nothing,
};

const keyOf: Readonly<Record<string, string>> = {
  Avatar: "avatar",
  DisplayName: "display_name",
  Pronouns: "pronouns",
};

function without(user: Thing, clear: readonly string[]): Thing {
  const { text, presence } = user.status ?? {};
  const status = {
    ...(text !== undefined && !clear.includes("StatusText") && { text }),
    ...(presence !== undefined && !clear.includes("StatusPresence") && { presence }),
  };
  const gone = new Set(clear.map((field) => keyOf[field]));
  return Object.fromEntries(Object.entries({ ...user, status }).filter(([key]) => !gone.has(key)));
}

/** Of these, none is the same as an empty one. */
function tidy({ badges, flags, privileged, status, ...user }: Thing): Thing {
  return {
    ...user,
    ...(badges && { badges }),
    ...(flags && { flags }),
    ...(privileged && { privileged }),
    ...(status && Object.keys(status).length > 0 && { status }),
  };
}
