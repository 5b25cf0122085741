import { newUser, type Person } from "../../support/accounts/people.ts";
import type { ErrorCase, ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import type { TestServer } from "../../support/server/server.ts";
import {
  changeRelationship,
  setRelationship,
  type Verb,
} from "../../support/users/relationship-transitions.ts";

const twoUsers = async (server: TestServer) => [await newUser(server), await newUser(server)] as const;

async function fullName({ client }: TestServer, { token }: Person): Promise<string> {
  const { body } = await client.get("/users/@me", { token });
  return `${body.username}#${body.discriminator}`;
}

/** Applies a verb to a user who has this pair of relations with the caller. */
function step(verb: Verb, pair: string): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const two = await twoUsers(server);
    await setRelationship(server, pair, two);
    return changeRelationship(server, verb, two);
  };
}

/** Sends a friend request by name to a user who has this pair of relations with the caller. */
function requestByName(pair: string): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const two = await twoUsers(server);
    await setRelationship(server, pair, two);
    return postFriendRequest(server, two[0], await fullName(server, two[1]));
  };
}

const postFriendRequest = ({ client }: TestServer, { token }: Person, username: string) =>
  client.post("/users/friend", { username }, { token });

function toNobody(verb: Verb): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const person = await newUser(server);
    return changeRelationship(server, verb, [person, { ...person, id: "unknown" }]);
  };
}

/** A server that allows one open friend request, and a user who has sent it. */
async function reachRequestLimit(pool: ServerPool) {
  const few = { outgoing_friend_requests: 1 };
  const server = await pool.server({ limits: { new_user: few } });
  const two = await twoUsers(server);
  await setRelationship(server, "Outgoing/Incoming", two);
  return { server, person: two[0], other: await newUser(server) };
}

export const errorCases: ErrorCases = {
  send_friend_request_send_friend_request: {
    async InvalidProperty(pool) {
      const server = await pool.server();
      return postFriendRequest(server, await newUser(server), "Somebody");
    },
    async NotFound(pool) {
      const server = await pool.server();
      return postFriendRequest(server, await newUser(server), "Nobody#0000");
    },
    async NoEffect(pool) {
      const server = await pool.server();
      const person = await newUser(server);
      return postFriendRequest(server, person, await fullName(server, person));
    },
    AlreadySentRequest: requestByName("Outgoing/Incoming"),
    AlreadyFriends: requestByName("Friend/Friend"),
    Blocked: requestByName("Blocked/BlockedOther"),
    BlockedByOther: requestByName("BlockedOther/Blocked"),
    async TooManyPendingFriendRequests(pool) {
      const { server, person, other } = await reachRequestLimit(pool);
      return postFriendRequest(server, person, await fullName(server, other));
    },
  },
  add_friend_add: {
    NotFound: toNobody("add"),
    async NoEffect(pool) {
      const server = await pool.server();
      const person = await newUser(server);
      return changeRelationship(server, "add", [person, { ...person, id: "@me" }]);
    },
    AlreadySentRequest: step("add", "Outgoing/Incoming"),
    AlreadyFriends: step("add", "Friend/Friend"),
    Blocked: step("add", "Blocked/Blocked"),
    BlockedByOther: step("add", "BlockedOther/Blocked"),
    async TooManyPendingFriendRequests(pool) {
      const { server, person, other } = await reachRequestLimit(pool);
      return changeRelationship(server, "add", [person, other]);
    },
  },
  remove_friend_remove: {
    NotFound: toNobody("remove"),
    NoEffect: step("remove", "None/None"),
  },
  block_user_block: { NotFound: toNobody("block"), NoEffect: step("block", "Blocked/Blocked") },
  unblock_user_unblock: { NotFound: toNobody("unblock"), NoEffect: step("unblock", "Friend/Friend") },
};
