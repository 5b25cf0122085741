import { CommandError, type OutputRows } from "../../src/declare/command.ts";
import { findServer } from "../../src/domains/members/index.ts";
import { BatchPace } from "../pace.ts";
import { createProgress } from "../progress.ts";
import { assertNoCollisions } from "../write/check-collisions.ts";
import { finishImport, PostedCodes } from "../write/finish-import.ts";
import type { ImportContext } from "../write/import-context.ts";
import type { MessageCounts } from "../write/write-batch.ts";
import {
  findImportedPeople,
  type ImportedPerson,
  type NewMember,
  writeMembers,
  writePeople,
} from "../write/write-people.ts";
import { type StructureCounts, writeStructure } from "../write/write-structure.ts";
import type { DiscordFacts } from "./discord-api.ts";
import { peopleOf } from "./people.ts";
import type { Plan } from "./plan.ts";
import type { ImportedIds } from "./rewrite-content.ts";
import { importedFileId, importedId, timeOfSnowflake } from "./snowflakes.ts";
import type { Person, Survey } from "./survey.ts";
import { writeEmojis, writeIcon } from "./write-images.ts";
import { writeChannel, writeThreadLinks } from "./write-messages.ts";

interface DiscordImport {
  readonly survey: Survey;
  readonly facts: DiscordFacts;
  readonly plan: Plan;
  /** The server to import into; it need not exist. */
  readonly serverId: string;
  /** A user with an account who is to own a new server. */
  readonly ownerId: string | undefined;
}

/** Writes an export into a server, in transactions that each take little time; returns what was taken. */
export async function importDiscord(job: DiscordImport, context: ImportContext): Promise<OutputRows> {
  const { survey, facts, plan, serverId } = job;
  const known = await findImportedPeople(context);
  const people = peopleOf(survey, facts).filter(({ id }) => !known.get(id)?.isGone);
  const fresh = people.filter(({ id }) => !known.has(id));
  const userIds = new Map(people.map(({ id }) => [id, known.get(id)?.now ?? importedId("user", id)]));
  const claimed = new Map([...known].flatMap(([id, { own, now }]) => (own === now ? [] : [[id, own]])));
  const server = await context.read((db) => findServer(db, serverId));
  const owner = facts.guild?.owner_id;
  const ownerId = job.ownerId ?? server?.owner_id ?? (owner === undefined ? undefined : userIds.get(owner));
  if (ownerId === undefined) throw new CommandError("Name the owner of the new server with --owner.");

  const channels = plan.channels.map(({ id, snowflake, name, files }) => ({
    id,
    label: `The channel ${snowflake} of ${files[0]?.name ?? name}`,
  }));
  await context.read((db) => assertNoCollisions(db, { channels, roles: plan.roles }, serverId));

  let structure: StructureCounts = { roles: plan.roles.length, channels: plan.channels.length };
  let members = people.length;
  if (!context.isDryRun) {
    context.report(
      `Writing ${fresh.length} people, ${plan.roles.length} roles and ${plan.channels.length} channels.`,
    );
    await writePeople(fresh.map(importedPerson), context);
    structure = await context.write((tx) => writeStructure(tx, plan, { serverId, ownerId }));
    const rolesOf = roleFinder(plan, facts);
    const memberOf = (person: Person) =>
      newMember(person, { userIds, roles: rolesOf(person), guildId: survey.guild.id });
    members = await writeMembers(people.map(memberOf), serverId, context);
    await writeIcon(survey.icon, { serverId, ownerId }, context);
  }
  const emojis = await writeEmojis(survey.emojis.values(), { serverId, ownerId }, context);
  const codes = new PostedCodes(context);
  const counts = await writeAllMessages(job, { userIds, claimed, emojis, codes }, context);
  const channelIds = plan.channels.map(({ id }) => id);
  if (!context.isDryRun) await finishImport({ serverId, ownerId, channelIds }, context);
  const byCode = await codes.apply();
  return [
    { what: "people", count: fresh.length, examples: "" },
    { what: "members", count: members, examples: "" },
    { what: "roles", count: structure.roles, examples: "" },
    { what: "channels", count: structure.channels, examples: "" },
    { what: "emoji", count: emojis.size, examples: "" },
    { what: "messages", count: counts.taken, examples: "" },
    { what: "messages that were there already", count: counts.existing, examples: "" },
    { what: "messages that were edited since", count: counts.edited, examples: "" },
    { what: "people who claimed their history by a code", count: byCode, examples: "" },
    { what: "files of messages", count: counts.files, examples: "" },
  ];
}

