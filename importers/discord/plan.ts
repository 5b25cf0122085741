import type { Category } from "../../src/domains/members/index.ts";
import { bitsetOf } from "../../src/permissions/bits.ts";
import { newServerDefault } from "../../src/permissions/defaults.ts";
import type { ImportProblems } from "../problems.ts";
import { shorten } from "../write/choose-server.ts";
import type { PlannedChannel, PlannedRole, ServerPlan } from "../write/write-structure.ts";
import type { DiscordFacts } from "./discord-api.ts";
import { permissionsOf } from "./permissions.ts";
import { importedId } from "./snowflakes.ts";
import type { Survey, SurveyedChannel } from "./survey.ts";

export interface DiscordChannel extends PlannedChannel {
  readonly snowflake: string;
  readonly files: SurveyedChannel["files"];
  /** Of a thread or a post of a forum: where it began. */
  readonly parent: string | undefined;
}

/** The server that an export becomes. */
export interface Plan extends ServerPlan {
  readonly id: string;
  readonly channels: readonly DiscordChannel[];
}

const maxName = 32;
const maxDescription = 1_024;
const maxSlowmode = 21_600;

const isThread = ({ header }: SurveyedChannel) => header.type.endsWith("Thread");
const hasVoice = ({ header }: SurveyedChannel) => /Voice/.test(header.type);

/** Plans roles, channels and categories from what the files and Discord itself say. */
export function planServer(survey: Survey, facts: DiscordFacts, problems: ImportProblems): Plan {
  const everyone = facts.guild?.roles.find(({ id }) => id === survey.guild.id);
  const ofServer = [...survey.channels.values()].filter((channel) => {
    const isDirect = channel.header.type.startsWith("Direct");
    if (isDirect)
      problems.add({ problem: "Direct messages are not imported", where: channel.files[0]?.name ?? "" });
    return !isDirect;
  });
  const sorted = ofServer.toSorted((one, other) => compareChannels(one, other, facts));
  return {
    id: importedId("server", survey.guild.id),
    server: {
      name: shorten(survey.guild.name, maxName),
      description: null,
      system_messages: null,
      default_permissions: everyone ? permissionsOf(everyone.permissions) : newServerDefault,
      icon: null,
      banner: null,
      nsfw: 0,
    },
    roles: planRoles(survey, facts),
    channels: sorted.map((channel) => planChannel(channel, survey, { facts, problems })),
    categories: planCategories(sorted, facts),
  };
}

