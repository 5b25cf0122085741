import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { UserCreated } from "../users/index.ts";
import { welcomeUser } from "./actions/welcome-user.ts";

/** The server that new accounts join, and their answers to its questions. */
export const community: Domain = {
  name: "community",
  hooks: [on(UserCreated, (tx, { user, answers }) => welcomeUser(tx, user, answers))],
};
