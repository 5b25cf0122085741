//! The window, and which pages it shows.

use crate::{address, address::Link, badge, bridge, hold_key, shell::Shell};
use tauri::{
    webview::{NewWindowResponse, PageLoadEvent},
    AppHandle, Manager, Result, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
};
use url::Url;

pub const LABEL: &str = "main";

pub fn create(app: &AppHandle, is_visible: bool) -> Result<()> {
    let handle = app.clone();
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("index.html".into()))
        .title("Ermine")
        .inner_size(1200.0, 800.0)
        .min_inner_size(360.0, 480.0)
        .visible(is_visible)
        .initialization_script(include_str!("bridge.js"))
        .on_navigation(move |url| {
            may_show(&handle, url) || {
                open_elsewhere(url);
                false
            }
        })
        .on_new_window(move |url, _features| {
            open_elsewhere(&url);
            NewWindowResponse::Deny
        })
        .on_page_load(|window, page| {
            // What a page set does not outlive it.
            if matches!(page.event(), PageLoadEvent::Started) {
                badge::show(window.app_handle(), 0);
                hold_key::release(window.app_handle());
            }
        })
        .on_document_title_changed(|window, title| {
            let _ = window.set_title(if title.is_empty() { "Ermine" } else { &title });
        })
        .build()?;
    let hiding = window.clone();
    window.on_window_event(move |event| {
        // The program goes on in the tray.
        if let WindowEvent::CloseRequested { api, .. } = event {
            api.prevent_close();
            let _ = hiding.hide();
        }
    });
    if let Some(last) = app.state::<Shell>().settings().last {
        open_server(app, &last, "/");
    }
    Ok(())
}

pub fn show(app: &AppHandle) {
    let Some(window) = get(app) else { return };
    let _ = window.show();
    let _ = window.unminimize();
    let _ = window.set_focus();
}

pub fn get(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(LABEL)
}

/// Shows a page of a server that was added.
pub fn open_server(app: &AppHandle, server: &Url, path: &str) {
    let shell = app.state::<Shell>();
    if !shell.settings().servers.contains(server) {
        return;
    }
    bridge::allow(app, server);
    shell.set_open(Some(server.clone()));
    shell.change(|settings| settings.last = Some(server.clone()));
    if let (Some(window), Ok(url)) = (get(app), server.join(path)) {
        let _ = window.navigate(url);
    }
}

/// Shows the list of servers, or the question of a link.
pub fn open_start(app: &AppHandle) {
    app.state::<Shell>().set_open(None);
    if let Some(window) = get(app) {
        let address = if cfg!(windows) {
            "http://tauri.localhost"
        } else {
            "tauri://localhost"
        };
        let _ = window.navigate(Url::parse(address).expect("an address"));
    }
}

/// Opens the first link among the arguments. A server that was not added is asked about first.
pub fn follow_links(app: &AppHandle, arguments: &[String]) {
    let Some(link) = arguments.iter().find_map(|each| address::read_link(each)) else {
        return;
    };
    let shell = app.state::<Shell>();
    let settings = shell.settings();
    match address::server_of(&link, settings.servers.iter()) {
        Some(server) => open_server(app, server, &link.path),
        None => ask(app, link),
    }
}

/// macOS tells a running program about links, and about clicks on its icon.
#[cfg(target_os = "macos")]
pub fn on_mac_event(app: &AppHandle, event: tauri::RunEvent) {
    match event {
        tauri::RunEvent::Opened { urls } => {
            show(app);
            follow_links(app, &urls.iter().map(Url::to_string).collect::<Vec<_>>());
        }
        tauri::RunEvent::Reopen { .. } => show(app),
        _ => {}
    }
}

fn ask(app: &AppHandle, link: Link) {
    *app.state::<Shell>().asked.lock().expect("no thread failed") = Some(link);
    open_start(app);
}

fn may_show(app: &AppHandle, url: &Url) -> bool {
    let is_start =
        url.scheme() == "tauri" || (cfg!(windows) && url.host_str() == Some("tauri.localhost"));
    let open = app.state::<Shell>().open();
    is_start
        || url.as_str() == "about:blank"
        || open.is_some_and(|open| open.origin() == url.origin())
}

/// Other sites open in the browser. Other schemes could start any program.
fn open_elsewhere(url: &Url) {
    if matches!(url.scheme(), "https" | "http" | "mailto") {
        if let Err(error) = open::that_detached(url.as_str()) {
            eprintln!("{error}");
        }
    }
}
