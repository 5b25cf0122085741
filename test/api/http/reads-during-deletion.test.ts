import { beforeAll, expect, test } from "bun:test";
import { updateServer } from "../../../src/domains/members/index.ts";
import { permission } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { putPermissions, succeed } from "../../support/channels/channel-calls.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { amount } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";

const rounds = amount(4, 10);
const readersOfEach = 6;

describeServer("reads during a deletion", engines, (server) => {
  let owner: Person;
  beforeAll(async () => {
    owner = await newUser(server);
  });

  /** Repeats all reads until the deletion is done. */
  async function repeatDuring(
    deletion: () => Promise<ApiResponse>,
    reads: readonly (() => Promise<unknown>)[],
  ) {
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

  /** The outcomes of the owner's requests during the deletion. */
  async function readDuring(
    deletion: () => Promise<ApiResponse>,
    paths: readonly string[],
  ): Promise<Set<string>> {
    const outcomes = new Set<string>();
    const reads = paths.map(
      (path) => async () => outcomes.add(outcome(await server.client.get(path, owner))),
    );
    await repeatDuring(deletion, reads);
    return outcomes;
  }

  /** A discoverable server with a channel and an invite to that channel. */
  async function newDiscoverableServer() {
    const community = await newCommunity(server, owner);
    await newMember(server, community);
    await server.running.store.write((tx) => updateServer(tx, community.id, { discoverable: 1 }));
    const { body } = await server.client.post(`/channels/${community.channel}/invites`, {}, owner);
    return { ...community, invite: body._id as string };
  }

  const allowedOutcomes = ["200", "404 NotFound"];

  test("a channel is returned or not found, without an internal error", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, channel, invite } = await newDiscoverableServer();
      const outcomes = await readDuring(
        () => server.client.delete(`/channels/${channel}`, {}, owner),
        [
          `/channels/${channel}`,
          `/invites/${invite}`,
          `/invites/${id}`,
          `/servers/${id}?include_channels=true`,
        ],
      );
      for (const result of outcomes) expect(allowedOutcomes).toContain(result);
    }
  });

  test("a server and its contents are returned or not found, without an internal error", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, channel, invite } = await newDiscoverableServer();
      const lists = ["members", "bans", "invites", "emojis", "audit_logs"];
      const outcomes = await readDuring(
        () => server.client.delete(`/servers/${id}`, {}, owner),
        [
          ...[`/channels/${channel}`, `/invites/${invite}`, `/invites/${id}`, `/servers/${id}`],
          ...[
            `/servers/${id}/members/${owner.id}?roles=true`,
            ...lists.map((list) => `/servers/${id}/${list}`),
          ],
        ],
      );
      for (const result of outcomes) expect(allowedOutcomes).toContain(result);
    }
  });

  test("a member who cannot view the channel never sees it", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, channel } = await newDiscoverableServer();
      const member = await newMember(server, { id });
      const role = await addRole(server, { id }, { rank: 1, holders: [member] });
      const hide = { by: owner, channel, of: role };
      await succeed(putPermissions(server, hide, { allow: 0, deny: permission.ViewChannel }));
      const list = async () =>
        (await server.client.get(`/servers/${id}?include_channels=true`, member)).body.channels;
      const fetch = async () => outcome(await server.client.get(`/channels/${channel}`, member));
      const outcomes = new Set<unknown>();
      await repeatDuring(
        () => server.client.delete(`/channels/${channel}`, {}, owner),
        [async () => outcomes.add(await fetch()), async () => outcomes.add((await list()).length)],
      );
      for (const result of outcomes)
        expect([0, "403 MissingPermission", "404 NotFound"]).toContain(result as string);
    }
  });
});
