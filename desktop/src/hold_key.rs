//! A key that works in every program: the one that opens or closes the microphone.

use crate::bridge;
use std::str::FromStr;
use tauri::AppHandle;
use tauri_plugin_global_shortcut::{Code, GlobalShortcutExt, Shortcut, ShortcutState};

/// Listens to a key, by the name that browsers have for its place on the keyboard. Returns whether that was possible.
pub fn take(app: &AppHandle, code: &str) -> bool {
    release(app);
    let Some(key) = key_of(code) else {
        return false;
    };
    let taken = app
        .global_shortcut()
        .on_shortcut(Shortcut::new(None, key), |app, _key, event| {
            bridge::tell(
                app,
                "ermine-hold-key",
                event.state == ShortcutState::Pressed,
            );
        });
    taken.is_ok()
}

pub fn release(app: &AppHandle) {
    let _ = app.global_shortcut().unregister_all();
}

/// Other programs do not get a key that is taken, and the page learns when it is pressed. So it is none that writes:
/// no server can read what is typed elsewhere.
fn key_of(code: &str) -> Option<Code> {
    let is_function = code
        .strip_prefix('F')
        .is_some_and(|n| n.parse::<u8>().is_ok_and(|n| (1..=24).contains(&n)));
    let is_free = is_function || matches!(code, "Pause" | "ScrollLock" | "Insert");
    if is_free {
        Code::from_str(code).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_keys_that_write_nothing_are_taken() {
        assert_eq!(key_of("F9"), Some(Code::F9));
        assert_eq!(key_of("Pause"), Some(Code::Pause));
        for code in [
            "KeyV",
            "Space",
            "Enter",
            "Digit1",
            "F25",
            "F",
            "F-1",
            "ControlLeft",
            "",
            "Backspace",
            "Numpad1",
        ] {
            assert_eq!(key_of(code), None, "{code}");
        }
    }
}
