import { createRegistrationInvite } from "../../src/domains/accounts/index.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { type Bot, inviteBot, newBot } from "../support/bots/bots.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { newGroup } from "../support/channels/groups.ts";
import { addFailedJob } from "../support/database/failed-job.ts";
import { storeImage } from "../support/files/stored-file.ts";
import { about, reported } from "../support/operators/reports.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";
import { enterCall, newVoiceChannel } from "../support/voice/calls.ts";
import { silentVoice } from "../support/voice/voice-config.ts";
import { type Codes, issueCodes, issueTickets } from "./account-codes.ts";
import { type CommunityFixture, createCommunity } from "./community.ts";
import { insertMessages, type MessageFixtures } from "./messages.ts";
import { addDetachedEmoji, addEmoji, uploadPictures } from "./pictures.ts";
import { type People, people } from "./principals.ts";
import { openWebhooks, type Webhooks } from "./webhooks.ts";

/** The server, users and objects of the matrix. Every change is reverted before the next call. */
export interface MatrixFixture extends CommunityFixture {
  readonly server: TestServer;
  readonly people: People;
  /** Public bots of the member: one in the server, and one in no server. */
  readonly bots: { readonly robot: Bot; readonly spare: Bot };
  /** The target's username and discriminator. */
  readonly fullName: string;
  /** The direct conversation of the owner and the target. */
  readonly conversation: string;
  /** The direct conversation of the owner and the banned user, from before the owner blocked them. */
  readonly blocked: string;
  /** Groups of the owner: one with the target and the member, and one without other recipients. */
  readonly groups: { readonly shared: string; readonly alone: string };
  /** Invites to the server, by creator, and the owner's invite to the shared group. */
  readonly invites: { readonly owner: string; readonly member: string; readonly group: string };
  /** Channels with voice in the server: one whose call the target is in, and one without a call. */
  readonly calls: { readonly current: string; readonly other: string };
  /** Created by the member. */
  readonly emoji: string;
  /** Belongs to no server any more. */
  readonly externalEmoji: string;
  readonly messages: MessageFixtures;
  /** Created by the owner. */
  readonly webhooks: Webhooks;
  /** By the target, about the server. */
  readonly report: string;
  /** A code for registration. */
  readonly registrationInvite: string;
  /** A job that was given up. */
  readonly failedJob: string;
  readonly codes: Codes;
  /** A validated MFA ticket of each user, by user id. */
  readonly tickets: ReadonlyMap<string, string>;
  /** An uploaded picture of each user that can become an emoji, by user id. */
  readonly pictures: ReadonlyMap<string, string>;
  /** A public file. */
  readonly file: { readonly tag: string; readonly id: string };
}

export async function openMatrixFixture(): Promise<MatrixFixture> {
  const server = await openServer("sqlite", {
    config: { database: { fsync: false }, voice: silentVoice },
  });
  // A job could change the tables between a call and the comparison.
  for (const { worker } of server.nodes) await worker.stop(1_000);

  const people = await createPeople(server);
  const everybody = Object.values(people);
  const community = await createCommunity(server, people);
  const invite = async (creator: Person, channel = community.channel): Promise<string> =>
    (await server.client.post(`/channels/${channel}/invites`, {}, creator)).body._id;

  const bots = { robot: await newBot(server, people.member), spare: await newBot(server, people.member) };
  await inviteBot(server, bots.robot, { server: community.serverId, by: people.owner });

  await setRelationship(server, "Friend/Friend", [people.owner, people.target]);
  await setRelationship(server, "Friend/Friend", [people.owner, people.banned]);
  const { body: blocked } = await openConversation(server, people.owner, people.banned.id);
  await server.client.put(`/users/${people.banned.id}/block`, {}, people.owner);
  const { body: conversation } = await openConversation(server, people.owner, people.target.id);
  const shared = await newGroup(server, people.owner, [people.target]);
  const intoGroup = await invite(people.owner, shared._id);
  await server.client.post(`/invites/${intoGroup}`, {}, people.member);
  const alone = await newGroup(server, people.owner);
  const calls = await beginCalls(server, { ...community, conversation: conversation._id }, people);
  const { body: target } = await server.client.get("/users/@me", people.target);
  const { tag, id } = await storeImage(server, { width: 8, height: 8 });
  return {
    ...community,
    server,
    people,
    bots,
    fullName: `${target.username}#${target.discriminator}`,
    conversation: conversation._id,
    blocked: blocked._id,
    calls,
    groups: { shared: shared._id, alone: alone._id },
    invites: {
      owner: await invite(people.owner),
      member: await invite(people.member),
      group: intoGroup,
    },
    emoji: await addEmoji(server, community.serverId, people.member),
    externalEmoji: await addDetachedEmoji(server, people.member),
    messages: await insertMessages(
      server,
      { ...community, conversation: conversation._id, blocked: blocked._id },
      people,
    ),
    webhooks: await openWebhooks(server, community, people),
    report: (await reported(server, people.target, about("Server", community.serverId))).id,
    registrationInvite: await server.running.store.write(
      async (tx) => (await createRegistrationInvite(tx, null)).code,
    ),
    failedJob: await addFailedJob(server),
    codes: await issueCodes(server),
    tickets: await issueTickets(server, everybody),
    pictures: await uploadPictures(server, everybody),
    file: { tag, id },
  };
}

async function beginCalls(
  server: TestServer,
  { serverId, conversation }: { serverId: string; conversation: string },
  { owner, target }: People,
): Promise<MatrixFixture["calls"]> {
  const add = () => newVoiceChannel(server, { serverId, by: owner });
  const calls = { current: await add(), other: await add() };
  await enterCall(server, calls.current, target);
  await enterCall(server, conversation, owner);
  return calls;
}

async function createPeople(server: TestServer): Promise<People> {
  const users: Partial<Record<keyof People, Person>> = {};
  for (const name of people) users[name] = await newUser(server, name);
  return users as People;
}
