import { describe, expect, test } from "bun:test";
import type { Embed } from "../../../protocol/embed.ts";
import type { File } from "../../../protocol/file.ts";
import { phraseWithoutText, systemPhrase } from "./phrases.ts";

const file = (type: "Image" | "Video" | "Text") =>
  ({ metadata: type === "Text" ? { type } : { type, width: 1, height: 1 } }) as unknown as File;
const sized = { url: "", width: 1, height: 1 };

describe("phrases", () => {
  test.each<[object, string]>([
    [{}, "Empty Message"],
    [{ embeds: [{ type: "None" }] }, "Empty Message"],
    [{ embeds: [{ type: "None" }, { type: "Text", title: "Title" }] }, "Title"],
    [{ embeds: [{ type: "Text", title: "Title", description: "Description" }] }, "Description"],
    [{ embeds: [{ type: "Image", ...sized, size: "Large" }] satisfies Embed[] }, "Sent an image"],
    [{ embeds: [{ type: "Video", ...sized }] satisfies Embed[] }, "Sent a video"],
    [{ attachments: [file("Image"), file("Text")] }, "Sent an image"],
    [{ attachments: [file("Video")] }, "Sent a video"],
    [{ attachments: [file("Text")], embeds: [{ type: "Text", title: "Title" }] }, "Sent a file"],
  ])("%j is %s", (message, phrase) => expect(phraseWithoutText(message)).toBe(phrase));

  test("a system message has a phrase of its own", () => {
    expect(systemPhrase({ type: "text", content: "As written." })).toBe("As written.");
    expect(systemPhrase({ type: "message_pinned", id: "1", by: "2" })).toBe("A message was pinned.");
  });
});
