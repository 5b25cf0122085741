import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { type NodeProcess, startNodeProcess } from "../support/cluster/cluster-process.ts";
import { postMessage } from "../support/messages/sending.ts";
import { openPostgresProxy, type PostgresProxy } from "../support/postgres/postgres-proxy.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines } from "../support/server/engines.ts";
import type { TestServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";
import { openFirstNode } from "./two-nodes.ts";

setDefaultTimeout(60_000);

describe.if(engines.includes("postgres"))("a node that is frozen in the middle of its writes", () => {
  let staying: TestServer;
  let frozen: NodeProcess;
  let proxy: PostgresProxy;
  let observer: SQL;

  beforeAll(async () => {
    staying = await openFirstNode();
    proxy = await openPostgresProxy(staying.home.databaseUrl);
    frozen = await startNodeProcess({ home: { ...staying.home, databaseUrl: proxy.url } });
    observer = new SQL({ url: staying.home.databaseUrl, max: 4 });
  });
  afterAll(async () => {
    await observer.close();
    await frozen[Symbol.asyncDispose]();
    await staying[Symbol.asyncDispose]();
    proxy[Symbol.dispose]();
  });

  /** Freezes the node as it sends these bytes: PostgreSQL gets them, and nothing after them. */
  function freezeAt(marker: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    proxy.onBytes = (_, direction, bytes) => {
      if (direction !== "up" || !bytes.includes(marker)) return;
      frozen.kill("SIGSTOP");
      proxy.onBytes = () => {};
      resolve();
    };
    return promise;
  }

  /** The connections of the frozen node that hold locks while PostgreSQL waits for their next query. */
  async function pausedWriters(): Promise<number[]> {
    const rows = await observer`
      select pid from pg_stat_activity
      where application_name = ${`ermine node ${frozen.id}`} and state = 'idle in transaction'
        and backend_xid is not null`;
    return rows.map(({ pid }: { pid: number }) => pid);
  }

  test("holds up the channel of its message for a moment, and sends it once when it continues", async () => {
    const { owner, channel } = await newCommunity(staying);
    const reached = freezeAt("from the frozen node");
    const late = postMessage(frozen, { by: owner, channel }, "from the frozen node");
    await reached;
    await until(async () => (await pausedWriters()).length > 0);
    const sent = await postMessage(staying, { by: owner, channel }, "from another node");
    expect(sent.status).toBe(200);
    frozen.kill("SIGCONT");
    expect((await late).status).toBe(200);
    const { body } = await staying.client.get(`/channels/${channel}/messages?sort=Oldest`, owner);
    const contents = body.map(({ content }: { content: string }) => content);
    expect(contents).toEqual(["from another node", "from the frozen node"]);
  });

  thoroughTest("does not hold others up once for each of its writes that wait for one row", async () => {
    const { owner } = await newCommunity(staying);
    // Not a server, whose changes wait for their turn before they lock its row.
    const rename = ({ client }: Pick<TestServer, "client">, display_name: string) =>
      client.patch("/users/@me", { display_name }, owner);
    const waiting = async () => {
      const [{ count }] = await observer`
        select count(*)::int as count from pg_stat_activity
        where application_name = ${`ermine node ${frozen.id}`} and wait_event_type = 'Lock'`;
      return count as number;
    };
    const names = ["one", "two", "three", "four", "five"];
    const blocker = await observer.reserve();
    await blocker`begin`;
    await blocker`select id from users where id = ${owner.id} for update`;
    const late = names.map((name) => rename(frozen, name));
    await until(async () => (await waiting()) === names.length);
    frozen.kill("SIGSTOP");
    let isRenamed = false;
    const renamed = rename(staying, "by another node").finally(() => {
      isRenamed = true;
    });
    await blocker`commit`;
    blocker.release();
    const holders = new Set<number>();
    await until(async () => {
      for (const pid of await pausedWriters()) holders.add(pid);
      return isRenamed;
    });
    expect((await renamed).status).toBe(200);
    // One after the other, each of them would hold the row until PostgreSQL ends its transaction. On a busy machine
    // the first of them may be ended so before another node ends the rest.
    expect(holders.size).toBeWithin(1, names.length);
    frozen.kill("SIGCONT");
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual(names.map(() => 200));
  });
});
