import { fail } from "../../../protocol/error.ts";
import { resource } from "../../../store/resource.ts";
import type { Services } from "../../../store/services.ts";
import type { OpenVideo } from "./open-video.ts";

export interface Video {
  readonly type: string;
  /** Comes no faster than it is wanted. */
  readonly stream: ReadableStream<Uint8Array>;
}

/** The videos that are being streamed to clients. */
export const videoStreams = resource({ name: "video streams", open: () => new Set<OpenVideo>() });

/**
 * Streams a video to a client. Slow clients must not take up every outbound connection, so the number of streams is
 * limited.
 */
export async function watchVideo(services: Services, video: OpenVideo): Promise<Video> {
  const { videos, video_timeout_ms } = services.config.unfurl;
  const all = services.resources.get(videoStreams);
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
