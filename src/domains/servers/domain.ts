import type { Domain } from "../../declare/domain.ts";
import { answer } from "../../declare/question.ts";
import { StandingInServer } from "../channels/index.ts";
import { MutualConnections, ServersOf } from "../users/index.ts";
import {
  MemberJoined,
  MemberLeft,
  MemberUpdated,
  RoleDeleted,
  RolesReordered,
  RoleUpdated,
  ServerDeleted,
  ServerJoined,
  ServerUpdated,
} from "./events.ts";
import { createServer } from "./routes/create-server.ts";
import { fetchServer } from "./routes/fetch-server.ts";
import { findSharedServers, listServerIds } from "./store/belongings.ts";
import { findPlace } from "./store/standing.ts";

export const servers: Domain = {
  name: "servers",
  routes: [createServer, fetchServer],
  events: [
    ServerJoined,
    ServerUpdated,
    ServerDeleted,
    MemberJoined,
    MemberUpdated,
    MemberLeft,
    RoleUpdated,
    RoleDeleted,
    RolesReordered,
  ],
  answers: [
    answer(ServersOf, listServerIds),
    answer(MutualConnections, async (db, { a, b }) => ({
      servers: await findSharedServers(db, a, b),
      channels: [],
    })),
    answer(
      StandingInServer,
      async (db, { serverId, userId }) => (await findPlace(db, serverId, userId))?.standing,
    ),
  ],
};
