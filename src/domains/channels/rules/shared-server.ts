import { byAscendingRank, canViewChannel, type MembershipContext } from "../../../permissions/servers.ts";
import { shareEncoding } from "../../../platform/memoize/shared-encoding.ts";
import type { ServerVisibilityData } from "../../../visibility/view-change.ts";
import {
  type Emoji,
  type MemberWithRoles,
  type RoleRow,
  type Server,
  type ServerRow,
  serverView,
  serverVisibilityData,
} from "../../members/index.ts";
import type { TextChannel } from "../model.ts";
import { overridesOf, withLastMessage } from "./text-channel.ts";

/** Most members have the same roles as many others. Beyond this, the combinations are forgotten. */
const maxRoleCombinations = 1_000;

/** Everything about a server that is covered by its revision. */
export interface ServerContent {
  readonly row: ServerRow;
  readonly roles: readonly RoleRow[];
  /** In order of creation, without their last messages. */
  readonly channels: readonly TextChannel[];
  readonly emojis: readonly Emoji[];
}

/**
 * What the members of a server share, at one revision of it: its objects, which are encoded once for all of them, and
 * which channels each combination of roles can view. The number of members and the last messages change without a new
 * revision, so callers pass them in; only what depends on them is built again.
 */
export class SharedServer {
  readonly content: ServerContent;
  readonly emojis: readonly Emoji[];
  /** The indexes of the channels that members with the same roles can view. */
  readonly #visible = new Map<string, readonly number[]>();
  #server: Server | undefined;
  #channels: SharedChannels | undefined;

  constructor(content: ServerContent) {
    this.content = content;
    this.emojis = content.emojis.map(shareEncoding);
  }

  get id(): string {
    return this.content.row.id;
  }

  get revision(): string {
    return this.content.row.revision;
  }

  /** How much of the cache it takes: the number of its rows. */
  get size(): number {
    const { roles, channels, emojis } = this.content;
    const overrides = channels.reduce(
      (sum, { role_permissions = {} }) => sum + Object.keys(role_permissions).length,
      0,
    );
    return 1 + roles.length + channels.length + overrides + emojis.length;
  }

  withMembers(members: number): Server {
    if (this.#server?.approximate_member_count !== members) {
      const { row, roles, channels } = this.content;
      const ids = channels.map(({ _id }) => _id);
      this.#server = shareEncoding(serverView(row, { roles, channels: ids, members }));
    }
    return this.#server as Server;
  }

  /** `lastMessages`: the id for each channel or nothing, separated by commas, in the order of the channels. */
  withLastMessages(lastMessages: string): SharedChannels {
    const before = this.#channels;
    if (before?.lastMessages === lastMessages) return before;
    const ids = lastMessages.split(",");
    const all = this.content.channels.map((channel, index) => {
      const last = ids[index] || undefined;
      const known = before?.all[index];
      return known && known.last_message_id === last ? known : shareEncoding(withLastMessage(channel, last));
    });
    this.#channels = new SharedChannels(this, lastMessages, all);
    return this.#channels;
  }

  /** The indexes of the channels that a member can view. */
  visibleTo(member: MemberWithRoles): readonly number[] {
    const owner = this.content.row.owner_id === member.user_id;
    const key = owner ? "all" : [...member.roles].sort().join(" ");
    const known = this.#visible.get(key);
    if (known) return known;
    const { row, roles, channels } = this.content;
    const held = roles.filter(({ id }) => member.roles.includes(id));
    const membership: MembershipContext = {
      owner,
      defaultPermissions: row.default_permissions,
      // They decide what a member may do in a channel, not whether the member can view it.
      member: { timeoutUntil: null, canPublish: true, canReceive: true },
      roles: byAscendingRank(
        held.map(({ id, rank, allow: a, deny: d }) => ({ id, rank, permissions: { a, d } })),
      ),
    };
    const visible = channels.flatMap((channel, index) =>
      canViewChannel(membership, overridesOf(channel)) ? [index] : [],
    );
    if (this.#visible.size >= maxRoleCombinations) this.#visible.clear();
    this.#visible.set(key, visible);
    return visible;
  }
}

/** The channels of a server with their last messages. */
export class SharedChannels {
  readonly lastMessages: string;
  readonly all: readonly TextChannel[];
  readonly visibility: ServerVisibilityData;
  readonly #server: SharedServer;
  readonly #visible = new WeakMap<readonly number[], readonly TextChannel[]>();

  constructor(server: SharedServer, lastMessages: string, all: readonly TextChannel[]) {
    const { row, roles } = server.content;
    this.#server = server;
    this.lastMessages = lastMessages;
    this.all = all;
    this.visibility = serverVisibilityData(row, { roles, channels: all });
  }

  /** The channels that a member can view: the same list for all members with the same roles. */
  visibleTo(member: MemberWithRoles): readonly TextChannel[] {
    const indexes = this.#server.visibleTo(member);
    const known = this.#visible.get(indexes);
    if (known) return known;
    const visible = indexes.flatMap((index) => this.all[index] ?? []);
    this.#visible.set(indexes, visible);
    return visible;
  }
}
