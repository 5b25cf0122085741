fn main() {
    // Only commands that are named here have a permission of their own, and nothing is allowed without one.
    let commands = &[
        "start_state",
        "add_server",
        "open_server",
        "forget_server",
        "set_autostart",
        "answer_link",
        "set_badge",
        "notify",
        "hold_key",
    ];
    let manifest = tauri_build::AppManifest::new().commands(commands);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))
        .expect("the configuration is valid");
}
