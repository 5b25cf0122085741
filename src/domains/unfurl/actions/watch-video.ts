import { fail } from "../../../protocol/error.ts";
import type { Services } from "../../../store/services.ts";
import type { OpenVideo } from "./open-video.ts";

export interface Video {
  readonly type: string;
  /** Comes no faster than it is wanted. */
  readonly stream: ReadableStream<Uint8Array>;
}

const watched = new WeakMap<Services, Set<OpenVideo>>();

/** Viewers may be slow, and must not take up all that can be fetched at once: only so many watch at a time. */
export async function watchVideo(services: Services, video: OpenVideo): Promise<Video> {
  const { videos, video_timeout_ms } = services.config.unfurl;
  const all = watched.get(services) ?? new Set();
  watched.set(services, all);
  if (all.size >= videos) {
    await video.close();
    throw fail("ProxyError");
  }
  all.add(video);
  const leave = () => {
    clearTimeout(timer);
    all.delete(video);
  };
  // By then it has been given up at its source.
  const timer = setTimeout(leave, video_timeout_ms);
  return { type: video.type, stream: streamOf(video, leave) };
}

function streamOf(video: OpenVideo, leave: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await video.read();
          if (chunk) return controller.enqueue(chunk);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        leave();
      },
      cancel() {
        leave();
        return video.close();
      },
    },
    { highWaterMark: 0 },
  );
}
