/** A named allowance of calls per window. The number is a configuration key of the same name. */
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
  swagger: { calls: 100, doc: "/swagger" },
  upload: { calls: 10, doc: "POST /autumn/:tag" },
  any: { calls: 20, doc: "everything else" },
} as const satisfies Record<string, Bucket>;

export type BucketName = keyof typeof buckets;

/**
 * Which bucket a route counts in; `by` names the path parameter that has a budget of its own, `resource` is the
 * same where the path has a fixed word in that place.
 */
export interface Limit<Params = Record<string, string>> {
  readonly bucket: BucketName;
  readonly by?: keyof Params & string;
  readonly resource?: string;
}

/** Where a call counts: unknown routes by this rule alone, and every declared route is held against it by a test. */
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
    case "swagger":
      return shared("swagger");
    case "safety":
      return second === "report" ? { bucket: "safety_report", resource: "report" } : shared("safety");
    default:
      return shared("any");
  }
}
