import { expect, test } from "bun:test";
import { grantAllSafe } from "./bits.ts";
import { directMessagePermissions, groupPermissions, savedMessagesPermissions } from "./conversations.ts";

const viewPermissions = 3145728;
const defaultPermissions = 77283196929;
const [recipient, owner] = [true, true];
const nobody = { recipient: false };

test.each([
  ["saved messages of the caller", savedMessagesPermissions(true), grantAllSafe],
  ["saved messages of another user", savedMessagesPermissions(false), 0],
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
])("%s", (_case, actual, expected) => {
  expect(actual).toBe(expected);
});
