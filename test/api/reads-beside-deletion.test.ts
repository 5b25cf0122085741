import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateServer } from "../../src/domains/servers/store/servers.ts";
import { permission } from "../../src/permissions/bits.ts";
import { putPermissions, succeed } from "../support/channel-calls.ts";
import type { ApiResponse } from "../support/client.ts";
import { newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { newUser, type Person } from "../support/people.ts";
import { addRole } from "../support/roles.ts";
import { openServer, type TestServer } from "../support/server.ts";

const rounds = 10;
const readersOfEach = 6;

describe.each([...engines])("reading what is being deleted, on %s", (engine) => {
  let server: TestServer;
  let owner: Person;
  beforeAll(async () => {
    server = await openServer(engine);
    owner = await newUser(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** Does all these again and again, until what deletes is done. */
  async function during(deletion: () => Promise<ApiResponse>, reads: readonly (() => Promise<unknown>)[]) {
    let isOver = false;
    const readers = reads.flatMap((read) =>
      Array.from({ length: readersOfEach }, async () => {
        while (!isOver) await read();
      }),
    );
    expect(outcome(await deletion())).toBe("204");
    isOver = true;
    await Promise.all(readers);
  }

  /** How the owner is answered meanwhile. */
  async function readDuring(
    deletion: () => Promise<ApiResponse>,
    paths: readonly string[],
  ): Promise<Set<string>> {
    const seen = new Set<string>();
    const reads = paths.map((path) => async () => seen.add(outcome(await server.client.get(path, owner))));
    await during(deletion, reads);
    return seen;
  }

  /** A discoverable server, a channel of it and an invite to that. */
  async function build() {
    const place = await newCommunity(server, owner);
    await newMember(server, place);
    await server.running.store.write((tx) => updateServer(tx, place.id, { discoverable: 1 }));
    const { body } = await server.client.post(`/channels/${place.channel}/invites`, {}, owner);
    return { ...place, invite: body._id as string };
  }

  const answers = ["200", "404 NotFound"];

  test("a channel is there, or it is not", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, channel, invite } = await build();
      const seen = await readDuring(
        () => server.client.delete(`/channels/${channel}`, {}, owner),
        [
          `/channels/${channel}`,
          `/invites/${invite}`,
          `/invites/${id}`,
          `/servers/${id}?include_channels=true`,
        ],
      );
      for (const said of seen) expect(answers).toContain(said);
    }
  });

  test("a server is there with all that is in it, or it is not", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, channel, invite } = await build();
      const lists = ["members", "bans", "invites", "emojis", "audit_logs"];
      const seen = await readDuring(
        () => server.client.delete(`/servers/${id}`, {}, owner),
        [
          ...[`/channels/${channel}`, `/invites/${invite}`, `/invites/${id}`, `/servers/${id}`],
          ...[
            `/servers/${id}/members/${owner.id}?roles=true`,
            ...lists.map((list) => `/servers/${id}/${list}`),
          ],
        ],
      );
      for (const said of seen) expect(answers).toContain(said);
    }
  });

  test("who could not see a channel does not see it go", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, channel } = await build();
      const member = await newMember(server, { id });
      const role = await addRole(server, { id }, { rank: 1, holders: [member] });
      const hide = { by: owner, channel, of: role };
      await succeed(putPermissions(server, hide, { allow: 0, deny: permission.ViewChannel }));
      const list = async () =>
        (await server.client.get(`/servers/${id}?include_channels=true`, member)).body.channels;
      const fetch = async () => outcome(await server.client.get(`/channels/${channel}`, member));
      const seen = new Set<unknown>();
      await during(
        () => server.client.delete(`/channels/${channel}`, {}, owner),
        [async () => seen.add(await fetch()), async () => seen.add((await list()).length)],
      );
      for (const said of seen) expect([0, "403 MissingPermission", "404 NotFound"]).toContain(said as string);
    }
  });
});
