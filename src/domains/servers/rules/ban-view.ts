import type { ServerBan } from "../model.ts";
import type { BanRow } from "../tables.ts";

export function banView({ server_id, user_id, reason }: BanRow): ServerBan {
  return { _id: { server: server_id, user: user_id }, reason };
}
