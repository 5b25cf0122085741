import type { AccountsTables } from "../../../src/domains/accounts/index.ts";
import { changeStanding } from "../../../src/domains/oidc/index.ts";
import { listOperatorActions } from "../../../src/domains/operators/index.ts";
import { findUser } from "../../../src/domains/users/index.ts";
import { newUser, type Person } from "../accounts/people.ts";
import { newTotpTicket, turnOnTotp } from "../accounts/second-factor.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";

export interface Operator extends Person {
  /** Of the second factor. */
  readonly secret: string;
}

/** An operator with a second factor, whose session is confirmed. */
export async function newOperator(server: TestServer): Promise<Operator> {
  const person = await newUser(server, "Operator");
  await makePrivileged(server, person);
  const operator = { ...person, secret: await turnOnTotp(server, person) };
  const { status } = await confirm(server, operator);
  if (status !== 200) throw new Error(`the operator was not confirmed: ${status}`);
  return operator;
}

export async function makePrivileged({ running }: TestServer, { id }: Pick<Person, "id">): Promise<void> {
  await running.store.write(async (tx) => {
    const user = await findUser(tx, id);
    if (user) await changeStanding(tx, user, { privileged: true });
  });
}

/** Makes a user privileged, as if the sessions that they have had just proved a second factor. */
export async function makeConfirmed(server: TestServer, person: Pick<Person, "id">): Promise<void> {
  await makePrivileged(server, person);
  const { store, services } = server.running;
  const confirmed_at = services.clock.now();
  await store.write((tx) =>
    tx
      .sql<AccountsTables>()
      .updateTable("sessions")
      .set({ confirmed_at })
      .where("user_id", "=", person.id)
      .execute(),
  );
}

/** Proves the second factor again. */
export async function confirm(server: TestServer, operator: Operator): Promise<ApiResponse> {
  const ticket = await newTotpTicket(server, operator, operator.secret);
  return server.client.post("/admin/confirm", {}, { token: operator.token, ticket });
}

/** What the operator did, newest first. */
export async function actionsOf({ running }: TestServer, { id }: Pick<Person, "id">) {
  const rows = await running.store.read((db) => listOperatorActions(db, { limit: 1_000, actor: id }));
  return rows.map(({ source, action, target, details }) => ({
    source,
    action,
    target,
    details: JSON.parse(details) as unknown,
  }));
}

/** What is recorded of an operator while the work runs, oldest first. */
export async function actionsDuring(server: TestServer, operator: Operator, work: () => Promise<void>) {
  const before = await actionsOf(server, operator);
  await work();
  const after = await actionsOf(server, operator);
  return after.slice(0, after.length - before.length).toReversed();
}
