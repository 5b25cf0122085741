import { expect, test } from "bun:test";
import { grantAllSafe } from "./bits.ts";
import { directMessagePermissions, groupPermissions, savedMessagesPermissions } from "./conversations.ts";

const viewPermissions = 3145728;
const defaultPermissions = 77283196929;
const [privileged, recipient, owner] = [true, true, true];
const nobody = { privileged: false, recipient: false };

test.each([
  ["saved messages of the caller", savedMessagesPermissions(true, false), grantAllSafe],
  ["saved messages of another user", savedMessagesPermissions(false, false), 0],
  [
    "saved messages of another user, for a privileged caller",
    savedMessagesPermissions(false, true),
    grantAllSafe,
  ],
  [
    "a direct message channel with a user whom the caller may message",
    directMessagePermissions({ ...nobody, recipient, maySend: true }),
    defaultPermissions,
  ],
  [
    "a direct message channel with a user whom the caller may no longer message",
    directMessagePermissions({ ...nobody, recipient, maySend: false }),
    viewPermissions,
  ],
  ["a direct message channel of others", directMessagePermissions({ ...nobody, maySend: true }), 0],
  [
    "a direct message channel of others, for a privileged caller",
    directMessagePermissions({ ...nobody, privileged, maySend: false }),
    grantAllSafe,
  ],
  ["a group of the caller", groupPermissions({ ...nobody, owner, recipient, permissions: 0 }), grantAllSafe],
  [
    "a group without permissions of its own",
    groupPermissions({ ...nobody, owner: false, recipient }),
    defaultPermissions,
  ],
  [
    "a group that sets no permissions can still be viewed",
    groupPermissions({ ...nobody, owner: false, recipient, permissions: 0 }),
    viewPermissions,
  ],
  [
    "permissions of a group replace the default",
    groupPermissions({ ...nobody, owner: false, recipient, permissions: 4294967296 + 4194304 }),
    viewPermissions + 4294967296 + 4194304,
  ],
  ["a group of others", groupPermissions({ ...nobody, owner: false, permissions: grantAllSafe }), 0],
  [
    "a group of others, for a privileged caller",
    groupPermissions({ ...nobody, privileged, owner: false }),
    grantAllSafe,
  ],
])("%s", (_case, actual, expected) => {
  expect(actual).toBe(expected);
});
