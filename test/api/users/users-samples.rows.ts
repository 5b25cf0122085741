import type { Samples } from "../../compat/sample.ts";
import { newAccount, newUser } from "../../support/accounts/people.ts";

export const samples: Samples = {
  "GET /onboard/hello": async ({ server }) => {
    const before = await newAccount(server);
    const after = await newUser(server);
    return [
      await server.client.get("/onboard/hello", before),
      await server.client.get("/onboard/hello", after),
    ];
  },
  "POST /onboard/complete": async ({ server }) => {
    const { token } = await newAccount(server);
    return [await server.client.post("/onboard/complete", { username: "Weasel" }, { token })];
  },
  "GET /users/@me": async ({ server }) => {
    const { token } = await newUser(server);
    return [await server.client.get("/users/@me", { token })];
  },
};
