import type { Reader } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import { findChannel } from "../../channels/index.ts";
import { findServer, type ServerRow } from "../../members/index.ts";

interface Community {
  readonly server: ServerRow;
  /** Undefined if the server has no such channel: then nobody is asked what nobody could read. */
  readonly answersChannel: string | undefined;
}

/** The server that the configuration names; undefined if it names none, or one that does not exist. */
export async function findCommunity(db: Reader): Promise<Community | undefined> {
  const { server: id, answers_channel } = db.services.config.community;
  const server = id === "" ? undefined : await findServer(db, id);
  if (!server) return undefined;
  const channel = answers_channel === "" ? undefined : await findChannel(db, answers_channel);
  return { server, answersChannel: channel?.server_id === server.id ? answers_channel : undefined };
}

/** The community, as people who are not logged in see it. */
export async function describeCommunity(db: Reader) {
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
}
