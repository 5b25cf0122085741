import { describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { newAccount } from "../support/people.ts";
import { openServer } from "../support/server.ts";

for (const engine of engines) {
  describe(`onboarding on ${engine}`, () => {
    test("an account chooses a name and becomes a user", async () => {
      await using server = await openServer(engine);
      const { client } = server;
      const { token, id } = await newAccount(server);
      expect((await client.get("/onboard/hello", { token })).body).toEqual({ onboarding: true });
      expect((await client.get("/users/@me", { token })).status).toBe(401);

      const { status, body } = await client.post("/onboard/complete", { username: "Stoat_1" }, { token });
      expect(status).toBe(200);
      expect(body).toEqual({
        _id: id,
        username: "Stoat_1",
        discriminator: expect.stringMatching(/^\d{4}$/),
        relationship: "User",
        online: false,
      });
      expect((await client.get("/onboard/hello", { token })).body).toEqual({ onboarding: false });
      expect((await client.get("/users/@me", { token })).body).toEqual(body);
    });
  });
}
