/** What the unread records of everybody should be, worked out as plainly as it can be said. */
export class UnreadModel {
  readonly #said: Said[] = [];
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
    // Nothing that was said before is about those who come now.
    this.#joined.set(user, this.#said.length);
    this.#roles.set(user, new Set());
  }

  leave(user: string): void {
    this.#joined.delete(user);
  }

  isMember(user: string): boolean {
    return this.#joined.has(user);
  }

  give(user: string, roles: readonly string[]): void {
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

  say(message: Omit<Said, "unreadBy"> & { readonly named: readonly string[] }): void {
    const { channel, author, named } = message;
    const reached = named.filter((user) => user !== author && this.sees(user, channel));
    this.#said.push({ ...message, unreadBy: new Set(message.quiet ? [] : reached) });
  }

  /** What is there to be read in a channel, the oldest first. */
  idsIn(channel: ModelChannel): string[] {
    return this.#said.filter((said) => said.channel === channel && !said.gone).map(({ id }) => id);
  }

  remove(id: string): void {
    for (const said of this.#said) if (said.id === id) said.gone = true;
  }

  read(user: string, channel: ModelChannel, upTo: string): void {
    this.#lastIds.set(`${user} ${channel.id}`, upTo);
    for (const said of this.#said)
      if (said.channel === channel && said.id <= upTo) said.unreadBy.delete(user);
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
        const mentions = this.#said.flatMap((said, at) =>
          said.channel === channel && this.#isUnread(user, said, at) ? [said.id] : [],
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

  #isUnread(user: string, said: Said, at: number): boolean {
    if (said.gone || !this.sees(user, said.channel)) return false;
    if (said.unreadBy.has(user)) return true;
    const { channel, author, masses, quiet, id } = said;
    if (quiet || author === user) return false;
    const isAbout = masses.includes("everyone") || masses.some((role) => this.holds(user, role));
    return (
      isAbout &&
      at >= (this.#joined.get(user) ?? 0) &&
      id > (this.#lastIds.get(`${user} ${channel.id}`) ?? "")
    );
  }
}

export interface ModelChannel {
  readonly id: string;
  /** Of a group. */
  readonly recipients?: readonly string[];
  /** Seen by those alone who have this role. */
  hiddenUnless?: string | undefined;
}

interface Said {
  readonly id: string;
  readonly channel: ModelChannel;
  readonly author: string;
  /** Roles, or `everyone`. */
  readonly masses: readonly string[];
  /** Nobody is to be told of it. */
  readonly quiet: boolean;
  /** Of those mentioned by name. */
  readonly unreadBy: Set<string>;
  gone?: boolean;
}
