import { expect, test } from "bun:test";
import { grantAllSafe } from "./bits.ts";
import { directMessagePermissions, groupPermissions, savedMessagesPermissions } from "./conversations.ts";

const viewing = 3145728;
const conversing = 77283196929;
const [privileged, recipient, owner] = [true, true, true];
const nobody = { privileged: false, recipient: false };

test.each([
  ["one's own notes are one's own", savedMessagesPermissions(true, false), grantAllSafe],
  ["those of others are closed", savedMessagesPermissions(false, false), 0],
  ["but not to the privileged", savedMessagesPermissions(false, true), grantAllSafe],
  [
    "a direct conversation with somebody to whom one may write",
    directMessagePermissions({ ...nobody, recipient, maySend: true }),
    conversing,
  ],
  [
    "a direct conversation with somebody to whom one may not write any more",
    directMessagePermissions({ ...nobody, recipient, maySend: false }),
    viewing,
  ],
  ["a direct conversation of others", directMessagePermissions({ ...nobody, maySend: true }), 0],
  [
    "a direct conversation of others, for the privileged",
    directMessagePermissions({ ...nobody, privileged, maySend: false }),
    grantAllSafe,
  ],
  ["a group of one's own", groupPermissions({ ...nobody, owner, recipient, permissions: 0 }), grantAllSafe],
  ["a group that sets nothing", groupPermissions({ ...nobody, owner: false, recipient }), conversing],
  [
    "a group that sets nothing but nothing can still be viewed",
    groupPermissions({ ...nobody, owner: false, recipient, permissions: 0 }),
    viewing,
  ],
  [
    "what a group sets stands in the place of the default",
    groupPermissions({ ...nobody, owner: false, recipient, permissions: 4294967296 + 4194304 }),
    viewing + 4294967296 + 4194304,
  ],
  ["a group of others", groupPermissions({ ...nobody, owner: false, permissions: grantAllSafe }), 0],
  [
    "a group of others, for the privileged",
    groupPermissions({ ...nobody, privileged, owner: false }),
    grantAllSafe,
  ],
])("%s", (_what, found, expected) => {
  expect(found).toBe(expected);
});
