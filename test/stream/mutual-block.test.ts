import { describe, expect, test } from "bun:test";
import { newUser } from "../support/accounts/people.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";
import { openReadyStream } from "../support/stream/stream.ts";

const newStatus = { status: { text: "at sea", presence: "Focus" } };

describe.each([...anyEngine])("two users who have blocked each other on %s", (engine) => {
  test("see nothing of each other's status, in either order of blocking", async () => {
    await using server = await openServer(engine);
    const { client } = server;
    const [first, second] = [await newUser(server, "First"), await newUser(server, "Second")];
    await client.put(`/users/${second.id}/block`, {}, first);
    const { stream } = await openReadyStream(server, second);
    await client.put(`/users/${first.id}/block`, {}, second);
    const { stream: other } = await openReadyStream(server, first);
    await client.patch("/users/@me", newStatus, first);
    await client.patch("/users/@me", { display_name: "Sailor" }, first);

    const received = await stream.takeNew();
    expect(received.map(({ type, data, status }) => [type, status ?? data])).toEqual([
      ["UserRelationship", "Blocked"],
      ["UserUpdate", { display_name: "Sailor" }],
    ]);
    expect(JSON.stringify(received)).not.toMatch(/at sea|Focus|"online":true/);
    for (const [viewer, seen] of [
      [first, second],
      [second, first],
    ] as const) {
      const { ready } = await openReadyStream(server, viewer);
      const user = ready.users.find(({ _id }: { _id: string }) => _id === seen.id);
      expect(user).toMatchObject({ relationship: "Blocked", online: false });
      expect(user).not.toHaveProperty("status");
    }
    await client.delete(`/users/${second.id}/block`, {}, first);
    // A user who blocks without being blocked sees the other.
    expect((await other.takeNew()).at(-1)).toMatchObject({
      type: "UserRelationship",
      status: "BlockedOther",
    });
    expect(await stream.takeNew()).toContainEqual(
      expect.objectContaining({ type: "UserUpdate", data: expect.objectContaining(newStatus) }),
    );
  });
});
