import { permission } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { createClient } from "../../support/http/client.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";
import type { Random } from "../random.ts";
import type { Write } from "./history.ts";

export const hiding = { allow: 0, deny: permission.ViewChannel };
export const showing = { allow: permission.ViewChannel, deny: 0 };

/** A server with what writers may change. */
export interface ProofServer {
  readonly id: string;
  readonly owner: Person;
  readonly invite: string;
  /** The first is never deleted, so that the invite stays valid. */
  channels: string[];
  roles: string[];
}

export interface ProofCommunity {
  readonly servers: readonly ProofServer[];
  /** They watch, and some of them write. */
  readonly people: readonly Person[];
  /** One for each node: they are connected to that one only. */
  readonly bound: readonly Person[];
  /** A friend of all others, who sees their presence. */
  readonly watcher: Person;
  /** What was done to create all this, as far as writers do the same. */
  readonly writes: readonly Write[];
}

export interface CommunitySize {
  readonly servers: number;
  readonly people: number;
  readonly bound: number;
}

/** Creates users, and servers with hidden channels, roles that show them, and members. */
export async function createCommunity(
  url: string,
  size: CommunitySize,
  random: Random,
): Promise<ProofCommunity> {
  const client = createClient(`${url}/api`);
  const call = async (method: "post" | "put" | "patch", path: string, body: object, { token }: Person) => {
    const response = await client[method](path, body, { token });
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const newPeople = async (count: number, name: string) => {
    const people: Person[] = [];
    for (let index = 0; index < count; index++) people.push(await newUser({ client }, `${name}${index}`));
    return people;
  };
  const owners = await newPeople(size.servers, "owner");
  const people = await newPeople(size.people, "viewer");
  const bound = await newPeople(size.bound, "bound");
  const watcher = await newUser({ client }, "watcher");
  for (const friend of [...people, ...bound])
    await setRelationship({ client }, "Friend/Friend", [watcher, friend]);
  const servers: ProofServer[] = [];
  const writes: Write[] = [];
  for (const [index, owner] of owners.entries()) {
    const created = await call("post", "/servers/create", { name: `Server ${index}` }, owner);
    const { _id: id } = created.server;
    const channels: string[] = [created.channels[0]._id];
    const roles: string[] = [];
    for (let number = 0; number < 3; number++) {
      const channel = await call(
        "post",
        `/servers/${id}/channels`,
        { name: `first-${index}-${number}` },
        owner,
      );
      const role = await call("post", `/servers/${id}/roles`, { name: `first-${index}-${number}` }, owner);
      channels.push(channel._id);
      roles.push(role.id);
      const path = `/channels/${channel._id}/permissions`;
      if (number > 0) await call("put", `${path}/default`, { permissions: hiding }, owner);
      if (number > 0) await call("put", `${path}/${role.id}`, { permissions: showing }, owner);
    }
    const { _id: invite } = await call("post", `/channels/${channels[0]}/invites`, {}, owner);
    servers.push({ id, owner, invite, channels, roles });
    for (const person of people.filter(() => random.chance(0.6))) {
      await call("post", `/invites/${invite}`, {}, person);
      writes.push({ evidence: `join ${id} ${person.id}`, outcome: "acknowledged" });
      const held = roles.filter(() => random.chance(0.4));
      if (held.length > 0) await call("patch", `/servers/${id}/members/${person.id}`, { roles: held }, owner);
    }
  }
  return { servers, people, bound, watcher, writes };
}
