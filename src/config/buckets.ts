/** A named number of calls per window. The configuration key of the same name overrides it. */
interface Bucket {
  readonly calls: number;
  readonly doc: string;
}

export const buckets = {
  users: { calls: 20, doc: "everything below /users without a bucket of its own" },
  user_edit: { calls: 2, doc: "PATCH /users/:id, each id by itself" },
  default_avatar: { calls: 255, doc: "/users/:id/default_avatar" },
  bots: { calls: 10, doc: "/bots" },
  channels: { calls: 15, doc: "/channels/:id, each channel by itself" },
  messaging: { calls: 10, doc: "POST /channels/:id/messages, each channel by itself" },
  servers: { calls: 5, doc: "/servers/:id, each server by itself" },
  auth: { calls: 3, doc: "/auth" },
  setup: { calls: 100, doc: "/auth/setup, whose calls need the token of the one-time link" },
  auth_delete: { calls: 255, doc: "DELETE /auth, and logouts at identity providers" },
  safety: { calls: 15, doc: "/safety" },
  safety_report: { calls: 3, doc: "/safety/report" },
  admin: { calls: 20, doc: "/admin" },
  swagger: { calls: 100, doc: "/swagger" },
  upload: { calls: 10, doc: "POST /autumn/:tag, each tag by itself" },
  any: { calls: 20, doc: "everything else" },
} as const satisfies Record<string, Bucket>;

export type BucketName = keyof typeof buckets;
