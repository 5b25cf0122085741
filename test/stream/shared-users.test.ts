import { beforeAll, expect, test } from "bun:test";
import type { UsersTables } from "../../src/domains/users/index.ts";
import { findUser, type User } from "../../src/domains/users/index.ts";
import { newUser, type Person, password } from "../support/accounts/people.ts";
import { newFriends } from "../support/channels/conversations.ts";
import { allowLoggedErrors } from "../support/log/test-log.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import { openReadyStream, openStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";

/** The servers of these tests compare what viewers share with the database at every use; see `SharedUsers`. */
describeServer(
  "what others see of a user",
  anyEngine,
  { config: { events: { offline_grace_ms: 0 } } },
  (server) => {
    let person: Person;
    let friend: Person;
    beforeAll(async () => {
      [person, friend] = await newFriends(server);
    });

    async function usersOf(viewer: Person, format: "json" | "msgpack" = "json"): Promise<User[]> {
      const { stream, ready } = await openReadyStream(server, viewer, { format });
      await stream[Symbol.asyncDispose]();
      return ready.users;
    }
    const shownTo = async (viewer: Person, format?: "json" | "msgpack") =>
      (await usersOf(viewer, format)).find(({ _id }) => _id === person.id);
    const fetchedBy = async (viewer: Person) => (await server.client.get(`/users/${person.id}`, viewer)).body;
    const revision = () => server.running.store.read(async (db) => (await findUser(db, person.id))?.revision);

    test("every change has a new revision and is in the next Ready, as it is fetched", async () => {
      const edit = (changes: object) => server.client.patch("/users/@me", changes, person);
      const changes: Record<string, () => Promise<unknown>> = {
        "display name": () => edit({ display_name: "Shown" }),
        pronouns: () => edit({ pronouns: "they" }),
        status: () => edit({ status: { text: "Away", presence: "Busy" } }),
        "no status": () => edit({ remove: ["StatusText", "StatusPresence"] }),
        username: () => server.client.patch("/users/@me/username", { username: "Renamed", password }, person),
      };
      const seen = new Set([await revision()]);
      let before = await shownTo(friend);
      for (const [name, change] of Object.entries(changes)) {
        expect(await change(), name).toMatchObject({ status: 200 });
        const after = await shownTo(friend);
        expect(after, name).toEqual(await fetchedBy(friend));
        expect(Bun.deepEquals(after, before), name).toBe(false);
        expect(seen.has(await revision()), name).toBe(false);
        seen.add(await revision());
        before = after;
      }
    });

    test("each viewer gets the view of their relation, online or not, the same in both formats", async () => {
      const viewers = [friend];
      for (const pair of ["Outgoing/Incoming", "Incoming/Outgoing", "Blocked/BlockedOther"]) {
        const viewer = await newUser(server);
        await setRelationship(server, pair, [viewer, person]);
        viewers.push(viewer);
      }
      for (const isOnline of [false, true]) {
        await using stream = isOnline ? await openStream(server, person) : undefined;
        await stream?.next("Ready");
        for (const viewer of viewers) {
          // Other nodes hear of presence a moment later.
          await until(async () => (await shownTo(viewer))?.online === isOnline);
          const first = await shownTo(viewer);
          expect(await shownTo(viewer, "msgpack")).toEqual(first);
        }
      }
    });

    test("a change that keeps the revision fails here", async () => {
      allowLoggedErrors(/authentication of a connection failed/);
      // Every node must hold the user.
      for (const _ of server.nodes) await usersOf(friend);
      await server.running.store.write(async (tx) => {
        const update = tx.sql<UsersTables>().updateTable("users").set({ display_name: "Other" });
        await update.where("id", "=", person.id).execute();
      });
      await using stream = await openStream(server, friend);
      expect(await stream.next("Error")).toMatchObject({ error: "InternalError" });
    });
  },
);
