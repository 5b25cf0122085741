import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  openTestConnections,
  type TestConnections,
} from "../../../../test/support/cluster/node-connections.ts";
import { openTestDatabaseWithLog } from "../../../../test/support/database/databases.ts";
import { openPostgresProxy } from "../../../../test/support/postgres/postgres-proxy.ts";
import { engines } from "../../../../test/support/server/engines.ts";
import { until } from "../../../../test/support/until.ts";
import { type Announcement, topic } from "../../../visibility/announcement.ts";
import { CommitLog } from "../../database/postgres/commit-log.ts";
import { PostgresBus } from "./postgres.ts";

setDefaultTimeout(60_000);

const about = (name: string): Announcement => ({ name, payload: {}, topics: [topic.private("ann")] });

/** A bus that reads the log at this address, so seldom that only messages make it do so. */
async function openBus({ link }: TestConnections, url: string) {
  const log = new CommitLog({ url, queryTimeoutMs: 15_000 });
  const bus = await PostgresBus.open({ log, link, onListenerError: () => {}, pollMs: 600_000 });
  const received: string[] = [];
  await bus.subscribe("all", ({ name }) => received.push(name));
  return { bus, received, [Symbol.asyncDispose]: () => bus.close() };
}

describe.if(engines.includes("postgres"))("the bus of a node with a link to others", () => {
  test("delivers what belongs to no commit after the commits that its node had delivered", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using a = await openTestConnections(url, "a");
    await using b = await openTestConnections(url, "b");
    await using one = await openBus(a, url);
    await using two = await openBus(b, proxy.url);
    proxy.setAll("hold");
    const announcements = [about("committed")];
    await opened.database.write(async () => {}, {
      announcements: () => announcements,
      onDurable: (position) => one.bus.publishCommit(position, announcements),
    });
    await one.bus.publish(about("first"));
    await one.bus.publish(about("second"));
    await until(() => b.received.length === 3);
    expect(two.received).toEqual([]);
    proxy.setAll("pass");
    await until(() => two.received.length > 2);
    expect(two.received).toEqual(["committed", "first", "second"]);
    expect(one.received).toEqual(["committed", "first", "second"]);
  });
});
