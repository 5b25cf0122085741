import Type, { type Static, type TSchema } from "typebox";
import { Check } from "typebox/value";
import { CommandError } from "../../src/declare/command.ts";
import { OutboundError, type OutboundFetch } from "../../src/platform/outbound/port.ts";

const Id = Type.String({ pattern: "^[0-9]{1,20}$" });
const Bits = Type.String({ pattern: "^[0-9]{1,20}$" });
const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

const Guild = Type.Object({
  id: Id,
  owner_id: Id,
  roles: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      color: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xff_ff_ff })),
      position: Type.Integer(),
      permissions: Bits,
      hoist: Type.Optional(Type.Boolean()),
    }),
  ),
});

const GuildChannels = Type.Array(
  Type.Object({
    id: Id,
    type: Type.Integer(),
    name: maybe(Type.String()),
    position: Type.Optional(Type.Integer()),
    parent_id: maybe(Id),
    nsfw: Type.Optional(Type.Boolean()),
    rate_limit_per_user: maybe(Type.Integer({ minimum: 0 })),
    permission_overwrites: Type.Optional(
      Type.Array(Type.Object({ id: Id, type: Type.Integer(), allow: Bits, deny: Bits })),
    ),
  }),
);

const GuildMembers = Type.Array(
  Type.Object({
    user: Type.Object({ id: Id, username: Type.String(), global_name: maybe(Type.String()) }),
    nick: maybe(Type.String()),
    roles: Type.Array(Id),
  }),
);

/** What Discord itself says about a server. */
export interface DiscordFacts {
  readonly guild: Static<typeof Guild> | undefined;
  readonly channels: Static<typeof GuildChannels>;
  readonly members: Static<typeof GuildMembers>;
  /** What it did not say, and why. */
  readonly missing: readonly string[];
}

export const noFacts: DiscordFacts = { guild: undefined, channels: [], members: [], missing: [] };

const discordAddress = "https://discord.com/api/v10";
const membersPage = 1_000;
const maxMembers = 1_000_000;
const maxBytes = 32 << 20;
const maxAttempts = 5;

interface ApiAccess {
  readonly fetch: OutboundFetch;
  readonly token: string;
  /** For tests. */
  readonly address?: string;
}

/** Asks Discord for what exports lack, with the token of a bot that is in the server. */
export async function askDiscord(guildId: string, access: ApiAccess): Promise<DiscordFacts> {
  const missing: string[] = [];
  const ask = async <T extends TSchema>(
    what: string,
    path: string,
    schema: T,
  ): Promise<Static<T> | undefined> => {
    try {
      return await getJson(path, schema, access);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.status === 401) throw new CommandError("Discord does not accept the token of the bot.");
      missing.push(`${what}: ${error.status === undefined ? error.message : `status ${error.status}`}`);
      return undefined;
    }
  };
  const guild = await ask("owner and roles", `/guilds/${guildId}`, Guild);
  const channels = await ask(
    "order and permissions of channels",
    `/guilds/${guildId}/channels`,
    GuildChannels,
  );
  const members: Static<typeof GuildMembers> = [];
  for (let after = "0"; members.length < maxMembers; ) {
    const path = `/guilds/${guildId}/members?limit=${membersPage}&after=${after}`;
    const page = await ask("members and their roles", path, GuildMembers);
    members.push(...(page ?? []));
    const last = page?.[membersPage - 1];
    if (!last || BigInt(last.user.id) <= BigInt(after)) break;
    after = last.user.id;
  }
  return { guild, channels: channels ?? [], members, missing };
}

async function getJson<T extends TSchema>(path: string, schema: T, access: ApiAccess): Promise<Static<T>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { body } = await access.fetch(`${access.address ?? discordAddress}${path}`, {
        headers: { authorization: `Bot ${access.token}`, accept: "application/json" },
        maxBytes,
      });
      const value: unknown = await new Response(body).json().catch(() => undefined);
      if (Check(schema, value)) return value;
      throw new OutboundError("bad-response", "the response is not as expected");
    } catch (error) {
      const isLimited = error instanceof OutboundError && error.status === 429;
      if (!isLimited || attempt === maxAttempts) throw error;
      await Bun.sleep(1_000 * Math.min(60, Math.max(0, Number(error.retryAfter) || 1)));
    }
  }
}
