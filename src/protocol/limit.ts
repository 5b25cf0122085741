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
  auth_delete: { calls: 255, doc: "DELETE /auth" },
  safety: { calls: 15, doc: "/safety" },
  safety_report: { calls: 3, doc: "/safety/report" },
  admin: { calls: 20, doc: "/admin" },
  swagger: { calls: 100, doc: "/swagger" },
  upload: { calls: 10, doc: "POST /autumn/:tag, each tag by itself" },
  any: { calls: 20, doc: "everything else" },
} as const satisfies Record<string, Bucket>;

export type BucketName = keyof typeof buckets;

/**
 * The bucket in which a route counts. `by` names the path parameter whose every value has a budget of its own;
 * `resource` is that value where the path has a fixed word in its place.
 */
export interface Limit<Params = Record<string, string>> {
  readonly bucket: BucketName;
  readonly by?: keyof Params & string;
  readonly resource?: string;
}

/** The bucket of a call to an unknown route. A test checks that every declared route agrees with it. */
export function bucketOf(
  method: string,
  segments: readonly string[],
): { bucket: BucketName; resource: string } {
  const [first, second, third] = segments;
  const shared = (bucket: BucketName) => ({ bucket, resource: "" });
  switch (first) {
    case "users":
      if (method === "PATCH") return { bucket: "user_edit", resource: second ?? "" };
      return shared(third === "default_avatar" ? "default_avatar" : "users");
    case "bots":
      return shared("bots");
    case "channels":
      if (second === undefined) return shared("any");
      return {
        bucket: method === "POST" && third === "messages" ? "messaging" : "channels",
        resource: second,
      };
    case "servers":
    case "server":
      return second === undefined ? shared("any") : { bucket: "servers", resource: second };
    case "auth":
      return shared(method === "DELETE" ? "auth_delete" : "auth");
    case "admin":
      return shared("admin");
    case "swagger":
      return shared("swagger");
    case "safety":
      return second === "report" ? { bucket: "safety_report", resource: "report" } : shared("safety");
    default:
      return shared("any");
  }
}
