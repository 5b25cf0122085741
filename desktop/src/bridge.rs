//! What pages of servers may ask of the program, and nothing else.

use crate::{badge, hold_key, notification, shell::Shell, window};
use serde::Serialize;
use tauri::{ipc::CapabilityBuilder, AppHandle, Manager};
use url::Url;

/// Lets the pages of a server use the bridge.
pub fn allow(app: &AppHandle, server: &Url) {
    let shell = app.state::<Shell>();
    let mut bridged = shell.bridged.lock().expect("no thread failed");
    if !bridged.insert(server.clone()) {
        return;
    }
    let capability = CapabilityBuilder::new(format!("server-{}", bridged.len()))
        .local(false)
        .remote(server.origin().ascii_serialization())
        .window(window::LABEL)
        .permission("allow-set-badge")
        .permission("allow-notify")
        .permission("allow-hold-key");
    if let Err(error) = app.add_capability(capability) {
        eprintln!("{error}");
    }
}

/// Tells the page about something by an event of the window.
pub fn tell(app: &AppHandle, event: &str, detail: impl Serialize) {
    let detail = serde_json::to_string(&detail).expect("plain values");
    if let Some(window) = window::get(app) {
        let _ = window.eval(format!(
            "window.dispatchEvent(new CustomEvent('{event}', {{ detail: {detail} }}))"
        ));
    }
}

#[tauri::command]
pub fn set_badge(app: AppHandle, count: u32) {
    badge::show(&app, count);
}

#[tauri::command(async)]
pub fn notify(app: AppHandle, title: String, body: String, path: String) {
    notification::show(&app, &title, &body, path);
}

// Not asynchronous, so that calls keep their order.
#[tauri::command]
pub fn hold_key(app: AppHandle, code: Option<String>) -> bool {
    match code {
        Some(code) => hold_key::take(&app, &code),
        None => {
            hold_key::release(&app);
            false
        }
    }
}
