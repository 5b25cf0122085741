import type { Operation } from "./operation.ts";
import { acknowledgements } from "./operations/ack.ts";
import { bots } from "./operations/bots.ts";
import { channels, views } from "./operations/channels.ts";
import { emojis } from "./operations/emojis.ts";
import { groups } from "./operations/groups.ts";
import { members } from "./operations/members.ts";
import { messageEdits } from "./operations/message-edits.ts";
import { messages } from "./operations/messages.ts";
import { people } from "./operations/people.ts";
import { relationships } from "./operations/relationships.ts";
import { roles } from "./operations/roles.ts";
import { memberships, serverEdits } from "./operations/servers.ts";
import { things } from "./operations/things.ts";
import { webhooks } from "./operations/webhooks.ts";

const among = (operations: readonly Operation[]): Operation[] =>
  operations.map((operation) => ({ ...operation, after: (world) => world.editProfiles("afterwards") }));

/** Operations that create or end relations and conversations. */
export const relationOperations: readonly Operation[] = among([...relationships, ...things, ...groups]);

/** Operations that change who can see what in a server. */
export const accessOperations: readonly Operation[] = [...memberships, ...views];

/** All operations that change what clients know. A new feature adds its row to one of these. */
export const operations: readonly Operation[] = [
  ...relationOperations,
  ...among(people),
  ...accessOperations,
  ...serverEdits,
  ...channels,
  ...roles,
  ...members,
  ...acknowledgements,
  ...emojis,
  ...messages,
  ...messageEdits,
  ...webhooks,
  ...bots,
];
