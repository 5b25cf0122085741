//! Addresses of servers, and links that lead to them.

use url::Url;

/// Why an address is none of a server; the start page shows it.
pub type Refusal = &'static str;

/// The origin of the server that somebody typed. Without a scheme it is https.
pub fn read_address(typed: &str) -> Result<Url, Refusal> {
    let typed = typed.trim();
    let full = if typed.contains("://") {
        typed.to_owned()
    } else {
        format!("https://{typed}")
    };
    let url = Url::parse(&full).map_err(|_| "This is not an address.")?;
    if !matches!(url.scheme(), "https" | "http") {
        return Err("The address of a server begins with https://.");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("An address has no user name in it.");
    }
    // A capability is a pattern, in which other characters of a host would have a meaning.
    let is_plain = |host: &str| {
        host.chars()
            .all(|c| c.is_ascii_alphanumeric() || "-.[]:".contains(c))
    };
    if !url
        .host_str()
        .is_some_and(|host| !host.is_empty() && is_plain(host))
    {
        return Err("This is not the name of a host.");
    }
    Url::parse(&url.origin().ascii_serialization()).map_err(|_| "This is not an address.")
}

/// Where a link `ermine://HOST/PATH` leads.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The origin, with https.
    pub server: Url,
    pub path: String,
}

/// What the first part of a path may be: pages that show something, and none that signs anybody in.
const PAGES: [&str; 3] = ["invite", "server", "channel"];

pub fn read_link(link: &str) -> Option<Link> {
    let rest = link.strip_prefix("ermine://")?;
    let url = Url::parse(&format!("https://{rest}")).ok()?;
    let server = read_address(url.as_str()).ok()?;
    let parts: Vec<&str> = url
        .path_segments()?
        .filter(|part| !part.is_empty())
        .collect();
    let is_plain = |part: &&str| {
        part.chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    let is_known = parts.first().is_none_or(|first| PAGES.contains(first));
    if !is_known || parts.len() > 6 || !parts.iter().all(is_plain) || url.query().is_some() {
        return None;
    }
    Some(Link {
        server,
        path: format!("/{}", parts.join("/")),
    })
}

/// The remembered server that a link is about. One that was added with http is meant as well.
pub fn server_of<'a>(link: &Link, mut servers: impl Iterator<Item = &'a Url>) -> Option<&'a Url> {
    let place = |url: &Url| (url.host_str().map(str::to_owned), url.port());
    servers.find(|server| place(server) == place(&link.server))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(typed: &str) -> Result<String, Refusal> {
        read_address(typed).map(|url| url.to_string())
    }

    #[test]
    fn an_address_is_an_origin() {
        assert_eq!(
            address(" chat.example.org "),
            Ok("https://chat.example.org/".into())
        );
        assert_eq!(
            address("Chat.Example.org/login?x#y"),
            Ok("https://chat.example.org/".into())
        );
        assert_eq!(
            address("http://127.0.0.1:8080"),
            Ok("http://127.0.0.1:8080/".into())
        );
        assert_eq!(address("[::1]:8080"), Ok("https://[::1]:8080/".into()));
    }

    #[test]
    fn anything_else_is_refused() {
        for typed in [
            "",
            "file:///etc/passwd",
            "javascript://x/%0aalert(1)",
            "https://a:b@c.org",
            "https://*.org",
            "https://(.*)/",
            "tauri://localhost",
            "https://{a}.org",
            "https://a+.org",
        ] {
            assert!(address(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn a_link_leads_to_a_page_that_shows_something() {
        let link = read_link("ermine://Chat.example.org/invite/Ab_1-2").unwrap();
        assert_eq!(
            (link.server.as_str(), link.path.as_str()),
            ("https://chat.example.org/", "/invite/Ab_1-2")
        );
        assert_eq!(read_link("ermine://chat.example.org").unwrap().path, "/");
        for hostile in [
            "https://chat.example.org/invite/x",
            "ermine://a.org/login/reset/x",
            "ermine://a:b@c.org/invite/x",
            "ermine://a.org/invite/x?next=//b.org",
            "ermine:///invite/x",
            "ermine://a.org/invite/../login",
            "ermine://*/invite/x",
        ] {
            assert_eq!(read_link(hostile), None, "{hostile}");
        }
    }

    #[test]
    fn a_link_finds_its_server_by_host_and_port() {
        let servers = [
            read_address("chat.example.org").unwrap(),
            read_address("http://127.0.0.1:8080").unwrap(),
        ];
        let found =
            |link: &str| server_of(&read_link(link).unwrap(), servers.iter()).map(Url::as_str);
        assert_eq!(
            found("ermine://chat.example.org/invite/x"),
            Some("https://chat.example.org/")
        );
        assert_eq!(
            found("ermine://127.0.0.1:8080/invite/x"),
            Some("http://127.0.0.1:8080/")
        );
        assert_eq!(found("ermine://127.0.0.1:8081/invite/x"), None);
        assert_eq!(found("ermine://chat.example.org.evil.org/invite/x"), None);
    }
}
