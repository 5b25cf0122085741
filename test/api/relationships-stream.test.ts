import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { newUser, type Person } from "../support/people.ts";
import { arrange, pairs, take, verbs } from "../support/relationship-cells.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { listenIn, type Packet } from "../support/stream.ts";

/** What a client knows of one other user. */
type Known = Readonly<Record<string, unknown>> | undefined;

const cleared = {
  Avatar: ["avatar"],
  DisplayName: ["display_name"],
  Pronouns: ["pronouns"],
  StatusText: ["status", "text"],
  StatusPresence: ["status", "presence"],
} as const;

/** As the clients do: of a relationship only the status is read, updates are laid over what is known. */
function learn(known: Known, news: readonly Packet[], id: string): Known {
  let user: Known = known;
  for (const packet of news) {
    if (packet.type === "UserRelationship" && packet.user._id === id)
      user = { ...(user ?? packet.user), relationship: packet.status };
    if (packet.type === "UserUpdate" && packet.id === id && user) user = update(user, packet);
  }
  return user;
}

function update(user: Exclude<Known, undefined>, { data, clear }: Packet): Known {
  const next: Record<string, unknown> = { ...user, status: { ...Object(user.status) } };
  for (const field of clear as (keyof typeof cleared)[]) {
    const [key, part] = cleared[field];
    if (part === undefined) delete next[key];
    else delete Object(next[key])[part];
  }
  const { status, ...rest } = { ...next, ...data };
  // Zero and false are what is not there in a view.
  const said = Object.entries(rest).filter(([key, value]) => value || key === "online");
  return { ...Object.fromEntries(said), ...(Object.keys(status).length > 0 && { status }) };
}

const find = ({ users }: Packet, id: string): Known => users.find((user: { _id: string }) => user._id === id);

describe.each([...engines])("what a connected client knows after a step on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function newTalkative(text: string): Promise<Person> {
    const person = await newUser(server);
    await server.client.patch("/users/@me", { status: { text, presence: "Busy" } }, { token: person.token });
    return person;
  }

  test.each(pairs)("from %s: the same as one that connects afterwards", async (pair) => {
    for (const verb of verbs) {
      const two = [await newTalkative("first"), await newTalkative("second")] as const;
      await arrange(server, pair, two);
      const opened = await Promise.all(two.map((person) => listenIn(server, person)));
      await take(server, verb, two);
      for (const [index, { stream, ready }] of opened.entries()) {
        const [viewer, seen] = index === 0 ? two : [two[1], two[0]];
        await stream.news();
        const known = learn(find(ready, seen.id), stream.heard, seen.id);
        const again = await listenIn(server, viewer);
        const fresh = find(again.ready, seen.id);
        // Strangers who meet nowhere are not in Ready at all.
        if (fresh === undefined) expect(known?.relationship ?? "None").toBe("None");
        else expect(known, `${verb}, side ${index}`).toEqual(fresh);
        await again.stream[Symbol.asyncDispose]();
      }
      for (const { stream } of opened) await stream[Symbol.asyncDispose]();
    }
  });
});
