//! The icon in the tray with its menu.

use crate::{badge, window};
use tauri::{
    menu::{MenuBuilder, MenuEvent},
    tray::{TrayIconBuilder, TrayIconEvent},
    AppHandle, Result,
};

const ID: &str = "tray";

pub fn create(app: &AppHandle) -> Result<()> {
    let menu = MenuBuilder::new(app)
        .text("show", "Show Ermine")
        .text("servers", "Servers…")
        .separator()
        .text("quit", "Quit")
        .build()?;
    TrayIconBuilder::with_id(ID)
        .menu(&menu)
        .on_menu_event(on_menu)
        .on_tray_icon_event(|tray, event| {
            if let TrayIconEvent::Click { .. } = event {
                window::show(tray.app_handle());
            }
        })
        .build(app)?;
    show_count(app, 0);
    Ok(())
}

fn on_menu(app: &AppHandle, event: MenuEvent) {
    match event.id().as_ref() {
        "show" => window::show(app),
        "servers" => {
            window::show(app);
            window::open_start(app);
        }
        "quit" => app.exit(0),
        _ => {}
    }
}

pub fn show_count(app: &AppHandle, count: u32) {
    let (Some(tray), Some(icon)) = (app.tray_by_id(ID), app.default_window_icon()) else {
        return;
    };
    let _ = tray.set_icon(Some(if count > 0 {
        badge::with_dot(icon)
    } else {
        icon.clone()
    }));
    let _ = tray.set_title((count > 0).then(|| count.to_string()));
    let _ = tray.set_tooltip(Some(if count > 0 {
        format!("Ermine: {count} unread")
    } else {
        "Ermine".into()
    }));
}
