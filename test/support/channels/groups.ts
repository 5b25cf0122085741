import type { Group } from "../../../src/domains/channels/index.ts";
import { newUser, type Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";
import type { AnnouncementRecorder } from "../stream/record-announcements.ts";
import { setRelationship } from "../users/relationship-transitions.ts";

export interface GroupFixture {
  readonly group: Group;
  readonly id: string;
  /** A friend of both members and of `friend`. */
  readonly owner: Person;
  /** The other recipients, in their order; they are not friends of each other. */
  readonly members: readonly [Person, Person];
  /** A friend of the owner who is not a recipient. */
  readonly friend: Person;
  /** Has no friends. */
  readonly stranger: Person;
}

export async function newFriendOf(server: TestServer, person: Person): Promise<Person> {
  const friend = await newUser(server);
  await setRelationship(server, "Friend/Friend", [person, friend]);
  return friend;
}

/** Creates a group of three, and two users outside it. */
export async function newGroupFixture(server: TestServer): Promise<GroupFixture> {
  const owner = await newUser(server);
  const members = [await newFriendOf(server, owner), await newFriendOf(server, owner)] as const;
  const friend = await newFriendOf(server, owner);
  const group = await newGroup(server, owner, members);
  return { group, id: group._id, owner, members, friend, stranger: await newUser(server) };
}

/** Creates a group of a user and some friends. */
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
export function groupCalls({ client }: Pick<TestServer, "client">, id: string) {
  const path = `/channels/${id}`;
  return {
    view: (by: Person) => client.get(path, by),
    listMembers: (by: Person) => client.get(`${path}/members`, by),
    add: (by: Person, whom: Pick<Person, "id">) => client.put(`${path}/recipients/${whom.id}`, {}, by),
    remove: (by: Person, whom: Pick<Person, "id">) => client.delete(`${path}/recipients/${whom.id}`, {}, by),
    edit: (by: Person, body: object) => client.patch(path, body, by),
    leave: (by: Person, query = "") => client.delete(`${path}${query}`, {}, by),
    allow: (by: Person, permissions: unknown) =>
      client.put(`${path}/permissions/default`, { permissions }, by),
    invite: (by: Person): Promise<ApiResponse> => client.post(`${path}/invites`, {}, by),
  };
}

/** Name, topics and payload of each announcement; of messages only the system message. */
export function summarizeAnnouncements(
  recorder: Pick<AnnouncementRecorder, "take">,
): [name: string, topics: string, what: unknown][] {
  return recorder.take().map(({ name, topics, payload }) => {
    const what = name === "Message" ? (payload as { system: unknown }).system : payload;
    return [name, topics.join(" "), what];
  });
}
