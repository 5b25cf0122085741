import { createEffect } from "solid-js";
import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import { fetchMember, fetchUser } from "../users/fetch-person.ts";

/** A person in a call as they are called in its channel. Strangers are fetched; `fallback` stands in for their name. */
export function createPerson(userId: string, channel: () => Channel, fallback: string) {
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
    await fetchUser(client, userId);
    if (server) await fetchMember(client, server.id, userId);
  } catch {
    // A user who cannot be fetched is shown with what the call knows.
  }
}
