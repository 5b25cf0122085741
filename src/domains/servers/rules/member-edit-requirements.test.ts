import { describe, expect, test } from "bun:test";
import type { MemberEdit } from "../model.ts";
import { type EditRequirement, memberEditRequirements } from "./member-edit-requirements.ts";

const short = (demand: EditRequirement) => ("needs" in demand ? demand.needs : `${demand.refuses}!`);
const demands = (edit: MemberEdit, own: boolean, elevated = false, voice = false) =>
  memberEditRequirements(edit, { own, elevated, voice }).map(short).join(" ");

describe("requirements of an edit of a member", () => {
  test.each<[edit: MemberEdit, own: string, other: string]>([
    [{}, "", ""],
    [{ remove: [] }, "", ""],
    [{ remove: ["JoinedAt"] }, "", ""],
    [{ nickname: "N" }, "ChangeNickname", "ManageNicknames"],
    [{ remove: ["Nickname"] }, "ChangeNickname", "ManageNicknames"],
    [{ pronouns: "they" }, "", "InvalidOperation!"],
    [{ remove: ["Pronouns"] }, "", "InvalidOperation!"],
    [{ avatar: "file" }, "ChangeAvatar", "InvalidOperation!"],
    [{ remove: ["Avatar"] }, "ChangeAvatar", "RemoveAvatars"],
    [{ avatar: "file", remove: ["Avatar"] }, "ChangeAvatar", "InvalidOperation!"],
    [{ roles: [] }, "AssignRoles", "AssignRoles"],
    [{ remove: ["Roles"] }, "AssignRoles", "AssignRoles"],
    [{ timeout: 0 }, "CannotTimeoutYourself! TimeoutMembers", "TimeoutMembers"],
    [{ remove: ["Timeout"] }, "TimeoutMembers", "TimeoutMembers"],
    [{ can_publish: true }, "MuteMembers", "MuteMembers"],
    [{ can_publish: false }, "MuteMembers", "MuteMembers"],
    [{ remove: ["CanPublish"] }, "MuteMembers", "MuteMembers"],
    [{ can_receive: false }, "DeafenMembers", "DeafenMembers"],
    [{ remove: ["CanReceive"] }, "DeafenMembers", "DeafenMembers"],
    [{ voice_channel: "c" }, "LiveKitUnavailable!", "LiveKitUnavailable! MoveMembers"],
    [{ remove: ["VoiceChannel"] }, "LiveKitUnavailable!", "LiveKitUnavailable! MoveMembers"],
    [
      { voice_channel: "c", remove: ["VoiceChannel"] },
      "InvalidOperation! LiveKitUnavailable!",
      "InvalidOperation! LiveKitUnavailable! MoveMembers",
    ],
  ])("%j", (edit, own, other) => {
    expect([demands(edit, true), demands(edit, false)]).toEqual([own, other]);
  });

  test("come in a fixed order, whatever the order of the request", () => {
    const edit: MemberEdit = {
      remove: ["CanReceive", "VoiceChannel", "Avatar", "Timeout", "Roles", "CanPublish", "Nickname"],
      voice_channel: "c",
    };
    expect(demands(edit, false)).toBe(
      "ManageNicknames RemoveAvatars AssignRoles TimeoutMembers MuteMembers DeafenMembers InvalidOperation! LiveKitUnavailable! MoveMembers",
    );
  });

  test("members who hold TimeoutMembers cannot be timed out, but their timeout can be ended", () => {
    expect(demands({ timeout: 0 }, false, true)).toBe("IsElevated! TimeoutMembers");
    expect(demands({ timeout: 0 }, true, true)).toBe("CannotTimeoutYourself! IsElevated! TimeoutMembers");
    expect(demands({ remove: ["Timeout"] }, false, true)).toBe("TimeoutMembers");
  });

  test("where there are calls, others can be moved with MoveMembers, and oneself without", () => {
    for (const edit of [{ voice_channel: "c" }, { remove: ["VoiceChannel" as const] }]) {
      expect(demands(edit, true, false, true)).toBe("");
      expect(demands(edit, false, false, true)).toBe("MoveMembers");
    }
  });
});