function planRoles(survey: Survey, { guild }: DiscordFacts): PlannedRole[] {
  const known = new Map(guild?.roles.map((role) => [role.id, role]));
  const roles = guild
    ? guild.roles.filter(({ id }) => id !== survey.guild.id)
    : [...survey.roles.values()].map((role) => ({ ...role, position: role.position ?? 0 }));
  return roles
    .toSorted((one, other) => other.position - one.position || (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
    .map(({ id, name, color }, rank) => ({
      id: importedId("role", id),
      name: shorten(name, maxName) || "role",
      colour: colourOf(color),
      hoist: known.get(id)?.hoist === true ? 1 : 0,
      allow: permissionsOf(known.get(id)?.permissions ?? "0"),
      deny: 0,
      rank,
      icon: null,
    }));
}

function colourOf(colour: string | number | null | undefined): string | null {
  if (typeof colour === "number") return colour === 0 ? null : `#${colour.toString(16).padStart(6, "0")}`;
  return colour && /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : null;
}

/** As Discord orders them or, where that is unknown, by their age. */
function compareChannels(one: SurveyedChannel, other: SurveyedChannel, { channels }: DiscordFacts): number {
  const position = ({ header }: SurveyedChannel) => channels.find(({ id }) => id === header.id)?.position;
  const [first, second] = [position(one), position(other)];
  if (first !== undefined && second !== undefined && first !== second) return first - second;
  return BigInt(one.header.id) < BigInt(other.header.id) ? -1 : 1;
}

interface ChannelContext {
  readonly facts: DiscordFacts;
  readonly problems: ImportProblems;
}

function planChannel(
  channel: SurveyedChannel,
  { guild }: Survey,
  { facts, problems }: ChannelContext,
): DiscordChannel {
  const { header, files } = channel;
  const parent = isThread(channel) ? (header.categoryId ?? undefined) : undefined;
  // A thread has the permissions of its channel.
  const known = facts.channels.find(({ id }) => id === (parent ?? header.id));
  const name = shorten(header.name, maxName) || "channel";
  const topic = [...(name === header.name ? [] : [header.name]), ...(header.topic ? [header.topic] : [])];
  const given = known?.permission_overwrites ?? [];
  const roles = new Set(facts.guild?.roles.map(({ id }) => id));
  const everyone = given.find(({ id }) => id === guild.id);
  const isPrivate = header.type === "GuildPrivateThread";
  if (given.some(({ type }) => type === 1))
    problems.add({
      problem: "Permissions of single members in a channel have no counterpart",
      where: header.name,
    });
  if (isPrivate)
    problems.add({
      problem: "Only the owner can view a private thread, until roles are allowed to",
      where: header.name,
    });
  return {
    id: importedId("channel", header.id),
    snowflake: header.id,
    name,
    description: topic.length > 0 ? shorten(topic.join(" · "), maxDescription) : null,
    icon: null,
    nsfw: known?.nsfw === true ? 1 : 0,
    slowmode: known?.rate_limit_per_user ? Math.min(maxSlowmode, known.rate_limit_per_user) : null,
    voice: hasVoice(channel) ? "{}" : null,
    everyone: isPrivate
      ? { allow: 0, deny: bitsetOf("ViewChannel") }
      : everyone && { allow: permissionsOf(everyone.allow), deny: permissionsOf(everyone.deny) },
    overrides: isPrivate
      ? []
      : given
          .filter(({ id, type }) => type === 0 && id !== guild.id && roles.has(id))
          .map(({ id, allow, deny: denied }) => ({
            role_id: importedId("role", id),
            allow: permissionsOf(allow),
            deny: permissionsOf(denied),
          })),
    files,
    parent: parent || undefined,
  };
}

/** The categories of Discord, and after each those of the threads of its channels. */
function planCategories(sorted: readonly SurveyedChannel[], { channels }: DiscordFacts): Category[] {
  const plain = sorted.filter((channel) => !isThread(channel) && channel.header.categoryId);
  const byCategory = Map.groupBy(plain, ({ header }) => header.categoryId ?? "");
  const position = (id: string) => channels.find((channel) => channel.id === id)?.position;
  const order = [...byCategory.keys()].toSorted(
    (one, other) => (position(one) ?? 0) - (position(other) ?? 0) || (BigInt(one) < BigInt(other) ? -1 : 1),
  );
  const byParent = Map.groupBy(sorted.filter(isThread), ({ header }) => header.categoryId ?? "");
  const threadsOf = (parent: string): Category[] => {
    const threads = byParent.get(parent);
    byParent.delete(parent);
    if (!threads) return [];
    const title = shorten(`${threads[0]?.header.category ?? ""} threads`.trim(), maxName);
    return [{ id: importedId("threads", parent || "0"), title, channels: idsOf(threads) }];
  };
  const categories = order.flatMap((id) => {
    const within = byCategory.get(id) ?? [];
    const title = shorten(within[0]?.header.category ?? "", maxName) || "Channels";
    return [
      { id: importedId("category", id), title, channels: idsOf(within) },
      ...within.flatMap(({ header }) => threadsOf(header.id)),
    ];
  });
  // Of forums, which are not exported themselves, and of channels without a category.
  return [...categories, ...[...byParent.keys()].flatMap(threadsOf)];
}

function idsOf(channels: readonly SurveyedChannel[]): string[] {
  return channels.map(({ header }) => importedId("channel", header.id));
}
