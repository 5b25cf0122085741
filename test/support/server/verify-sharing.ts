import type { Services } from "../../../src/declare/services.ts";
import { SharedServers, sharedServers } from "../../../src/domains/channels/index.ts";
import { SharedUsers, sharedUsers } from "../../../src/domains/users/index.ts";

/** Compares what Ready takes from memory with the database at each use, and fails where they differ. */
export function verifySharing({ resources }: Pick<Services, "resources">): void {
  const servers = resources.get(sharedServers);
  const users = resources.get(sharedUsers);
  const [findServer, listUsers] = [servers.find.bind(servers), users.list.bind(users)];
  servers.find = async (...args) => {
    const shared = await findServer(...args);
    const stored = await new SharedServers().find(...args);
    if (shared && stored?.revision === shared.revision && !Bun.deepEquals(stored.content, shared.content))
      throw new Error(`server ${shared.id} has changed and kept its revision`);
    return shared;
  };
  users.list = async (...args) => {
    const shared = await listUsers(...args);
    const stored = new Map((await new SharedUsers().list(...args)).map(({ row }) => [row.id, row]));
    for (const { row } of shared) {
      const now = stored.get(row.id);
      if (now?.revision === row.revision && !Bun.deepEquals(now, row))
        throw new Error(`user ${row.id} has changed and kept their revision`);
    }
    return shared;
  };
}

/** What Ready takes from memory is taken without comparing it while the work runs. */
export async function withoutVerifying<T>(
  { resources }: Pick<Services, "resources">,
  work: () => Promise<T>,
) {
  const servers = resources.get(sharedServers);
  const verifying = servers.find;
  servers.find = SharedServers.prototype.find;
  try {
    return await work();
  } finally {
    servers.find = verifying;
  }
}
