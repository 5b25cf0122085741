import type { Translation } from "@ui/catalogue.ts";
import type { permissions as english } from "../en/permissions.ts";

export const permissions: Translation<typeof english, "de"> = {
  names: {
    ManageServer: {
      name: "Server verwalten",
      sentence: "Name, Bilder und Systemnachrichten ändern, alle Einladungen sehen.",
    },
    ManageChannel: { name: "Kanäle verwalten", sentence: "Kanäle erstellen, ändern, sortieren und löschen." },
    ManagePermissions: {
      name: "Berechtigungen verwalten",
      sentence: "Ändern, was Rollen dürfen, soweit man es selbst darf.",
    },
    ManageRole: {
      name: "Rollen verwalten",
      sentence: "Rollen unter der eigenen erstellen, ändern und löschen.",
    },
    ManageCustomisation: {
      name: "Emojis verwalten",
      sentence: "Emojis des Servers hinzufügen, umbenennen und löschen.",
    },
    ViewAuditLogs: { name: "Protokoll sehen", sentence: "Sehen, wer was geändert hat." },
    InviteOthers: { name: "Leute einladen", sentence: "Einladungslinks erstellen." },
    KickMembers: {
      name: "Mitglieder hinauswerfen",
      sentence: "Leute unter dem eigenen Rang entfernen; mit einer Einladung können sie wiederkommen.",
    },
    BanMembers: {
      name: "Mitglieder bannen",
      sentence: "Leute unter dem eigenen Rang auf Dauer entfernen.",
    },
    TimeoutMembers: {
      name: "Auszeiten geben",
      sentence: "Leute eine Weile am Schreiben und Sprechen hindern.",
    },
    AssignRoles: { name: "Rollen vergeben", sentence: "Rollen unter der eigenen geben und nehmen." },
    ChangeNickname: {
      name: "Eigenen Spitznamen ändern",
      sentence: "Auf diesem Server einen anderen Namen benutzen.",
    },
    ManageNicknames: { name: "Spitznamen verwalten", sentence: "Die Spitznamen anderer ändern." },
    ChangeAvatar: { name: "Eigenes Bild ändern", sentence: "Auf diesem Server ein anderes Bild benutzen." },
    RemoveAvatars: { name: "Bilder entfernen", sentence: "Die Serverbilder anderer entfernen." },
    ViewChannel: { name: "Kanäle sehen", sentence: "Ohne das gibt es einen Kanal für diese Leute nicht." },
    ReadMessageHistory: {
      name: "Ältere Nachrichten lesen",
      sentence: "Sehen, was früher geschrieben wurde.",
    },
    SendMessage: { name: "Nachrichten senden", sentence: "In Textkanälen schreiben." },
    SendEmbeds: { name: "Linkvorschauen", sentence: "Links in ihren Nachrichten bekommen eine Vorschau." },
    UploadFiles: { name: "Dateien anhängen", sentence: "Bilder und andere Dateien senden." },
    React: { name: "Reagieren", sentence: "Reaktionen an Nachrichten setzen." },
    UseExternalEmojis: {
      name: "Emoji anderer Server verwenden",
      sentence: "Emoji senden, die zu einem anderen Server gehören.",
    },
    Masquerade: {
      name: "Anderer Name für eine Nachricht",
      sentence: "Nachrichten unter einem gewählten Namen und Bild senden.",
    },
    MentionEveryone: {
      name: "Alle erwähnen",
      sentence: "Mit @everyone oder @online alle Mitglieder benachrichtigen.",
    },
    MentionRoles: { name: "Rollen erwähnen", sentence: "Alle benachrichtigen, die eine Rolle haben." },
    ManageMessages: {
      name: "Nachrichten verwalten",
      sentence: "Nachrichten anderer löschen und anheften, Reaktionen leeren.",
    },
    ManageWebhooks: { name: "Webhooks verwalten", sentence: "Webhooks erstellen, ändern und löschen." },
    BypassSlowmode: {
      name: "Langsamen Modus übergehen",
      sentence: "Ohne Warten schreiben, wo der langsame Modus an ist.",
    },
    Connect: { name: "Sprachkanälen beitreten", sentence: "Sprachkanäle betreten." },
    Listen: { name: "Zuhören", sentence: "Die anderen in einem Sprachkanal hören." },
    Speak: { name: "Sprechen", sentence: "In einem Sprachkanal gehört werden." },
    Video: {
      name: "Kamera und Bildschirm",
      sentence: "In einem Sprachkanal die Kamera oder den Bildschirm zeigen.",
    },
    MuteMembers: { name: "Mitglieder stummschalten", sentence: "Die Mikrofone anderer ausschalten." },
    DeafenMembers: { name: "Mitglieder taub schalten", sentence: "Ausschalten, was andere hören." },
    MoveMembers: {
      name: "Mitglieder verschieben",
      sentence: "Leute in einen anderen Sprachkanal verschieben.",
    },
  },
  groups: { server: "Server", members: "Mitglieder", text: "Nachrichten", voice: "Sprachchat" },
  states: { deny: "Verbieten", allow: "Erlauben" },
  notAllowed: "Nicht erlaubt",
  inherit: { deny: "Geerbt: nicht erlaubt", allow: "Geerbt: erlaubt" },
  lacking: "Das kannst du nicht ändern.",
};
