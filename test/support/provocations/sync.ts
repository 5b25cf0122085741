import { newUser } from "../people.ts";
import type { Provocations } from "./stage.ts";

export const syncProvocations: Provocations = {
  set_settings_set: {
    async PayloadTooLarge(stage) {
      const server = await stage.server({ sync: { max_settings: 1 } });
      const { token } = await newUser(server);
      return server.client.post("/sync/settings/set", { one: "1", two: "2" }, { token });
    },
  },
};
