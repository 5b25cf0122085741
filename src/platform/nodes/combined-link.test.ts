import { expect, setDefaultTimeout, test } from "bun:test";
import { newPostgresDatabase } from "../../../test/support/postgres/postgres.ts";
import { describeRedis, startRedis } from "../../../test/support/redis/redis.ts";
import { until } from "../../../test/support/until.ts";
import { PostgresPool } from "../database/postgres/pool.ts";
import { createLog } from "../log/log.ts";
import { CombinedLink } from "./combined-link.ts";
import type { NodeLink, NodeMessage } from "./port.ts";
import { PostgresLink } from "./postgres/postgres-link.ts";
import { RedisLink } from "./redis/redis-link.ts";

setDefaultTimeout(60_000);

const databaseUrl = await newPostgresDatabase();

/** The kinds of messages that arrive over a link. */
function record(link: NodeLink): NodeMessage["kind"][] {
  const kinds: NodeMessage["kind"][] = [];
  link.onMessage((_, { kind }) => kind !== "check" && kinds.push(kind));
  return kinds;
}

describeRedis.if(databaseUrl !== undefined)("a link over Redis and PostgreSQL", () => {
  test("uses Redis while it responds, except for presence", async () => {
    await using opening = new AsyncDisposableStack();
    const redisServer = opening.use(await startRedis());
    const url = databaseUrl ?? "";
    const pool = new PostgresPool({ url, poolSize: 2, queryTimeoutMs: 15_000, readOnly: false });
    opening.defer(() => pool.close());
    const open = async (node: string) => {
      const postgres = await PostgresLink.open({ node, url, pool, onError: () => {} });
      const log = createLog("silent");
      const redis = await RedisLink.open({
        node,
        url: redisServer.url,
        namespace: "",
        log,
        deadlineMs: 5_000,
      });
      return { postgres, redis, link: opening.use(new CombinedLink({ fast: redis, durable: postgres })) };
    };
    const [one, two] = [await open("one"), await open("two")];
    const [overPostgres, overRedis, over] = [two.postgres, two.redis, two.link].map(record);
    let sent = 0;
    const sendAll = async () => {
      const announcement = { name: "Typing", payload: {}, topics: [] };
      one.link.send({ kind: "presence", changes: [] });
      one.link.send({ kind: "commit", position: 7 });
      one.link.send({ kind: "announcement", announcement, after: 0 });
      sent += 3;
      await until(() => over?.length === sent);
    };
    await sendAll();
    expect(overPostgres).toEqual(["presence"]);
    expect(overRedis).toEqual(["commit", "announcement"]);

    await redisServer.kill();
    await until(() => !one.link.carriesContent);
    await sendAll();
    expect(overPostgres?.toSorted()).toEqual(["announcement", "commit", "presence", "presence"]);

    await redisServer.start();
    await until(() => one.link.carriesContent && two.link.carriesContent);
    await sendAll();
    expect(overRedis).toEqual(["commit", "announcement", "commit", "announcement"]);
    expect(overPostgres?.slice(4)).toEqual(["presence"]);
  });
});
