//! One Play stream: the task that reads it, and the queue of what it writes.

use std::error::Error;
use std::time::Duration;

use tokio::sync::mpsc::{
    Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel,
};
use tokio::task::JoinSet;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Code, Status};

use crate::address::{Address, is_cut, story};
use crate::errors::RefereeClientError;
use crate::retry::{code_name, hopeless};
use crate::v1::play_service_client::PlayServiceClient;
use crate::v1::{PlayRequest, PlayResponse};

/// Largest message accepted; a referee that serves a thousand seats writes big batches.
const MAX_MESSAGE_BYTES: usize = 64 * 1024 * 1024;
/// Messages read ahead of what has been taken in.
const READ_AHEAD: usize = 16;

/// One stream and the task that reads it; both end when it is dropped.
pub(crate) struct Stream {
    /// None once our side is closed.
    outgoing: Option<UnboundedSender<PlayRequest>>,
    /// What came, and at last how it ended.
    pub(crate) incoming: Receiver<Result<PlayResponse, Status>>,
    _reader: JoinSet<()>,
}

impl Stream {
    pub(crate) fn open(address: Address, limit: Duration) -> Self {
        let (outgoing, requests) = unbounded_channel();
        let (sender, incoming) = channel(READ_AHEAD);
        let mut reader = JoinSet::new();
        reader.spawn(async move {
            let ended = match read(&address, limit, requests, &sender).await {
                Ok(()) => Status::new(Code::Ok, "the referee closed the stream"),
                Err(status) => status,
            };
            let _ = sender.send(Err(ended)).await; // whoever dropped the stream knows
        });
        Self { outgoing: Some(outgoing), incoming, _reader: reader }
    }

    /// One without a network: what comes on it is sent by the test.
    #[cfg(test)]
    pub(crate) fn scripted() -> (Self, Sender<Result<PlayResponse, Status>>) {
        let (sender, incoming) = channel(READ_AHEAD);
        (Self { outgoing: Some(unbounded_channel().0), incoming, _reader: JoinSet::new() }, sender)
    }

    /// Whether our side is open.
    pub(crate) fn is_open(&self) -> bool {
        self.outgoing.is_some()
    }

    /// Writes a message, unless our side is closed.
    pub(crate) fn write(&self, request: PlayRequest) {
        if let Some(outgoing) = &self.outgoing {
            let _ = outgoing.send(request); // the reader learns why the stream is broken
        }
    }

    /// Closes our side; whether it was open.
    pub(crate) fn close(&mut self) -> bool {
        self.outgoing.take().is_some()
    }
}

async fn read(
    address: &Address,
    limit: Duration,
    requests: UnboundedReceiver<PlayRequest>,
    sender: &Sender<Result<PlayResponse, Status>>,
) -> Result<(), Status> {
    let channel = address.connect_within(limit).await?;
    let mut stub = PlayServiceClient::new(channel)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES);
    let mut responses = stub.play(UnboundedReceiverStream::new(requests)).await?.into_inner();
    while let Some(response) = responses.message().await? {
        if sender.send(Ok(response)).await.is_err() {
            break;
        }
    }
    Ok(())
}

/// What a stream's end means: an error, or why it broke.
pub(crate) fn why(status: &Status) -> Result<String, RefereeClientError> {
    let details = match status.source() {
        Some(source) => story(source),
        None if status.message().is_empty() => code_name(status.code()),
        None => status.message().to_owned(),
    };
    if status.code() == Code::Unavailable && status.source().is_some_and(is_cut) {
        return Ok(details); // whatever its words, such as "tls handshake eof"
    }
    match hopeless(status.code(), &details) {
        Some(error) => Err(error),
        None => Ok(details),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};
    use std::path::PathBuf;
    use std::sync::Arc;

    use tokio::net::TcpListener;

    use super::*;

    /// An address where TLS is spoken.
    fn with_tls(target: &str) -> Address {
        let roots = PathBuf::from(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/clients/localhost.pem"
        ));
        Address::parse(target, Some(&roots)).unwrap()
    }

    #[test]
    fn what_tls_finds_wrong_is_an_error_and_a_connection_that_broke_is_not() {
        let blamed = |kind, text: &str| {
            let status = with_tls("localhost:1").blame(Error::new(kind, text));
            why(&status).map_err(|error| error.to_string())
        };
        for text in [
            "invalid peer certificate: UnknownIssuer", // as rustls says it
            "invalid peer certificate: NotValidForName",
            "invalid peer certificate: Expired",
            "received fatal alert: HandshakeFailure",
        ] {
            let says = format!(
                "TLS failed: TLS handshake failed: {text}; \
                 check the CA file, and that the server uses TLS"
            );
            assert_eq!(blamed(ErrorKind::InvalidData, text), Err(says)); // duty 14
        }
        for (kind, text) in [
            (ErrorKind::UnexpectedEof, "tls handshake eof"),
            (ErrorKind::InvalidData, "received fatal alert: InternalError"),
            (ErrorKind::ConnectionReset, "reset by peer in the handshake"),
        ] {
            assert_eq!(blamed(kind, text), Ok(text.to_owned()));
        }
    }

    #[test]
    fn a_break_that_a_channel_meets_later_is_none_of_the_certificates() {
        let broken = Error::new(ErrorKind::UnexpectedEof, "tls handshake eof");
        let mut status = Status::unavailable("error trying to connect");
        status.set_source(Arc::new(broken));
        assert_eq!(why(&status), Ok("tls handshake eof".to_owned()));
    }

    #[tokio::test]
    async fn a_connection_that_is_closed_in_its_handshake_is_tried_again() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = with_tls(&listener.local_addr().unwrap().to_string());
        let closes = async { drop(listener.accept().await.unwrap()) };
        let (connected, ()) = tokio::join!(address.connect(), closes);
        let meaning = why(&connected.unwrap_err()); // duty 14
        assert!(meaning.is_ok(), "{meaning:?}");
    }
}
