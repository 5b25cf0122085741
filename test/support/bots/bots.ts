import { newUser, type Person } from "../accounts/people.ts";
import type { TestServer } from "../server/server.ts";

export interface Bot {
  readonly id: string;
  /** For `x-bot-token` and the event stream. */
  readonly token: string;
  readonly owner: Person;
}

/** Creates a public bot of this owner, or of a new user. */
export async function newBot(server: TestServer, owner?: Person, name = "Robot"): Promise<Bot> {
  const person = owner ?? (await newUser(server));
  const made = await server.client.post("/bots/create", { name }, { token: person.token });
  if (made.status !== 200) throw new Error(`the bot was not created: ${JSON.stringify(made.body)}`);
  await server.client.patch(`/bots/${made.body._id}`, { public: true }, { token: person.token });
  return { id: made.body._id, token: made.body.token, owner: person };
}

/** Adds a bot to a server. */
export async function inviteBot(
  { client }: Pick<TestServer, "client">,
  bot: Pick<Bot, "id">,
  { server, by }: { server: string; by: Person },
): Promise<void> {
  const answer = await client.post(`/bots/${bot.id}/invite`, { server }, { token: by.token });
  if (answer.status !== 204) throw new Error(`the bot was not invited: ${JSON.stringify(answer.body)}`);
}
