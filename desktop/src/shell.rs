//! What the program knows while it runs.

use crate::{address::Link, settings::Settings};
use std::{collections::HashSet, path::PathBuf, sync::Mutex};
use url::Url;

pub struct Shell {
    file: PathBuf,
    settings: Mutex<Settings>,
    /// The server whose pages the window may show.
    open: Mutex<Option<Url>>,
    /// A link to a server that was not added yet, until somebody answers.
    pub asked: Mutex<Option<Link>>,
    /// The servers whose pages may use the bridge.
    pub bridged: Mutex<HashSet<Url>>,
}

impl Shell {
    pub fn new(file: PathBuf) -> Shell {
        let settings = Settings::read(&file);
        let (open, asked, bridged) = Default::default();
        Shell {
            settings: Mutex::new(settings),
            file,
            open,
            asked,
            bridged,
        }
    }

    pub fn settings(&self) -> Settings {
        self.settings.lock().expect("no thread failed").clone()
    }

    pub fn open(&self) -> Option<Url> {
        self.open.lock().expect("no thread failed").clone()
    }

    pub fn set_open(&self, server: Option<Url>) {
        *self.open.lock().expect("no thread failed") = server;
    }

    /// What could not be written is said, and holds until the program ends.
    pub fn change(&self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.settings.lock().expect("no thread failed");
        change(&mut settings);
        if let Err(error) = settings.write(&self.file) {
            eprintln!("{}: {error}", self.file.display());
        }
    }
}
