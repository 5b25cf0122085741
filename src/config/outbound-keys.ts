import { list, section, whole } from "./key-types.ts";

export const outboundKeys = {
  outbound: section("Fetches of addresses that users supply.", {
    max_redirects: whole(3, "Redirects that one fetch follows."),
    timeout_ms: whole(5_000, "How long one fetch may take, from queueing to the last byte.", {
      minimum: 1,
    }),
    max_bytes: whole(5_000_000, "Largest response, in bytes, both compressed and decompressed."),
    concurrency: whole(
      16,
      "Concurrent fetches; further ones are queued. One host, and one address of clients, can take a quarter of them.",
      { minimum: 1 },
    ),
    give_up_ms: whole(
      300_000,
      "How long nothing is fetched from a host that left three fetches in a row unanswered. 0: it is asked again each time.",
    ),
    blocked_domains: list([], "Domains that are not fetched from, subdomains included."),
    allow_private_hosts: list(
      [],
      "Addresses, networks (CIDR) and host names of the private network from which fetching is allowed nevertheless.",
    ),
    dns_servers: list([], "Addresses of the DNS servers to query. Empty: those of the system."),
  }),
  unfurl: section("Link previews and their media.", {
    timeout_ms: whole(
      10_000,
      "How long all fetches of one preview may take together. After that time a message also gets no previews of its further links.",
      { minimum: 1 },
    ),
    cache_ms: whole(60_000, "How long the result of a link is cached."),
    cache_entries: whole(10_000, "Links cached at most, for pages and for media each.", { minimum: 1 }),
    cache_bytes: whole(67_108_864, "Size of the cache in bytes, for pages and for media each."),
    max_pixels: whole(40_000_000, "Pixels of the largest image that is decoded.", { minimum: 1 }),
    max_frames: whole(1_000, "Frames of the longest animation that is decoded.", { minimum: 1 }),
    image_side: whole(1_280, "Longest side of a proxied image, in pixels.", { minimum: 1 }),
    videos: whole(8, "Videos proxied at the same time; keep it below outbound.concurrency."),
    video_bytes: whole(50_000_000, "Largest video that is proxied, in bytes."),
    video_timeout_ms: whole(60_000, "How long proxying a video may take.", { minimum: 1 }),
  }),
};
