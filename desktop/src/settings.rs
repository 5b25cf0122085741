//! What is remembered, in one file of JSON.

use crate::address::read_address;
use serde::{Deserialize, Serialize};
use std::{fs, io, path::Path};
use url::Url;

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct Settings {
    /// Origins, in the order in which they were added.
    pub servers: Vec<Url>,
    /// The one that opens at the start.
    pub last: Option<Url>,
}

impl Settings {
    /// Reads the file. A file that cannot be read is kept beside it, and the settings are those of a first start.
    pub fn read(file: &Path) -> Settings {
        let Ok(text) = fs::read_to_string(file) else {
            return Settings::default();
        };
        match serde_json::from_str::<Settings>(&text) {
            Ok(settings) => settings.checked(),
            Err(error) => {
                eprintln!("{}: {error}", file.display());
                let _ = fs::rename(file, file.with_extension("broken.json"));
                Settings::default()
            }
        }
    }

    /// Writes a second file and puts it in place of the first, so that there is a whole one at any time.
    pub fn write(&self, file: &Path) -> io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let next = file.with_extension("next.json");
        fs::write(&next, serde_json::to_vec_pretty(self)?)?;
        fs::rename(next, file)
    }

    pub fn add(&mut self, server: Url) {
        if !self.servers.contains(&server) {
            self.servers.push(server);
        }
    }

    pub fn forget(&mut self, server: &Url) {
        self.servers.retain(|each| each != server);
        if self.last.as_ref() == Some(server) {
            self.last = None;
        }
    }

    /// Whoever edits the file by hand writes addresses as they would type them.
    fn checked(self) -> Settings {
        let servers: Vec<Url> = self
            .servers
            .iter()
            .filter_map(|each| read_address(each.as_str()).ok())
            .collect();
        let last = self.last.filter(|last| servers.contains(last));
        Settings { servers, last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_a_restart_and_a_broken_file_is_kept_aside() {
        let folder = std::env::temp_dir().join(format!("ermine-desktop-{}", std::process::id()));
        let file = folder.join("settings.json");
        assert_eq!(Settings::read(&file), Settings::default());
        let mut settings = Settings::default();
        let server = read_address("chat.example.org").unwrap();
        settings.add(server.clone());
        settings.add(server.clone());
        settings.last = Some(server.clone());
        settings.write(&file).unwrap();
        assert_eq!(
            Settings::read(&file),
            Settings {
                servers: vec![server.clone()],
                last: Some(server.clone())
            }
        );
        settings.forget(&server);
        assert_eq!(settings, Settings::default());
        fs::write(
            &file,
            r#"{"servers":["https://a.org/x","file:///etc"],"last":"https://b.org/"}"#,
        )
        .unwrap();
        assert_eq!(
            Settings::read(&file),
            Settings {
                servers: vec![read_address("a.org").unwrap()],
                last: None
            }
        );
        fs::write(&file, "{").unwrap();
        assert_eq!(Settings::read(&file), Settings::default());
        assert!(folder.join("settings.broken.json").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
