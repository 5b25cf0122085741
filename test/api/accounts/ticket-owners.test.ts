import { expect, test } from "bun:test";
import { createTicket } from "../../../src/domains/accounts/index.ts";
import { newAccount, newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { minutes } from "../../support/server/test-clock.ts";

describeServer("owners of tickets", anyEngine, (server) => {
  const ownerOf = (mfa_ticket: string) => server.client.post("/auth/session/owner", { mfa_ticket });
  const ticketOf = ({ id }: Person) =>
    server.running.store.write(async (tx) => (await createTicket(tx, id, { authorised: true })).token);

  test("are named before a login, without using up the ticket", async () => {
    const [user, account] = [await newUser(server, "Ferret"), await newAccount(server)];
    const [first, second] = [await ticketOf(user), await ticketOf(account)];
    expect((await ownerOf(first)).body.name).toMatch(/^Ferret#\d{4}$/);
    expect((await ownerOf(second)).body).toEqual({ name: account.email });
    const { body } = await server.client.post("/auth/session/login", { mfa_ticket: first });
    expect(body.user_id).toBe(user.id);
    expectFailure(await ownerOf(first), 401, "InvalidToken");
    server.clock.advance(minutes(6));
    expectFailure(await ownerOf(second), 401, "InvalidToken");
  });
});
