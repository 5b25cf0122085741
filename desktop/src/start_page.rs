//! What the start page may do: remember servers and open them.

use crate::{address, shell::Shell, window};
use serde::Serialize;
use tauri::{AppHandle, State};
use tauri_plugin_autostart::ManagerExt;
use url::Url;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StartState {
    servers: Vec<Url>,
    /// The host of a link to a server that was not added.
    asked: Option<Url>,
    is_started_with_session: bool,
}

#[tauri::command]
pub fn start_state(app: AppHandle, shell: State<'_, Shell>) -> StartState {
    let asked = shell
        .asked
        .lock()
        .expect("no thread failed")
        .as_ref()
        .map(|link| link.server.clone());
    let is_started_with_session = app.autolaunch().is_enabled().unwrap_or(false);
    StartState {
        servers: shell.settings().servers,
        asked,
        is_started_with_session,
    }
}

#[tauri::command]
pub fn add_server(
    app: AppHandle,
    shell: State<'_, Shell>,
    address: String,
) -> Result<(), &'static str> {
    let server = address::read_address(&address)?;
    shell.change(|settings| settings.add(server.clone()));
    window::open_server(&app, &server, "/");
    Ok(())
}

#[tauri::command]
pub fn open_server(app: AppHandle, server: Url) {
    window::open_server(&app, &server, "/");
}

#[tauri::command]
pub fn forget_server(shell: State<'_, Shell>, server: Url) {
    shell.change(|settings| settings.forget(&server));
}

#[tauri::command]
pub fn set_autostart(app: AppHandle, is_on: bool) -> Result<(), String> {
    let autostart = app.autolaunch();
    let changed = if is_on {
        autostart.enable()
    } else {
        autostart.disable()
    };
    changed.map_err(|error| error.to_string())
}

#[tauri::command]
pub fn answer_link(app: AppHandle, shell: State<'_, Shell>, is_wanted: bool) {
    let Some(link) = shell.asked.lock().expect("no thread failed").take() else {
        return;
    };
    if is_wanted {
        shell.change(|settings| settings.add(link.server.clone()));
        window::open_server(&app, &link.server, &link.path);
    }
}
