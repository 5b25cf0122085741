import { newUser } from "../../support/accounts/people.ts";
import type { ErrorCases } from "../../support/error-cases/error-case.ts";

export const errorCases: ErrorCases = {
  set_settings_set: {
    async PayloadTooLarge(pool) {
      const server = await pool.server({ sync: { max_settings: 1 } });
      const { token } = await newUser(server);
      return server.client.post("/sync/settings/set", { one: "1", two: "2" }, { token });
    },
  },
};
