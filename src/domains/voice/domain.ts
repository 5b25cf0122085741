import type { Domain } from "../../declare/domain.ts";
import {
  CallUpdated,
  VoiceJoined,
  VoiceLeft,
  VoiceMoveAsked,
  VoiceMoved,
  VoiceStateUpdated,
} from "./events.ts";

export const voice: Domain = {
  name: "voice",
  events: [VoiceJoined, VoiceLeft, VoiceMoved, VoiceStateUpdated, VoiceMoveAsked, CallUpdated],
};
