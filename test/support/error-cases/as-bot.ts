import { newBot } from "../bots/bots.ts";
import type { ErrorCase } from "./error-case.ts";

/** A call by a bot of a route that bots may not call. */
export function asBot(method: "post" | "put" | "delete", path: string, body: object = {}): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const { token } = await newBot(server);
    return server.client[method](path, body, { bot: token });
  };
}
