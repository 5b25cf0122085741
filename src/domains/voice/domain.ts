import Type from "typebox";
import type { Domain } from "../../declare/domain.ts";
import { readyPart } from "../../declare/ready.ts";
import { ChannelVoiceState } from "../conversations/index.ts";
import {
  CallUpdated,
  VoiceJoined,
  VoiceLeft,
  VoiceMoved,
  VoiceMoveRequested,
  VoiceStateUpdated,
} from "./events.ts";

/** Nobody is in a call: this server has no voice. */
const voiceStates = readyPart({
  step: "voice",
  fields: {
    voice_states: Type.Array(ChannelVoiceState, { description: "Of channels in which somebody is." }),
  },
  load: () => [],
  render: (voice_states) => ({ voice_states }),
});

export const voice: Domain = {
  name: "voice",
  events: [VoiceJoined, VoiceLeft, VoiceMoved, VoiceStateUpdated, VoiceMoveRequested, CallUpdated],
  ready: [voiceStates],
};
