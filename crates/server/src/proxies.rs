//! The proxies in front, and the address of whoever is behind them.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

/// The proxies that are believed about whom they speak for, and the header in which they say it.
///
/// A proxy appends the address that it saw to what it was sent, so only the end of the header can be believed: it is read from the
/// right, past the addresses of proxies that were named, up to the first that is none of them. What stands left of that a client may
/// have written itself.
#[derive(Clone, Debug)]
pub struct Proxies {
    header: HeaderName,
    named: Vec<IpNet>,
}

impl Proxies {
    /// Those of the named networks. If none is named: one proxy, of this machine or a private network.
    pub fn new(header: HeaderName, named: Vec<IpNet>) -> Proxies {
        Proxies { header, named }
    }

    /// Whether a connection from there is a proxy's.
    pub(crate) fn include(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        if self.named.is_empty() { is_near(peer) } else { self.are_named(peer) }
    }

    /// Whom a proxy speaks for; itself, if it says nothing that can be read.
    pub(crate) fn client(&self, headers: &HeaderMap, proxy: IpAddr) -> IpAddr {
        let mut client = proxy;
        let lines = headers.get_all(&self.header).iter().rev();
        for hop in lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(',')) {
            let Some(hop) = address(hop.trim()) else { break };
            client = hop;
            if !self.are_named(hop) {
                break;
            }
        }
        client
    }

    fn are_named(&self, address: IpAddr) -> bool {
        self.named.iter().any(|network| network.contains(&address))
    }
}

/// This machine, or a private network.
fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

/// An address as proxies write it: with a port or without, of IPv6 with brackets or without.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip())).ok()?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

    fn proxies(named: &[&str]) -> Proxies {
        Proxies::new(FORWARDED, named.iter().map(|network| network.parse().expect("a network")).collect())
    }

    fn client(proxies: &Proxies, lines: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, HeaderValue::from_bytes(line).expect("a line"));
        }
        proxies.client(&headers, IpAddr::from([10, 0, 0, 1])).to_string()
    }

    #[test]
    fn of_a_list_the_end_is_believed() {
        let cases: [(&[&[u8]], &str); 16] = [
            (&[], "10.0.0.1"),
            (&[b""], "10.0.0.1"),
            (&[b"192.0.2.1"], "192.0.2.1"),
            (&[b"198.51.100.7, 203.0.113.9,192.0.2.1"], "192.0.2.1"),
            (&[b"192.0.2.1", b"198.51.100.7"], "198.51.100.7"),
            (&[b"198.51.100.7", b"203.0.113.9 , 192.0.2.1 "], "192.0.2.1"),
            (&[b"192.0.2.1:4711"], "192.0.2.1"),
            (&[b"2001:db8::1"], "2001:db8::1"),
            (&[b"[2001:db8::1]"], "2001:db8::1"),
            (&[b"[2001:db8::1]:443"], "2001:db8::1"),
            (&[b"::ffff:192.0.2.1"], "192.0.2.1"),
            // Rubbish is nobody's address, and nothing left of it is believed.
            (&[b"192.0.2.1, unknown"], "10.0.0.1"),
            (&[b"192.0.2.1,"], "10.0.0.1"),
            (&[b"192.0.2.1", b"\xff"], "10.0.0.1"),
            (&[b"192.0.2.1; DROP TABLE"], "10.0.0.1"),
            (&[b"999.0.2.1"], "10.0.0.1"),
        ];
        for (lines, expected) in cases {
            assert_eq!(client(&proxies(&[]), lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn past_the_proxies_that_were_named_and_no_further() {
        let chain = proxies(&["10.0.0.0/8", "2001:db8:1::/48"]);
        assert_eq!(client(&chain, &[b"198.51.100.7, 192.0.2.1, 10.2.0.4"]), "192.0.2.1");
        assert_eq!(client(&chain, &[b"198.51.100.7, 192.0.2.1", b"2001:db8:1::5", b"10.2.0.4"]), "192.0.2.1");
        assert_eq!(client(&chain, &[b"192.0.2.1, rubbish, 10.2.0.4"]), "10.2.0.4");
        assert_eq!(client(&chain, &[b"10.2.0.9, 10.2.0.4"]), "10.2.0.9", "one of the proxies' own network");
        // Without names there is one proxy: a player in the same private network can't name somebody else.
        assert_eq!(client(&proxies(&[]), &[b"198.51.100.7, 192.168.1.20"]), "192.168.1.20");
    }

    #[test]
    fn only_proxies_are_believed() {
        let near = proxies(&[]);
        for (peer, believed) in [
            ("127.0.0.1", true),
            ("::1", true),
            ("::ffff:127.0.0.1", true),
            ("172.17.0.1", true),
            ("fd00::1", true),
            ("192.0.2.1", false),
            ("2001:db8::1", false),
            ("169.254.0.1", false),
        ] {
            assert_eq!(near.include(peer.parse().expect("an address")), believed, "{peer}");
        }
        let named = proxies(&["192.0.2.0/24"]);
        assert!(named.include(IpAddr::from([192, 0, 2, 7])));
        assert!(!named.include(IpAddr::from([127, 0, 0, 1])), "not even this machine");
    }
}
