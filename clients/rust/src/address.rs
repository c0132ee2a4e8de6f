//! Where a referee is: reads addresses and opens connections to them.
//!
//! An address is `unix:/path` for a Unix socket or `HOST:PORT`; with PEM roots it means TLS. It is
//! reached without a proxy, whatever the environment says.

use std::error::Error;
use std::fs;
use std::io::{self, ErrorKind};
use std::net::Ipv6Addr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tonic::Status;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};

use crate::errors::RefereeClientError;
use crate::retry::SILENCE;

/// Longest path of a Unix socket in bytes, by the operating system.
const MAX_UNIX_PATH: usize = 107;
/// Ends of what rustls says of alerts that are about trouble on the other side and not about trust.
const PASSING_ALERTS: [&str; 2] = [" alert: InternalError", " alert: UserCanceled"];
/// What may be on its way to us unread: some of the largest batches without a pause.
const WINDOW_BYTES: u32 = 4 * 1024 * 1024;

/// An address that has been checked.
#[derive(Debug, Clone)]
pub struct Address {
    target: String,
    roots: Option<Vec<u8>>,
}

impl Address {
    /// Reads `unix:/path` or `HOST:PORT`, an IPv6 host in square brackets; `ca` is a file with PEM
    /// certificates to trust, and means TLS.
    ///
    /// # Errors
    ///
    /// `Address` if the text is none; `Tls` if the file can't be read, or the address is a Unix
    /// socket.
    pub fn parse(text: &str, ca: Option<&Path>) -> Result<Self, RefereeClientError> {
        let target = text.trim();
        if let Some(path) = target.strip_prefix("unix:") {
            check_unix(path, text)?;
            if ca.is_some() {
                return Err(RefereeClientError::Tls(format!(
                    "a Unix socket needs no TLS: leave out the CA file for '{text}'"
                )));
            }
        } else if !is_host_and_port(target) {
            return Err(RefereeClientError::Address(format!(
                "address must be unix:/path or HOST:PORT with a port from 1 to 65535, not '{text}'"
            )));
        }
        Ok(Self { target: target.to_owned(), roots: ca.map(read_roots).transpose()? })
    }

    /// Another address of the same referee, which is spoken to and trusted as this one.
    ///
    /// # Errors
    ///
    /// `Address` if the text is none, or one of a Unix socket while this one is not: it may be
    /// anybody's on this machine.
    pub(crate) fn beside(&self, text: &str) -> Result<Self, RefereeClientError> {
        let there = Self::parse(text, None)?;
        if there.target.starts_with("unix:") && !self.target.starts_with("unix:") {
            return Err(RefereeClientError::Address(format!(
                "a Unix socket is gone to from a Unix socket alone, not '{text}'"
            )));
        }
        Ok(Self { roots: self.roots.clone(), ..there })
    }

    /// What is connected to: `unix:/path` or `HOST:PORT`.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Opens a connection, which the stubs of the protocol's services can use as well.
    ///
    /// # Errors
    ///
    /// `UNAVAILABLE` with the reason.
    pub async fn connect(&self) -> Result<Channel, Status> {
        self.connect_within(SILENCE).await
    }

    pub(crate) async fn connect_within(&self, limit: Duration) -> Result<Channel, Status> {
        let endpoint = self.endpoint().map_err(|error| Status::unavailable(story(&error)))?;
        match tokio::time::timeout(limit, endpoint.connect()).await {
            Ok(connected) => connected.map_err(|error| self.blame(error)),
            Err(_) => Err(Status::unavailable("no connection in time")),
        }
    }

    fn endpoint(&self) -> Result<Endpoint, tonic::transport::Error> {
        let Some(roots) = &self.roots else {
            let uri = match self.target.starts_with("unix:") {
                true => self.target.clone(),
                false => format!("http://{}", self.target),
            };
            return Ok(with_windows(Endpoint::from_shared(uri)?));
        };
        let host = self.target.rsplit_once(':').map_or("", |(host, _)| host);
        let tls = ClientTlsConfig::new()
            .domain_name(host.trim_matches(['[', ']']))
            .ca_certificate(Certificate::from_pem(roots));
        Endpoint::from_shared(format!("https://{}", self.target))?.tls_config(tls).map(with_windows)
    }

    /// The status of an attempt that failed; what TLS did not like is said to be that.
    pub(crate) fn blame(&self, error: impl Error + Send + Sync + 'static) -> Status {
        let story = story(&error);
        // What rustls finds wrong comes as invalid data; a connection that only broke does not.
        let is_refused = io_kinds(&error).any(|kind| kind == ErrorKind::InvalidData)
            && !PASSING_ALERTS.iter().any(|alert| story.ends_with(alert));
        if self.roots.is_some() && is_refused {
            return Status::unavailable(format!("TLS handshake failed: {story}"));
        }
        let mut status = Status::unavailable(story);
        status.set_source(Arc::new(error));
        status
    }
}

/// Whether a connection was closed or reset, or never came to be. Then another may do better, also
/// where this one was still in its handshake.
pub(crate) fn is_cut(error: &(dyn Error + 'static)) -> bool {
    io_kinds(error).any(|kind| {
        matches!(
            kind,
            ErrorKind::BrokenPipe
                | ErrorKind::ConnectionAborted
                | ErrorKind::ConnectionRefused
                | ErrorKind::ConnectionReset
                | ErrorKind::NotConnected
                | ErrorKind::TimedOut
                | ErrorKind::UnexpectedEof
        )
    })
}

fn io_kinds<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = ErrorKind> + 'a {
    causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>().map(io::Error::kind))
}

fn with_windows(endpoint: Endpoint) -> Endpoint {
    endpoint.initial_stream_window_size(WINDOW_BYTES).initial_connection_window_size(WINDOW_BYTES)
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| (*error).source())
}

