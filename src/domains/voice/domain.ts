import type { Domain } from "../../declare/domain.ts";
import {
  CallUpdated,
  VoiceJoined,
  VoiceLeft,
  VoiceMoved,
  VoiceMoveRequested,
  VoiceStateUpdated,
} from "./events.ts";

export const voice: Domain = {
  name: "voice",
  events: [VoiceJoined, VoiceLeft, VoiceMoved, VoiceStateUpdated, VoiceMoveRequested, CallUpdated],
};
