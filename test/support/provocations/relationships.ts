import { newBot } from "../bots.ts";
import { newUser, type Person } from "../people.ts";
import { arrange, take, type Verb } from "../relationship-cells.ts";
import type { TestServer } from "../server.ts";
import type { Provocation, Provocations, Stage } from "./stage.ts";

const twoUsers = async (server: TestServer) => [await newUser(server), await newUser(server)] as const;

async function fullName({ client }: TestServer, { token }: Person): Promise<string> {
  const { body } = await client.get("/users/@me", { token });
  return `${body.username}#${body.discriminator}`;
}

/** A step between two people who stand to each other in this way. */
function step(verb: Verb, pair: string): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const two = await twoUsers(server);
    await arrange(server, pair, two);
    return take(server, verb, two);
  };
}

/** The step "add" by name. */
function ask(pair: string): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const two = await twoUsers(server);
    await arrange(server, pair, two);
    return askByName(server, two[0], await fullName(server, two[1]));
  };
}

const askByName = ({ client }: TestServer, { token }: Person, username: string) =>
  client.post("/users/friend", { username }, { token });

function toNobody(verb: Verb): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const person = await newUser(server);
    return take(server, verb, [person, { ...person, id: "unknown" }]);
  };
}

/** A server on which one open request is enough, and somebody who has sent it. */
async function busy(stage: Stage) {
  const few = { outgoing_friend_requests: 1 };
  const server = await stage.server({ limits: { new_user: few } });
  const two = await twoUsers(server);
  await arrange(server, "Outgoing/Incoming", two);
  return { server, person: two[0], other: await newUser(server) };
}

/** The same to a bot. */
function toBot(verb: Verb): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const person = await newUser(server);
    return take(server, verb, [person, { ...person, id: (await newBot(server)).id }]);
  };
}

export const relationshipProvocations: Provocations = {
  send_friend_request_send_friend_request: {
    async InvalidProperty(stage) {
      const server = await stage.server();
      return askByName(server, await newUser(server), "Somebody");
    },
    async NotFound(stage) {
      const server = await stage.server();
      return askByName(server, await newUser(server), "Nobody#0000");
    },
    async IsBot(stage) {
      const server = await stage.server();
      const { token } = await newBot(server);
      const username = await fullName(server, await newUser(server));
      return server.client.post("/users/friend", { username }, { bot: token });
    },
    async NoEffect(stage) {
      const server = await stage.server();
      const person = await newUser(server);
      return askByName(server, person, await fullName(server, person));
    },
    AlreadySentRequest: ask("Outgoing/Incoming"),
    AlreadyFriends: ask("Friend/Friend"),
    Blocked: ask("Blocked/BlockedOther"),
    BlockedByOther: ask("BlockedOther/Blocked"),
    async TooManyPendingFriendRequests(stage) {
      const { server, person, other } = await busy(stage);
      return askByName(server, person, await fullName(server, other));
    },
  },
  add_friend_add: {
    NotFound: toNobody("add"),
    IsBot: toBot("add"),
    async NoEffect(stage) {
      const server = await stage.server();
      const person = await newUser(server);
      return take(server, "add", [person, { ...person, id: "@me" }]);
    },
    AlreadySentRequest: step("add", "Outgoing/Incoming"),
    AlreadyFriends: step("add", "Friend/Friend"),
    Blocked: step("add", "Blocked/Blocked"),
    BlockedByOther: step("add", "BlockedOther/Blocked"),
    async TooManyPendingFriendRequests(stage) {
      const { server, person, other } = await busy(stage);
      return take(server, "add", [person, other]);
    },
  },
  remove_friend_remove: {
    NotFound: toNobody("remove"),
    IsBot: toBot("remove"),
    NoEffect: step("remove", "None/None"),
  },
  block_user_block: { NotFound: toNobody("block"), NoEffect: step("block", "Blocked/Blocked") },
  unblock_user_unblock: { NotFound: toNobody("unblock"), NoEffect: step("unblock", "Friend/Friend") },
};
