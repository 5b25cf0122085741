import { Category, SystemMessageChannels } from "../../../src/domains/members/index.ts";
import { bitsetOf } from "../../../src/permissions/bits.ts";
import { union } from "../../../src/permissions/bitset.ts";
import { LazyValidator } from "../../../src/platform/memoize/lazy-validator.ts";
import { rowWith } from "../known-rows.ts";
import type { DocumentTarget, ImportStep } from "../step.ts";
import { plainJson } from "../values/plain-json.ts";
import {
  type Document,
  documentOf,
  flagOf,
  idOf,
  idsOf,
  integerOf,
  listOf,
  optionalText,
  overrideOf,
  permissionsOf,
  textOf,
  Unusable,
} from "../values/values.ts";

const categoryCheck = new LazyValidator(Category);
const systemCheck = new LazyValidator(SystemMessageChannels);

/** Permissions that the revision of Stoat's schema after `after` added to the default permissions of every server. */
const addedPermissions = [
  { after: 48, added: bitsetOf("Speak", "Video", "Listen") },
  { after: 54, added: bitsetOf("UseExternalEmojis") },
];

export const serversStep: ImportStep = {
  collection: "servers",
  lookups: ({ _id, owner, roles }) => [
    rowWith("servers", { id: String(_id) }),
    rowWith("users", { id: String(owner) }),
    ...Object.entries(documentOf(roles)).flatMap(([id, role]) => [
      rowWith("roles", { id }),
      rowWith("users", { id: String(documentOf(role).owner) }),
    ]),
  ],
  take(server, target, { revision }) {
    const id = idOf(server._id, "_id");
    const owner_id = idOf(server.owner, "owner");
    if (target.known.has(rowWith("servers", { id }))) throw new Unusable("another server has the same id");
    if (!target.known.has(rowWith("users", { id: owner_id }))) throw new Unusable("its owner is missing");
    const default_permissions = addedPermissions
      .filter(({ after }) => revision <= after)
      .reduce(
        (all, { added }) => union(all, added),
        permissionsOf(server.default_permissions, "default_permissions"),
      );
    const icon = target.useFile(server.icon, "ServerIcon", id);
    const banner = target.useFile(server.banner, "ServerBanner", id);
    target.add("servers", {
      id,
      owner_id,
      name: textOf(server.name, "name"),
      description: optionalText(server.description, "description"),
      categories: categoriesOf(server),
      system_messages: systemMessagesOf(server),
      default_permissions,
      icon: icon ? JSON.stringify(icon) : null,
      banner: banner ? JSON.stringify(banner) : null,
      flags: integerOf(server.flags, "flags", 0),
      nsfw: flagOf(server.nsfw),
      analytics: flagOf(server.analytics),
      discoverable: flagOf(server.discoverable),
      revision: "",
    });
    for (const [roleId, role] of Object.entries(documentOf(server.roles)))
      addRole(target, id, { ...documentOf(role), _id: roleId });
  },
};

function addRole(target: DocumentTarget, server_id: string, role: Document): void {
  const id = idOf(role._id, "the id of a role");
  if (target.known.has(rowWith("roles", { id })))
    throw new Unusable("another role has the id of one of its roles");
  const icon = target.useFile(role.icon, "RoleIcon", id);
  target.add("roles", {
    id,
    server_id,
    name: textOf(role.name, "the name of a role"),
    ...overrideOf(role.permissions, "the permissions of a role"),
    colour: optionalText(role.colour, "the colour of a role"),
    hoist: flagOf(role.hoist),
    rank: integerOf(role.rank, "the rank of a role", 0),
    // Without its bot, it is a role like others.
    owner_id: target.known.has(rowWith("users", { id: String(role.owner) })) ? String(role.owner) : null,
    icon: icon ? JSON.stringify(icon) : null,
  });
}

/** Only channels that the server lists: others were deleted. */
function categoriesOf({ categories, channels }: Document): string | null {
  const existing = idsOf(channels);
  const valid = listOf(categories).flatMap((each) => {
    const category = plainJson(each);
    return categoryCheck.check(category) ? [category] : [];
  });
  if (valid.length === 0) return null;
  return JSON.stringify(
    valid.map(({ id, title, channels: listed }) => ({
      id,
      title,
      channels: listed.filter((channel) => existing.includes(channel)),
    })),
  );
}

function systemMessagesOf({ system_messages, channels }: Document): string | null {
  const settings = plainJson(system_messages);
  if (!systemCheck.check(settings)) return null;
  const existing = idsOf(channels);
  const kept = Object.entries(settings).filter(([, channel]) => existing.includes(channel));
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}
