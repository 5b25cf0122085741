import { newBot } from "../bots/bots.ts";
import type { ErrorCase } from "./error-case.ts";

/** A call by a bot of a route that bots may not call. */
export function asBot(method: "get" | "post" | "put" | "delete", path: string, body: object = {}): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const { token } = await newBot(server);
    const by = { bot: token };
    return method === "get" ? server.client.get(path, by) : server.client[method](path, body, by);
  };
}
