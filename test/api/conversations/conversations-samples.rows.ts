import type { Samples } from "../../compat/sample.ts";
import { newUser } from "../../support/accounts/people.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { newGroup } from "../../support/channels/groups.ts";

export const samples: Samples = {
  "GET /users/dms": async ({ server }) => {
    const [one, two] = await newFriends(server);
    const none = await server.client.get("/users/dms", { token: one.token });
    await openConversation(server, one, one.id);
    await openConversation(server, one, two.id);
    await newGroup(server, one, [two]);
    return [none, await server.client.get("/users/dms", { token: one.token })];
  },
  "GET /users/{target}/dm": async ({ server }) => {
    const [one, two] = await newFriends(server);
    const alone = await newUser(server);
    return [await openConversation(server, one, two.id), await openConversation(server, alone, alone.id)];
  },
};
