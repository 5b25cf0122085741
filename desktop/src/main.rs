#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod address;
mod badge;
mod bridge;
mod hold_key;
mod notification;
mod settings;
mod shell;
mod start_page;
mod tray;
mod window;

use shell::Shell;
use tauri::Manager;
use tauri_plugin_autostart::MacosLauncher;

/// Given by the system when it starts the program at login: nobody asked for a window.
const HIDDEN: &str = "--hidden";

fn main() {
    let app = tauri::Builder::default()
        // First, so that a second start does nothing but tell this one.
        .plugin(tauri_plugin_single_instance::init(
            |app, arguments, _folder| {
                window::show(app);
                window::follow_links(app, &arguments);
            },
        ))
        .plugin(tauri_plugin_autostart::init(
            MacosLauncher::LaunchAgent,
            Some(vec![HIDDEN]),
        ))
        .plugin(tauri_plugin_global_shortcut::Builder::new().build())
        .invoke_handler(tauri::generate_handler![
            start_page::start_state,
            start_page::add_server,
            start_page::open_server,
            start_page::forget_server,
            start_page::set_autostart,
            start_page::answer_link,
            bridge::set_badge,
            bridge::notify,
            bridge::hold_key,
        ])
        .setup(|app| {
            let handle = app.handle();
            app.manage(Shell::new(
                app.path().app_config_dir()?.join("settings.json"),
            ));
            let arguments: Vec<String> = std::env::args().collect();
            window::create(handle, !arguments.iter().any(|each| each == HIDDEN))?;
            tray::create(handle)?;
            window::follow_links(handle, &arguments);
            Ok(())
        })
        .build(tauri::generate_context!())
        .expect("the program starts");
    app.run(|_app, _event| {
        #[cfg(target_os = "macos")]
        window::on_mac_event(_app, _event);
    });
}
