/** The expected unread records of all users, computed in the simplest way. */
export class UnreadModel {
  readonly #sent: SentMessage[] = [];
  /** By user and channel. */
  readonly #lastIds = new Map<string, string>();
  readonly #joined = new Map<string, number>();
  readonly #roles = new Map<string, ReadonlySet<string>>();
  readonly #channels: readonly ModelChannel[];
  readonly #owner: string;

  constructor(owner: string, channels: readonly ModelChannel[]) {
    this.#owner = owner;
    this.#channels = channels;
  }

  join(user: string): void {
    // A mass mention does not concern members who join after it.
    this.#joined.set(user, this.#sent.length);
    this.#roles.set(user, new Set());
  }

  leave(user: string): void {
    this.#joined.delete(user);
  }

  isMember(user: string): boolean {
    return this.#joined.has(user);
  }

  setRoles(user: string, roles: readonly string[]): void {
    this.#roles.set(user, new Set(roles));
  }

  holds(user: string, role: string): boolean {
    return this.#roles.get(user)?.has(role) ?? false;
  }

  sees(user: string, channel: ModelChannel): boolean {
    if (channel.recipients) return channel.recipients.includes(user);
    if (!this.isMember(user)) return false;
    const { hiddenUnless } = channel;
    return user === this.#owner || hiddenUnless === undefined || this.holds(user, hiddenUnless);
  }

  send(message: Omit<SentMessage, "unreadBy"> & { readonly named: readonly string[] }): void {
    const { channel, author, named } = message;
    const reached = named.filter((user) => user !== author && this.sees(user, channel));
    this.#sent.push({ ...message, unreadBy: new Set(message.suppressed ? [] : reached) });
  }

  /** The ids of the messages in a channel, oldest first. */
  idsIn(channel: ModelChannel): string[] {
    return this.#sent.filter((sent) => sent.channel === channel && !sent.deleted).map(({ id }) => id);
  }

  remove(id: string): void {
    for (const message of this.#sent) if (message.id === id) message.deleted = true;
  }

  read(user: string, channel: ModelChannel, upTo: string): void {
    this.#lastIds.set(`${user} ${channel.id}`, upTo);
    for (const message of this.#sent)
      if (message.channel === channel && message.id <= upTo) message.unreadBy.delete(user);
  }

  readServer(user: string): void {
    for (const channel of this.#channels) {
      const last = this.idsIn(channel).at(-1);
      if (!channel.recipients && last !== undefined && this.sees(user, channel))
        this.read(user, channel, last);
    }
  }

  unreadsOf(user: string): object[] {
    return this.#channels
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap((channel) => {
        const last_id = this.#lastIds.get(`${user} ${channel.id}`);
        const mentions = this.#sent.flatMap((message, at) =>
          message.channel === channel && this.#isUnread(user, message, at) ? [message.id] : [],
        );
        if (last_id === undefined && mentions.length === 0) return [];
        return [
          {
            _id: { channel: channel.id, user },
            ...(last_id !== undefined && { last_id }),
            ...(mentions.length > 0 && { mentions }),
          },
        ];
      });
  }

  #isUnread(user: string, message: SentMessage, at: number): boolean {
    if (message.deleted || !this.sees(user, message.channel)) return false;
    if (message.unreadBy.has(user)) return true;
    const { channel, author, massMentions, suppressed, id } = message;
    if (suppressed || author === user) return false;
    const isAbout = massMentions.includes("everyone") || massMentions.some((role) => this.holds(user, role));
    return (
      isAbout &&
      at >= (this.#joined.get(user) ?? 0) &&
      id > (this.#lastIds.get(`${user} ${channel.id}`) ?? "")
    );
  }
}

export interface ModelChannel {
  readonly id: string;
  /** Only groups have them. */
  readonly recipients?: readonly string[];
  /** The role that a member needs to see the channel. */
  hiddenUnless?: string | undefined;
}

interface SentMessage {
  readonly id: string;
  readonly channel: ModelChannel;
  readonly author: string;
  /** Roles, or `everyone`. */
  readonly massMentions: readonly string[];
  /** Sent with the flag that suppresses notifications. */
  readonly suppressed: boolean;
  /** The users mentioned by name who have not read it. */
  readonly unreadBy: Set<string>;
  deleted?: boolean;
}
