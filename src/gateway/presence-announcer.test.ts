import { describe, expect, test } from "bun:test";
import { until } from "../../test/support/until.ts";
import { createInProcessBus } from "../platform/bus/in-process/in-process.ts";
import { PresenceTable } from "../platform/presence/presence-table.ts";
import type { Announcement } from "../visibility/announcement.ts";
import { PresenceAnnouncer } from "./presence-announcer.ts";

const about = (id: string): Announcement => ({ name: "UserUpdate", payload: { id }, topics: [] });

async function openAnnouncer() {
  const presence = new PresenceTable();
  const bus = createInProcessBus(() => {});
  const published: [id: string, online: boolean][] = [];
  await bus.subscribe("all", ({ payload }) => {
    const { id, data } = payload as { id: string; data: { online: boolean } };
    published.push([id, data.online]);
  });
  const errors: unknown[] = [];
  const database = { read: async (_userId: string) => {} };
  const announcer = new PresenceAnnouncer({
    presence,
    bus,
    findAnnouncement: async (userId) => {
      await database.read(userId);
      return about(userId);
    },
    onError: (error) => errors.push(error),
  });
  const report = (userId: string, isShown: boolean) =>
    presence.setElsewhere("b", userId, { connections: 1, isShown });
  return { announcer, published, errors, database, report };
}

describe("the announcer of presence", () => {
  test("announces a change at once if it is told whom it concerns, and otherwise after it has asked", async () => {
    const { announcer, published, report } = await openAnnouncer();
    report("ann", true);
    announcer.announce("ann", true, about("ann"));
    expect(published).toEqual([["ann", true]]);
    report("ben", true);
    announcer.announce("ben", true);
    expect(published).toHaveLength(1);
    await announcer.settle();
    expect(published).toEqual([
      ["ann", true],
      ["ben", true],
    ]);
  });

  test("announces what is so once it has asked, and only once", async () => {
    const { announcer, published, database, report } = await openAnnouncer();
    const response = Promise.withResolvers<void>();
    database.read = () => response.promise;
    report("ann", true);
    announcer.announce("ann", true);
    report("ben", true);
    announcer.announce("ben", true);
    report("ann", false);
    announcer.announce("ann", false);
    report("ben", false);
    announcer.announce("ben", false, about("ben"));
    response.resolve();
    await announcer.settle();
    expect(published).toEqual([
      ["ben", false],
      ["ann", false],
    ]);
  });

  test("asks again after a failure, for every user", async () => {
    const { announcer, published, errors, database, report } = await openAnnouncer();
    const { read } = database;
    database.read = () => Promise.reject(new Error("no database"));
    for (const userId of ["ann", "ben"]) {
      report(userId, true);
      announcer.announce(userId, true);
    }
    await announcer.settle();
    expect([published, errors]).toEqual([[], [new Error("no database")]]);
    database.read = read;
    announcer.announceWaiting();
    await until(() => published.length === 2);
  });
});
