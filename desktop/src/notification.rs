//! Notifications of the system.

use notify_rust::Notification;
use tauri::AppHandle;
#[cfg(target_os = "linux")]
use {
    crate::{bridge, shell::Shell, window},
    tauri::Manager,
};

/// Systems cut long texts, some of them after reading all of it.
const MAX_LENGTH: usize = 500;

pub fn show(app: &AppHandle, title: &str, body: &str, path: String) {
    let cut = |text: &str| text.chars().take(MAX_LENGTH).collect::<String>();
    let mut notification = Notification::new();
    notification
        .summary(&cut(title))
        .appname("Ermine")
        .icon("ermine-desktop");
    // Some desktops read the body as markup, and the text is that of a stranger.
    notification.body(&if cfg!(target_os = "linux") {
        escape(&cut(body))
    } else {
        cut(body)
    });
    #[cfg(target_os = "linux")]
    notification.action("default", "Open");
    match notification.show() {
        Ok(shown) => when_clicked(app.clone(), shown, path),
        Err(error) => eprintln!("{error}"),
    }
}

#[cfg(target_os = "linux")]
fn when_clicked(app: AppHandle, shown: notify_rust::NotificationHandle, path: String) {
    let server = app.state::<Shell>().open();
    std::thread::spawn(move || {
        shown.wait_for_action(|action| {
            if action != "default" {
                return;
            }
            window::show(&app);
            // The path is one of this server, and no other one is told of it.
            if app.state::<Shell>().open() == server {
                bridge::tell(&app, "ermine-open", &path);
            }
        });
    });
}

/// The other systems bring the program to the front by themselves.
#[cfg(not(target_os = "linux"))]
fn when_clicked<Shown>(_app: AppHandle, _shown: Shown, _path: String) {}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_of_strangers_are_no_markup() {
        assert_eq!(
            super::escape("<b>a</b> & b"),
            "&lt;b&gt;a&lt;/b&gt; &amp; b"
        );
    }
}