/// What is at the bottom of an error: the layers above it say nothing but "transport error".
pub(crate) fn story(error: &(dyn Error + 'static)) -> String {
    causes(error).last().unwrap_or(error).to_string()
}

fn check_unix(path: &str, text: &str) -> Result<(), RefereeClientError> {
    let problem = if path.is_empty() {
        format!("address must name a socket after unix:, not '{text}'")
    } else if path.len() > MAX_UNIX_PATH {
        format!("a Unix socket's path has at most {MAX_UNIX_PATH} bytes, not '{path}'")
    } else {
        return Ok(());
    };
    Err(RefereeClientError::Address(problem))
}

fn is_host_and_port(target: &str) -> bool {
    let Some((host, port)) = target.rsplit_once(':') else { return false };
    let is_port = port.bytes().all(|digit| digit.is_ascii_digit())
        && port.parse::<u16>().is_ok_and(|port| port >= 1);
    let is_host = match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(ip) => ip.parse::<Ipv6Addr>().is_ok(),
        None => {
            let is_odd = |letter: char| letter.is_whitespace() || ":/[]".contains(letter);
            !host.is_empty() && !host.contains(is_odd)
        }
    };
    is_port && is_host
}

fn read_roots(ca: &Path) -> Result<Vec<u8>, RefereeClientError> {
    let roots = fs::read(ca).map_err(|error| {
        RefereeClientError::Tls(format!("can't read the CA file '{}': {error}", ca.display()))
    })?;
    let mark = b"-----BEGIN CERTIFICATE-----";
    if !roots.windows(mark.len()).any(|window| window == mark) {
        return Err(RefereeClientError::Tls(format!(
            "the CA file '{}' holds no PEM certificate",
            ca.display()
        )));
    }
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use std::env::{self, temp_dir};
    use std::net::TcpListener;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;
    use crate::vectors;

    #[test]
    fn addresses_are_read_as_in_all_languages() {
        let path = temp_dir().join(format!("referee-roots-{}.pem", std::process::id()));
        for case in &vectors::cases("address", "cases") {
            let ca = case["ca"].as_str().map(|text| {
                fs::write(&path, text).unwrap();
                path.as_path()
            });
            match Address::parse(case["address"].as_str().unwrap(), ca) {
                Ok(address) => assert_eq!(case["target"], address.target(), "{case}"),
                Err(error) => {
                    assert_eq!(case["error"], vectors::error_name(&error), "{case}");
                    let says = case["says"].as_str().unwrap();
                    let says = says.replace("{ca}", &path.display().to_string());
                    assert_eq!(says, error.to_string());
                }
            }
        }
        fs::remove_file(&path).unwrap();
    }

    /// Does nothing unless the test below starts it in a process of its own.
    #[tokio::test]
    async fn each_target_of_the_environment_can_be_reached() {
        let targets = env::var("REFEREE_TEST_TARGETS").unwrap_or_default();
        for target in targets.split_whitespace() {
            let connected = Address::parse(target, None).unwrap().connect().await;
            assert!(connected.is_ok(), "{target}: {connected:?}");
        }
    }

    #[test]
    fn no_proxy_of_the_environment_is_used() {
        let referee = TcpListener::bind("127.0.0.1:0").unwrap(); // duty 33
        let port = referee.local_addr().unwrap().port();
        let path = temp_dir().join(format!("referee-no-proxy-{}", std::process::id()));
        let socket = UnixListener::bind(&path).unwrap();
        let name = "address::tests::each_target_of_the_environment_can_be_reached";
        let mut process = Command::new(env::current_exe().unwrap());
        process.args(["--exact", name]);
        for name in ["http_proxy", "https_proxy", "all_proxy", "grpc_proxy"] {
            let nobody = "http://127.0.0.1:1";
            process.env(name, nobody).env(name.to_uppercase(), nobody);
        }
        process.env_remove("no_proxy").env_remove("NO_PROXY");
        // 0.0.0.0 is this machine as well, but no loopback address that a proxy would be kept from.
        let targets =
            format!("127.0.0.1:{port} localhost:{port} 0.0.0.0:{port} unix:{}", path.display());
        let output = process.env("REFEREE_TEST_TARGETS", targets).output().unwrap();
        fs::remove_file(&path).unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && printed.contains("1 passed"), "{printed}");
        drop((referee, socket));
    }

    #[test]
    fn a_worker_is_trusted_as_its_router_is() {
        for (home, text) in [
            ("referee.example:7070", "worker.example:7071"),
            ("unix:/r", "unix:/w-0"),
            ("unix:/r", "localhost:7071"),
        ] {
            for roots in [None, Some(b"roots".to_vec())] {
                let address = Address { target: home.into(), roots: roots.clone() };
                let there = address.beside(text).unwrap(); // duty 34
                assert_eq!((there.target.as_str(), there.roots), (text, roots));
            }
        }
    }

    #[test]
    fn a_referee_cannot_lead_to_a_socket_of_this_machine() {
        let home = Address { target: "referee.example:7070".into(), roots: None };
        let says = |text: &str| home.beside(text).unwrap_err().to_string();
        let expected = "a Unix socket is gone to from a Unix socket alone, not 'unix:/run/w-0'";
        assert_eq!(says("unix:/run/w-0"), expected); // duty 34
        assert!(says("nowhere").contains("must be unix:/path or HOST:PORT"));
    }

    #[test]
    fn a_missing_ca_file_is_named() {
        let error = Address::parse("localhost:1", Some(Path::new("no/roots.pem"))).unwrap_err();
        let said = error.to_string();
        assert!(said.starts_with("can't read the CA file 'no/roots.pem': "), "{said}");
    }
}
