import { createEffect } from "solid-js";
import type { Channel, Client, ServerMember, User } from "stoat.js";
import { useClient } from "../session/context.tsx";

export interface ShownPerson {
  readonly user: () => User | undefined;
  readonly member: () => ServerMember | undefined;
  readonly name: () => string;
  readonly avatarUrl: () => string | undefined;
}

/** A person in a call as they are called in its channel. Strangers are fetched; `fallback` stands in for their name. */
export function createPerson(userId: string, channel: () => Channel, fallback: string): ShownPerson {
  const client = useClient();
  const user = () => client.users.get(userId);
  const member = () => channel().server?.getMember(userId);
  createEffect(() => {
    if (!user() || (channel().server && !member())) void meet(client, userId, channel());
  });
  return {
    user,
    member,
    name: () => member()?.nickname ?? user()?.displayName ?? fallback,
    avatarUrl: () => member()?.avatarURL ?? user()?.avatarURL,
  };
}

async function meet(client: Client, userId: string, { server }: Channel): Promise<void> {
  try {
    await client.users.fetch(userId);
    await server?.fetchMember(userId);
  } catch {
    // Whoever cannot be fetched is shown with what the call knows of them.
  }
}
