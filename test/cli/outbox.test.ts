import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Announcement, topic } from "../../src/visibility/announcement.ts";
import { newAccount } from "../support/accounts/people.ts";
import { startErmine } from "../support/processes/program.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";

setDefaultTimeout(60_000);

describe.each([...preferPostgres])("commands while a server runs on %s", (engine) => {
  test("their events reach the connections of that server", async () => {
    await using server = await openServer(engine);
    const { id } = await newAccount(server);
    const received = Promise.withResolvers<Announcement>();
    await server.running.bus.subscribe([topic.private(id)], received.resolve);
    const { code } = await startErmine(server.home, ["accounts", "disable", id]);
    expect(code).toBe(0);
    expect(await received.promise).toEqual({
      name: "Auth",
      payload: { event_type: "DeleteAllSessions", user_id: id, exclude_session_id: null },
      topics: [topic.private(id)],
      changes: [{ kind: "logged out", user: id, except: null }],
      position: expect.any(Number),
    });
  });
});
