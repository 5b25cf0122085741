import { expect, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { joinCommunity, newCommunity } from "../../support/servers/communities.ts";
import { openReadyStream, type Packet } from "../../support/stream/stream.ts";
import {
  changeRelationship,
  pairs,
  setRelationship,
  verbs,
} from "../../support/users/relationship-transitions.ts";

/** The copy of another user that a client keeps. */
type UserCopy = Readonly<Record<string, unknown>> | undefined;

const cleared = {
  Avatar: ["avatar"],
  DisplayName: ["display_name"],
  Pronouns: ["pronouns"],
  StatusText: ["status", "text"],
  StatusPresence: ["status", "presence"],
} as const;

/** Applies events like the clients: only the status of a relationship counts, and updates overwrite fields. */
function applyEvents(copy: UserCopy, packets: readonly Packet[], id: string): UserCopy {
  let user: UserCopy = copy;
  for (const packet of packets) {
    if (packet.type === "UserRelationship" && packet.user._id === id)
      user = { ...(user ?? packet.user), relationship: packet.status };
    if (packet.type === "UserUpdate" && packet.id === id && user) user = update(user, packet);
  }
  return user;
}

function update(user: Exclude<UserCopy, undefined>, { data, clear }: Packet): UserCopy {
  const next: Record<string, unknown> = { ...user, status: { ...Object(user.status) } };
  for (const field of clear as (keyof typeof cleared)[]) {
    const [key, part] = cleared[field];
    if (part === undefined) delete next[key];
    else delete Object(next[key])[part];
  }
  const { status, ...rest } = { ...next, ...data };
  // Views leave out zero and false.
  const present = Object.entries(rest).filter(([key, value]) => value || key === "online");
  return { ...Object.fromEntries(present), ...(Object.keys(status).length > 0 && { status }) };
}

const find = ({ users }: Packet, id: string): UserCopy =>
  users.find((user: { _id: string }) => user._id === id);

/** Ready shows the status of users with a pending friend request, the events of the request do not. */
function comparable(copy: UserCopy): UserCopy {
  if (copy?.relationship !== "Incoming" && copy?.relationship !== "Outgoing") return copy;
  const { online: _, status: __, ...rest } = copy;
  return rest;
}

describeServer("the copy of a connected client after a step", anyEngine, (server) => {
  async function newTalkative(text: string): Promise<Person> {
    const person = await newUser(server);
    await server.client.patch("/users/@me", { status: { text, presence: "Busy" } }, { token: person.token });
    return person;
  }

  test("has the status once a request has ended between users who have met in the meantime", async () => {
    const [asking, asked] = [await newUser(server), await newTalkative("here")];
    await server.client.put(`/users/${asked.id}/friend`, {}, asking);
    const community = await newCommunity(server);
    for (const person of [asking, asked]) await joinCommunity(server, community, person);
    const { stream } = await openReadyStream(server, asking);
    await server.client.delete(`/users/${asking.id}/friend`, {}, asked);
    const update = await stream.next("UserUpdate");
    expect(update).toMatchObject({ id: asked.id, data: { status: { text: "here", presence: "Busy" } } });
    stream.close();
  });

  test.each(pairs)("from %s: equals that of a client that connects afterwards", async (pair) => {
    for (const verb of verbs) {
      const two = [await newTalkative("first"), await newTalkative("second")] as const;
      await setRelationship(server, pair, two);
      const opened = await Promise.all(two.map((person) => openReadyStream(server, person)));
      await changeRelationship(server, verb, two);
      for (const [index, { stream, ready }] of opened.entries()) {
        const [viewer, seen] = index === 0 ? two : [two[1], two[0]];
        await stream.takeNew();
        const copy = applyEvents(find(ready, seen.id), stream.received, seen.id);
        const again = await openReadyStream(server, viewer);
        const fresh = find(again.ready, seen.id);
        // Ready does not contain users without a relation or a shared server.
        if (fresh === undefined) expect(copy?.relationship ?? "None").toBe("None");
        else expect(comparable(copy), `${verb}, side ${index}`).toEqual(comparable(fresh));
        await again.stream[Symbol.asyncDispose]();
      }
      for (const { stream } of opened) await stream[Symbol.asyncDispose]();
    }
  });
});
