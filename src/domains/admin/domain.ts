import type { Domain } from "../../declare/domain.ts";
import { confirmRoute } from "./routes/confirm.ts";
import { fetchUserRoute } from "./routes/fetch-user.ts";
import { listUsersRoute } from "./routes/list-users.ts";

export const admin: Domain = {
  name: "admin",
  routes: [confirmRoute, listUsersRoute, fetchUserRoute],
};
