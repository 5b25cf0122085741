import { type Bot, inviteBot, newBot } from "../support/bots.ts";
import { openConversation } from "../support/conversations.ts";
import type { Engine } from "../support/engines.ts";
import { newGroup } from "../support/groups.ts";
import { newUser, type Person } from "../support/people.ts";
import { arrange } from "../support/relationship-cells.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { storeImage } from "../support/stored-file.ts";
import { type Codes, issueCodes, issueTickets } from "./account-codes.ts";
import { addEmoji, uploadPictures } from "./pictures.ts";
import { foundPlace, type Place } from "./place.ts";
import { type Cast, cast } from "./principals.ts";
import { openWebhooks, type Webhooks } from "./webhooks.ts";
import { type Writings, writeWritings } from "./writings.ts";

/** Where all calls happen. Everything that one of them changes is put back before the next. */
export interface Stage extends Place {
  readonly server: TestServer;
  readonly people: Cast;
  /** The member's: one in the server, and one that is nowhere. Everybody may invite them. */
  readonly bots: { readonly robot: Bot; readonly spare: Bot };
  /** The target's, as one types it. */
  readonly fullName: string;
  /** The owner's with the target. */
  readonly conversation: string;
  /** Of the owner's: with the target and the member, and without anybody. */
  readonly groups: { readonly shared: string; readonly alone: string };
  /** Invites to the server, by who made them, and the owner's to the shared group. */
  readonly invites: { readonly owner: string; readonly member: string; readonly group: string };
  /** Made by the member. */
  readonly emoji: string;
  readonly writings: Writings;
  /** The owner's. */
  readonly webhooks: Webhooks;
  readonly codes: Codes;
  /** A validated ticket of each, by user id. */
  readonly tickets: ReadonlyMap<string, string>;
  /** A picture of each that may become an emoji, by user id. */
  readonly pictures: ReadonlyMap<string, string>;
  /** One that everybody may look at. */
  readonly file: { readonly tag: string; readonly id: string };
}

export async function openStage(engine: Engine): Promise<Stage> {
  const server = await openServer(engine, { config: { database: { fsync: false } } });
  // A job would change the tables at a time of its own.
  await server.running.worker.stop(1_000);

  const people = await gather(server);
  const everybody = Object.values(people);
  const place = await foundPlace(server, people);
  const invite = async (creator: Person, channel = place.channel): Promise<string> =>
    (await server.client.post(`/channels/${channel}/invites`, {}, creator)).body._id;

  const bots = { robot: await newBot(server, people.member), spare: await newBot(server, people.member) };
  await inviteBot(server, bots.robot, { server: place.place, by: people.owner });

  await arrange(server, "Friend/Friend", [people.owner, people.target]);
  await arrange(server, "Blocked/BlockedOther", [people.owner, people.banned]);
  const { body: conversation } = await openConversation(server, people.owner, people.target.id);
  const shared = await newGroup(server, people.owner, [people.target]);
  const intoGroup = await invite(people.owner, shared._id);
  await server.client.post(`/invites/${intoGroup}`, {}, people.member);
  const alone = await newGroup(server, people.owner);
  const { body: target } = await server.client.get("/users/@me", people.target);
  const { tag, id } = await storeImage(server, { width: 8, height: 8 });
  return {
    ...place,
    server,
    people,
    bots,
    fullName: `${target.username}#${target.discriminator}`,
    conversation: conversation._id,
    groups: { shared: shared._id, alone: alone._id },
    invites: {
      owner: await invite(people.owner),
      member: await invite(people.member),
      group: intoGroup,
    },
    emoji: await addEmoji(server, place.place, people.member),
    writings: await writeWritings(server, { ...place, conversation: conversation._id }, people),
    webhooks: await openWebhooks(server, place, people.owner),
    codes: await issueCodes(server),
    tickets: await issueTickets(server, everybody),
    pictures: await uploadPictures(server, everybody),
    file: { tag, id },
  };
}

async function gather(server: TestServer): Promise<Cast> {
  const people: Partial<Record<keyof Cast, Person>> = {};
  for (const name of cast) people[name] = await newUser(server, name);
  return people as Cast;
}
