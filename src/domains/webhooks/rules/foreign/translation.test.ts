import { describe, expect, test } from "bun:test";
import { draftBytes } from "../../../messages/index.ts";
import { type ForeignEmbed, fitDraft, type Translation } from "./translation.ts";

const limits = { text: 2000, embeds: 5 };
const none: Translation = { content: "", embeds: [], name: "", avatar: undefined, quiet: false };
const plain: ForeignEmbed = {
  title: "",
  url: undefined,
  icon: undefined,
  description: "",
  colour: undefined,
  image: undefined,
};
const fit = (translation: Partial<Translation>, files: [string, string][] = []) =>
  fitDraft({ ...none, ...translation }, limits, new Map(files));

describe("fitDraft", () => {
  test("an empty message gives an empty draft", () => {
    expect(fit({ embeds: [plain] })).toEqual({});
  });

  test("all texts are shortened, none is dropped", () => {
    const description = "x".repeat(4000);
    const draft = fit({
      content: "c".repeat(3000),
      embeds: Array(5).fill({ ...plain, title: "T", description }),
    });
    expect(draftBytes(draft)).toBeLessThanOrEqual(limits.text);
    expect(draft.embeds?.map(({ description: text = "" }) => text.length > 300)).toEqual(Array(5).fill(true));
    expect(draft.content).toEndWith("c…");
  });

  test("short texts leave their share to long ones", () => {
    const draft = fit({ content: "hi", embeds: [{ ...plain, description: "x".repeat(4000) }] });
    expect(draft.content).toBe("hi");
    expect(draftBytes(draft)).toBeGreaterThan(1980);
  });

  test("an embed holds at most 2000 characters, whatever the limit of messages", () => {
    const embeds = [{ ...plain, description: "x".repeat(4000) }];
    const { embeds: [embed] = [] } = fitDraft({ ...none, embeds }, { text: 10_000, embeds: 5 }, new Map());
    expect(embed?.description?.length).toBeLessThanOrEqual(2000);
  });

  test("embeds beyond the limit are appended to the last one", () => {
    const embeds = Array.from({ length: 7 }, (_, at) => ({
      ...plain,
      title: `T${at}`,
      description: `D${at}`,
    }));
    const draft = fit({ embeds: [...embeds.slice(0, 6), { ...plain, title: "", url: "https://a.b" }] });
    expect(draft.embeds?.map(({ title }) => title)).toEqual(["T0", "T1", "T2", "T3", "T4"]);
    expect(draft.embeds?.[4]?.description).toBe("D4\n\n**T5**\nD5\n\n**[https://a.b](https://a.b)**");
  });

  test("a long title or URL moves into the description", () => {
    const url = `https://a.b/${"u".repeat(250)}`;
    const title = "t".repeat(120);
    const { embeds: [embed] = [] } = fit({ embeds: [{ ...plain, title, url, icon: url }] });
    expect(embed).toEqual({ title: `${"t".repeat(99)}…`, description: `**[${title}](${url})**` });
  });

  test("an external image becomes a link in the content, without duplicates", () => {
    const embed = { ...plain, title: "T", image: "https://a.b/(1).png" };
    expect(fit({ content: "hi", embeds: [embed, embed] }).content).toBe(
      "hi\n[image](https://a.b/%281%29.png)",
    );
  });

  test("a file is shown in one embed only", () => {
    const embed = { ...plain, file: "a.png" };
    expect(fit({ embeds: [embed, embed] }, [["a.png", "id"]])).toEqual({ embeds: [{ media: "id" }] });
  });

  test("a name is one line of 32 characters; a URL that is too long is dropped", () => {
    const avatar = `https://a.b/${"u".repeat(250)}`;
    expect(fit({ name: `a\n${"b".repeat(40)}`, avatar })).toEqual({
      masquerade: { name: `a ${"b".repeat(29)}…` },
    });
    expect(fit({ avatar: "https://a.b" })).toEqual({ masquerade: { avatar: "https://a.b" } });
  });
});
