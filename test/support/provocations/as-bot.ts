import { newBot } from "../bots.ts";
import type { Provocation } from "./stage.ts";

/** What a bot is answered where only people may call, whatever it calls about. */
export function asBot(method: "post" | "put" | "delete", path: string, body: object = {}): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const { token } = await newBot(server);
    return server.client[method](path, body, { bot: token });
  };
}
