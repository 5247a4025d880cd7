use std::time::Duration;

use protocol::{Problem, Token};
use reqwest::{Client, StatusCode};

use crate::{refusal, target::Target};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where guests are let in. Registering would cost the server the hashing of a password, which no move costs.
#[derive(Clone, Debug)]
pub(crate) struct Entrance {
    http: Client,
    url: String,
}

impl Entrance {
    pub(crate) fn new(target: &Target) -> Entrance {
        let http = Client::builder().no_proxy().timeout(PATIENCE).build().expect("a client without TLS");
        Entrance { http, url: format!("http://{}/api/v1/guest", target.authority) }
    }

    /// A guest's token, or why there is none.
    pub(crate) async fn guest(&self) -> Result<String, String> {
        let answer = self.http.post(&self.url).send().await.map_err(|err| chain(&err))?;
        match answer.status() {
            StatusCode::CREATED => {
                answer.json::<Token>().await.map(|token| token.token).map_err(|err| chain(&err))
            }
            StatusCode::TOO_MANY_REQUESTS => Err(refusal::HTTP_429.to_owned()),
            status => match answer.json::<Problem>().await {
                Ok(problem) => Err(format!("HTTP {status}: {}", problem.title)),
                Err(_) => Err(format!("HTTP {status}")),
            },
        }
    }
}

/// An error with its causes, which alone say what happened.
fn chain(err: &reqwest::Error) -> String {
    let mut said = err.to_string();
    let mut cause = std::error::Error::source(err);
    while let Some(err) = cause {
        said = format!("{said}: {err}");
        cause = err.source();
    }
    said
}
