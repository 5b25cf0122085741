import { pluralIn } from "@ui/plural.ts";

const plural = pluralIn("en");

export const servers = {
  title: "Servers",
  search: "Name or id",
  empty: "There is no server yet",
  emptyHint: "Servers that people create appear here.",
  name: "Name",
  owner: "Owner",
  members: "Members",
  memberCount: (count: number) => plural(count, { one: "# member", other: "# members" }),
  details: "Server",
  description: "Description",
  flags: "Flags",
  flagNames: { official: "Official", verified: "Verified" },
  saved: (name: string) => `${name} was changed.`,
  transfer: "Transfer",
  transferHint: "Somebody else owns the server, and becomes a member if need be.",
  transferTitle: (name: string) => `Transfer ${name}`,
  newOwner: "New owner",
  newOwnerHint: "Search by name, e-mail address or id, and choose one.",
  transferred: (name: string, owner: string) => `${name} belongs to ${owner} now.`,
  delete: "Delete the server",
  deleteHint: "Deletes the server with all of its channels, messages, roles and emoji. It cannot be undone.",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWhat: (members: string) =>
    `${members} lose it, with all of its channels, messages, roles and emoji. It cannot be undone.`,
  deleted: (name: string) => `${name} was deleted.`,
  audit: "What was done to this server",
};
