import type { Group } from "../../src/domains/conversations/index.ts";
import type { Overhearing } from "./announcements.ts";
import type { Answer } from "./client.ts";
import { newUser, type Person } from "./people.ts";
import { arrange } from "./relationship-cells.ts";
import type { TestServer } from "./server.ts";

export interface Circle {
  readonly group: Group;
  readonly id: string;
  /** Whose group it is, and who is a friend of all the others. */
  readonly owner: Person;
  /** The others in it, in their order; they do not know each other. */
  readonly members: readonly [Person, Person];
  /** A friend of the owner's who is not in it. */
  readonly friend: Person;
  /** Nobody's friend. */
  readonly stranger: Person;
}

export async function newFriendOf(server: TestServer, person: Person): Promise<Person> {
  const friend = await newUser(server);
  await arrange(server, "Friend/Friend", [person, friend]);
  return friend;
}

/** A group of three, and some people around it. */
export async function newCircle(server: TestServer): Promise<Circle> {
  const owner = await newUser(server);
  const members = [await newFriendOf(server, owner), await newFriendOf(server, owner)] as const;
  const friend = await newFriendOf(server, owner);
  const group = await newGroup(server, owner, members);
  return { group, id: group._id, owner, members, friend, stranger: await newUser(server) };
}

/** A group of somebody with friends. */
export async function newGroup(
  server: TestServer,
  owner: Person,
  friends: readonly Person[] = [],
): Promise<Group> {
  const users = friends.map(({ id }) => id);
  const { status, body } = await server.client.post("/channels/create", { name: "Us", users }, owner);
  if (status !== 200) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Calls about one group. */
export function callsOn({ client }: Pick<TestServer, "client">, id: string) {
  const path = `/channels/${id}`;
  return {
    see: (by: Person) => client.get(path, by),
    listMembers: (by: Person) => client.get(`${path}/members`, by),
    add: (by: Person, whom: Pick<Person, "id">) => client.put(`${path}/recipients/${whom.id}`, {}, by),
    remove: (by: Person, whom: Pick<Person, "id">) => client.delete(`${path}/recipients/${whom.id}`, {}, by),
    edit: (by: Person, body: object) => client.patch(path, body, by),
    leave: (by: Person, query = "") => client.delete(`${path}${query}`, {}, by),
    allow: (by: Person, permissions: unknown) =>
      client.put(`${path}/permissions/default`, { permissions }, by),
    invite: (by: Person): Promise<Answer> => client.post(`${path}/invites`, {}, by),
  };
}

/** Announcements in a few words: of messages, what the server itself says in them. */
export function toldIn(news: Pick<Overhearing, "take">): [name: string, topics: string, what: unknown][] {
  return news.take().map(({ name, topics, payload }) => {
    const what = name === "Message" ? (payload as { system: unknown }).system : payload;
    return [name, topics.join(" "), what];
  });
}