function importedPerson({ id, name, nickname, avatar }: Person): ImportedPerson {
  const path = avatar?.path;
  return {
    id,
    userId: importedId("user", id),
    name,
    displayName: nickname,
    avatar: path === undefined ? undefined : { id: importedFileId("avatar", id), path, filename: "avatar" },
  };
}

interface MemberFacts {
  /** Here, by their ids there. */
  readonly userIds: ReadonlyMap<string, string>;
  readonly roles: readonly string[];
  readonly guildId: string;
}

function newMember({ id }: Person, { userIds, roles, guildId }: MemberFacts): NewMember {
  return {
    user_id: userIds.get(id) ?? importedId("user", id),
    // Exports do not say when somebody joined: not before both existed.
    joined_at: Math.max(timeOfSnowflake(id), timeOfSnowflake(guildId)),
    nickname: null,
    pronouns: null,
    avatar: null,
    timeout_until: null,
    can_publish: 1,
    can_receive: 1,
    roles,
  };
}

/** Which roles a person has, the highest first, as Discord or their messages say. */
function roleFinder({ roles }: Plan, { members }: DiscordFacts): (person: Person) => string[] {
  const ranks = new Map(roles.map(({ id }, rank) => [id, rank]));
  const known = new Map(members.map(({ user, roles: held }) => [user.id, held]));
  return (person) =>
    (known.get(person.id) ?? person.roles ?? [])
      .map((id) => importedId("role", id))
      .filter((id) => ranks.has(id))
      .toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

interface WrittenIds {
  readonly userIds: ReadonlyMap<string, string>;
  /** The imported users whose history accounts have claimed, by their ids at Discord. */
  readonly claimed: ReadonlyMap<string, string>;
  readonly emojis: ReadonlyMap<string, string>;
  readonly codes: PostedCodes;
}

async function writeAllMessages(
  { survey, plan, serverId, facts }: DiscordImport,
  { userIds, claimed, emojis, codes }: WrittenIds,
  context: ImportContext,
): Promise<MessageCounts> {
  const counts: MessageCounts = { taken: 0, existing: 0, edited: 0, files: 0 };
  const pace = new BatchPace(context);
  const total = plan.channels.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0);
  const doing = context.isDryRun ? "Checking" : "Importing";
  const progress = createProgress({ doing, unit: "messages", total, report: context.report });
  const channels = new Map(plan.channels.map(({ snowflake, id }) => [snowflake, id]));
  const roles = new Set([...survey.roles.keys(), ...(facts.guild?.roles ?? []).map(({ id }) => id)]);
  const { app } = context.services.config.public_url === "" ? { app: "" } : context.services.urls;
  const ids: ImportedIds = {
    user: (id) => userIds.get(id),
    claimedFrom: (id) => claimed.get(id),
    role: (id) => (roles.has(id) ? importedId("role", id) : undefined),
    channel: (id) => channels.get(id),
    emoji: (id) => emojis.get(id),
    link(guild, channel, message) {
      const id = guild === survey.guild.id ? channels.get(channel) : undefined;
      if (id === undefined) return undefined;
      if (message === undefined || app === "") return `<#${id}>`;
      return `${app}/server/${serverId}/channel/${id}/${importedId("message", message)}`;
    },
  };
  const knownName = (id: string) => survey.people.get(id)?.name;
  const { isFormatted } = survey;
  const onText = (text: string, author: string) => codes.look(text, author);
  for (const channel of plan.channels) {
    await writeChannel({ channel, context, progress, counts, pace, ids, isFormatted, knownName, onText });
    const threads = plan.channels
      .filter(({ parent }) => parent === channel.snowflake)
      .map((thread) => ({ thread, authorId: userIds.get(survey.firstAuthors.get(thread.snowflake) ?? "") }));
    await writeThreadLinks(channel.id, threads, { context, progress, counts, pace });
  }
  return counts;
}
