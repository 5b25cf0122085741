import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import type { File } from "../../protocol/file.ts";
import { DescribeCommunity } from "../service/index.ts";
import { UserCreated } from "../users/index.ts";
import { findCommunity } from "./actions/find-community.ts";
import { welcomeUser } from "./actions/welcome-user.ts";

/** The server that new accounts join, and their answers to its questions. */
export const community: Domain = {
  name: "community",
  hooks: [on(UserCreated, (tx, { user, answers }) => welcomeUser(tx, user, answers))],
  providers: [
    provide(DescribeCommunity, async (db) => {
      const found = await findCommunity(db);
      if (!found) return undefined;
      const { id, name, description, icon } = found.server;
      return {
        server: id,
        name,
        ...(description !== null && { description }),
        ...(icon !== null && { icon: JSON.parse(icon) as File }),
        questions: found.answersChannel === undefined ? [] : db.services.config.community.questions,
      };
    }),
  ],
};
