import type { BucketName } from "../config/buckets.ts";

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
      if (second === "setup") return shared("setup");
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
