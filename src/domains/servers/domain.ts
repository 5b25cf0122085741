import type { Domain } from "../../declare/domain.ts";
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

export const servers: Domain = {
  name: "servers",
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
};
