use std::{io, net::SocketAddr};

use reqwest::Url;
use tokio::net::lookup_host;

use crate::Reach;

/// The server as it is reached.
#[derive(Clone, Debug)]
pub struct Target {
    /// Where it listens.
    pub address: SocketAddr,
    /// `HOST:PORT`, as it is named in requests.
    pub authority: String,
}

/// Why an address can't be loaded.
#[derive(Debug, thiserror::Error)]
pub enum TargetFault {
    /// No address of a server.
    #[error("--url {0}: expected http://HOST:PORT; behind a proxy with TLS name the server's own address")]
    NotHttp(String),
    /// The name is unknown.
    #[error("--url {url}: the host was not found")]
    NotFound {
        /// What was given.
        url: String,
        /// What the system says.
        #[source]
        cause: Option<io::Error>,
    },
    /// Another machine's.
    #[error(
        "--url {url} is at {address}, not on this machine: load others' servers only with their consent, \
         and then with --allow-remote"
    )]
    Remote {
        /// What was given.
        url: String,
        /// Where it leads.
        address: SocketAddr,
    },
}

impl Target {
    pub(crate) async fn resolve(url: &str, reach: Reach) -> Result<Target, TargetFault> {
        let not_http = || TargetFault::NotHttp(url.to_owned());
        let parsed = Url::parse(url).map_err(|_| not_http())?;
        let (Some(host), Some(port)) = (parsed.host_str(), parsed.port_or_known_default()) else {
            return Err(not_http());
        };
        if parsed.scheme() != "http" || parsed.path() != "/" || !parsed.username().is_empty() {
            return Err(not_http());
        }
        let authority = format!("{host}:{port}");
        let not_found = |cause| TargetFault::NotFound { url: url.to_owned(), cause };
        let found = lookup_host(&authority).await.map_err(|err| not_found(Some(err)))?;
        let address = found.into_iter().next().ok_or_else(|| not_found(None))?;
        match reach {
            Reach::Loopback if !address.ip().to_canonical().is_loopback() => {
                Err(TargetFault::Remote { url: url.to_owned(), address })
            }
            Reach::Loopback | Reach::Anywhere => Ok(Target { address, authority }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_this_machine_unless_told_otherwise() {
        for url in ["http://127.0.0.1:8080", "http://127.0.0.9", "http://[::1]:80/"] {
            Target::resolve(url, Reach::Loopback).await.expect(url);
        }
        for url in ["http://192.0.2.1:8080", "http://[2001:db8::1]/"] {
            let refused = Target::resolve(url, Reach::Loopback).await.expect_err(url).to_string();
            assert!(refused.contains("--allow-remote"), "{refused}");
            Target::resolve(url, Reach::Anywhere).await.expect(url);
        }
        for url in ["https://127.0.0.1", "127.0.0.1:8080", "http://127.0.0.1/path", "ws://127.0.0.1"] {
            let refused = Target::resolve(url, Reach::Anywhere).await.expect_err(url).to_string();
            assert!(refused.contains("expected http://HOST:PORT"), "{refused}");
        }
    }
}
