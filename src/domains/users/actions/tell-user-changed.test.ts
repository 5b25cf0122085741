import { describe, expect, test } from "bun:test";
import { engines } from "../../../../test/support/engines.ts";
import { openTestHouse } from "../../../../test/support/house.ts";
import { topic } from "../../../declare/event.ts";
import { answer } from "../../../declare/question.ts";
import { createStore } from "../../../platform/database/store.ts";
import { ServersOf } from "../questions.ts";
import { tellUserChanged } from "./tell-user-changed.ts";

describe.each([...engines])("telling of a user on %s", (engine) => {
  test("reaches those who follow the servers that the user is in", async () => {
    await using house = await openTestHouse(engine);
    const { database, services } = house;
    const servers = answer(ServersOf, async (_, id) => [`${id}-1`, `${id}-2`]);
    const more = answer(ServersOf, async (_, id) => [`${id}-3`]);
    const store = createStore({
      database,
      services,
      hooks: [],
      answers: [servers, more],
      publish: "outbox",
      onJobs() {},
    });
    await store.write((tx) => tellUserChanged(tx, { id: "U", data: { online: true }, clear: [] }));
    const outbox = await house.outbox();
    expect(outbox.map(({ payload, topics, except }) => ({ payload, topics, except }))).toEqual([
      {
        payload: { id: "U", data: { online: true }, clear: [], event_id: null },
        topics: [topic.user("U"), ...["U-1", "U-2", "U-3"].map(topic.serverUsers)],
        except: [topic.blockedBy("U")],
      },
    ]);
  });
});
