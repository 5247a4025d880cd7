//! Every route of the REST API by every kind of sender. The routes are those of the server's own description.

use std::collections::BTreeMap;

use protocol::{Command, GameId};
use reqwest::{Method, RequestBuilder, Response};
use rules::{Players, RuleSet};
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use crate::common::{Client, PASSWORD, Person, TestServer, client::Model, table};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sender {
    /// Without a login.
    Nobody,
    /// A guest.
    Guest,
    /// The registered account whose are the layout, the marks and the logins that the routes name.
    Owner,
    /// Another registered account.
    Other,
    /// A page of another site in the owner's browser.
    Foreign,
    /// The owner's cookie without the site that sends it.
    Bare,
    /// With the owner's login, which has ended.
    Ended,
    /// With the login of an account that was deleted.
    Deleted,
    /// The owner, with a body that is not of the kind which the route takes.
    Unlike,
}

const SENDERS: [Sender; 9] = [
    Sender::Nobody,
    Sender::Guest,
    Sender::Owner,
    Sender::Other,
    Sender::Foreign,
    Sender::Bare,
    Sender::Ended,
    Sender::Deleted,
    Sender::Unlike,
];

/// Of each route what each sender gets, in the order of [`SENDERS`]. A status is success; everything else is the code of the problem; `-`: the route takes no body.
const EXPECTED: &str = "
delete /api/v1/me                   not-logged-in   204             in-game         204             foreign-origin  foreign-origin  not-logged-in   not-logged-in   bad-body
delete /api/v1/me/blocked/{id}      not-logged-in   204             204             204             foreign-origin  foreign-origin  not-logged-in   not-logged-in   -
delete /api/v1/me/following/{id}    not-logged-in   204             204             204             foreign-origin  foreign-origin  not-logged-in   not-logged-in   -
delete /api/v1/me/layouts/{name}    not-logged-in   no-such-layout  204             no-such-layout  foreign-origin  foreign-origin  not-logged-in   not-logged-in   -
delete /api/v1/me/sessions          not-logged-in   204             204             204             foreign-origin  foreign-origin  not-logged-in   not-logged-in   -
delete /api/v1/me/sessions/{id}     not-logged-in   no-such-session 204             no-such-session foreign-origin  foreign-origin  not-logged-in   not-logged-in   -
get /api/v1/export                  200             200             200             200             200             200             200             200             -
get /api/v1/games/{id}              200             200             200             200             200             200             200             200             -
get /api/v1/games/{id}/jgs          no-jgs          no-jgs          no-jgs          no-jgs          no-jgs          no-jgs          no-jgs          no-jgs          -
get /api/v1/games/{id}/record       200             200             200             200             200             200             200             200             -
get /api/v1/games/{id}/replay       200             200             200             200             200             200             200             200             -
get /api/v1/ladder                  200             200             200             200             200             200             200             200             -
get /api/v1/leaderboard             200             200             200             200             200             200             200             200             -
get /api/v1/live                    200             200             200             200             200             200             200             200             -
get /api/v1/me                      not-logged-in   200             200             200             200             200             not-logged-in   not-logged-in   -
get /api/v1/me/layouts              not-logged-in   200             200             200             200             200             not-logged-in   not-logged-in   -
get /api/v1/me/marks/{id}           not-logged-in   no-such-game    200             no-such-game    200             200             not-logged-in   not-logged-in   -
get /api/v1/me/people               not-logged-in   200             200             200             200             200             not-logged-in   not-logged-in   -
get /api/v1/me/sessions             not-logged-in   200             200             200             200             200             not-logged-in   not-logged-in   -
get /api/v1/players                 200             200             200             200             200             200             200             200             -
get /api/v1/players/{id}            200             200             200             200             200             200             200             200             -
get /api/v1/players/{id}/company    200             200             200             200             200             200             200             200             -
get /api/v1/players/{id}/games      200             200             200             200             200             200             200             200             -
get /api/v1/players/{id}/scores     200             200             200             200             200             200             200             200             -
get /api/v1/players/{id}/whereabouts 200            200             200             200             200             200             200             200             -
get /api/v1/site                    200             200             200             200             200             200             200             200             -
patch /api/v1/me                    not-logged-in   200             200             200             foreign-origin  foreign-origin  not-logged-in   not-logged-in   bad-body
post /api/v1/guest                  201             201             201             201             foreign-origin  foreign-origin  201             201             -
post /api/v1/login                  200             200             200             200             foreign-origin  foreign-origin  200             200             bad-body
post /api/v1/logout                 not-logged-in   204             204             204             foreign-origin  foreign-origin  not-logged-in   not-logged-in   -
post /api/v1/register               201             201             201             201             foreign-origin  foreign-origin  201             201             bad-body
post /api/v1/replay                 200             200             200             200             foreign-origin  foreign-origin  200             200             200
put /api/v1/me/blocked/{id}         not-logged-in   204             204             204             foreign-origin  foreign-origin  not-logged-in   not-logged-in   -
put /api/v1/me/following/{id}       not-logged-in   204             204             204             foreign-origin  foreign-origin  not-logged-in   not-logged-in   -
put /api/v1/me/layouts/{name}       not-logged-in   200             200             200             foreign-origin  foreign-origin  not-logged-in   not-logged-in   bad-body
put /api/v1/me/marks/{id}           not-logged-in   no-such-game    204             no-such-game    foreign-origin  foreign-origin  not-logged-in   not-logged-in   bad-body
put /api/v1/me/password             not-logged-in   not-registered  204             204             foreign-origin  foreign-origin  not-logged-in   not-logged-in   bad-body
";

/// A route as the server describes it.
struct Route {
    method: Method,
    path: String,
    has_body: bool,
    /// What the description gives as an example.
    body: Value,
}

struct Scene {
    server: TestServer,
    routes: Vec<Route>,
    guest: Person,
    owner: Person,
    other: Person,
    ended: Person,
    deleted: Person,
    /// Whom one follows and blocks.
    anna: Person,
    /// A login of the owner's beside the one that is used.
    session: String,
    running: GameId,
    finished: GameId,
    /// The players of what runs.
    _clients: Vec<Client>,
    database: SqliteConnection,
}

impl Scene {
    async fn set() -> Scene {
        let (server, _hand) = TestServer::start_by_hand().await;
        let owner = server.register("石头").await;
        let (other, anna) = (server.register("老王").await, server.register("Anna").await);
        let deleted = server.register("小明99").await;
        delete(&server, &deleted).await;
        let [ended, _another] = [login(&server).await, login(&server).await];
        let logout = server.http.post(server.url("/api/v1/logout")).bearer_auth(&ended.token).send();
        assert_eq!(logout.await.expect("an answer").status(), 204);
        let sessions: Value = server.get_as(&owner, "/api/v1/me/sessions").await;
        let sessions = sessions["sessions"].as_array().expect("logins");
        let session = sessions.iter().find(|session| session["current"] == false).expect("another login");
        let session = session["id"].as_str().expect("an id").to_owned();
        let layout = json!({"layout": crate::common::play::LAYOUT, "preferred": false});
        let path = server.url(&format!("/api/v1/me/layouts/{LAYOUT_NAME}"));
        let kept = server.http.put(path).bearer_auth(&owner.token).json(&layout).send();
        assert_eq!(kept.await.expect("an answer").status(), 200);

        let duel = table::options_by(RuleSet { players: Players::Two, ..RuleSet::DEFAULT });
        let mut clients = vec![
            Client::connect(&server, &owner).await,
            Client::connect(&server, &server.guest().await).await,
        ];
        let finished = table::opened(&server, &mut clients, duel.clone()).await.game;
        clients[0].done(Command::OfferDraw { game: finished }).await;
        clients[1].done(Command::AnswerDraw { game: finished, accept: true }).await;
        for client in &mut clients {
            client.until(Model::has_ended).await;
            client.model = Model::default();
        }
        let running = table::opened(&server, &mut clients, duel).await.game;

        let document: Value = server.get("/api/openapi.json").await;
        let database = SqliteConnection::connect(&server.database.url()).await.expect("the database");
        let guest = server.guest().await;
        Scene {
            routes: routes(&document),
            server,
            guest,
            owner,
            other,
            ended,
            deleted,
            anna,
            session,
            running,
            finished,
            _clients: clients,
            database,
        }
    }

    fn path(&self, path: &str) -> String {
        let id = match path.split('/').nth(3).zip(path.split('/').nth(4)) {
            Some(("me", "blocked" | "following")) => self.anna.id().0.to_string(),
            Some(("me", "sessions")) => self.session.clone(),
            Some(("me", "marks")) => self.running.0.to_string(),
            Some(("games", _)) => self.finished.0.to_string(),
            Some(("players", _)) => self.owner.id().0.to_string(),
            _ => String::new(),
        };
        assert!(!path.contains("{id}") || !id.is_empty(), "what {path} names");
        let query = if path == "/api/v1/players" { "?name=石头" } else { "" };
        self.server.url(&(path.replace("{id}", &id).replace("{name}", LAYOUT_NAME) + query))
    }

    fn request(&self, sender: Sender, at: usize) -> RequestBuilder {
        let Route { method, path, has_body, body } = &self.routes[at];
        let request = self.server.http.request(method.clone(), self.path(path));
        let by_cookie =
            |request: RequestBuilder| request.header("cookie", format!("siguo={}", self.owner.token));
        let request = match sender {
            Sender::Nobody => request,
            Sender::Guest => request.bearer_auth(&self.guest.token),
            Sender::Owner | Sender::Unlike => request.bearer_auth(&self.owner.token),
            Sender::Other => request.bearer_auth(&self.other.token),
            Sender::Foreign => by_cookie(request).header("origin", "https://evil.example"),
            Sender::Bare => by_cookie(request),
            Sender::Ended => request.bearer_auth(&self.ended.token),
            Sender::Deleted => request.bearer_auth(&self.deleted.token),
        };
        let mut body = body.clone();
        match path.as_str() {
            // The example's is taken.
            "/api/v1/register" => body["name"] = "新来的".into(),
            "/api/v1/me/marks/{id}" => body["no"] = 0.into(),
            _ => {}
        }
        match (has_body, sender) {
            (false, _) => request,
            (true, Sender::Unlike) => request.header("content-type", "text/plain").body(body.to_string()),
            (true, _) => request.json(&body),
        }
    }

    async fn end(self) {
        self.database.close().await.expect("closed");
        self.server.stop().await;
    }
}

const LAYOUT_NAME: &str = "攻势";

fn routes(document: &Value) -> Vec<Route> {
    let paths = document["paths"].as_object().expect("paths").iter();
    let routes = paths.flat_map(|(path, operations)| {
        operations.as_object().expect("operations").iter().map(move |(method, operation)| Route {
            method: method.to_uppercase().parse().expect("a method"),
            path: path.clone(),
            has_body: operation.get("requestBody").is_some(),
            body: operation["requestBody"]["content"]["application/json"]["example"].clone(),
        })
    });
    routes.collect()
}

async fn login(server: &TestServer) -> Person {
    let body = json!({"name": "石头", "password": PASSWORD});
    let response = server.post("/api/v1/login", None, &body).await;
    let token: protocol::Token = crate::common::read(response, reqwest::StatusCode::OK).await;
    Person { token: token.token, account: token.account }
}

async fn delete(server: &TestServer, person: &Person) {
    let request = server.http.delete(server.url("/api/v1/me")).bearer_auth(&person.token);
    let response = request.json(&json!({"password": PASSWORD})).send().await.expect("an answer");
    assert_eq!(response.status(), 204);
}

/// The status of a success, the code of a problem.
async fn outcome(response: Response) -> String {
    let status = response.status();
    if status.is_success() {
        return status.as_u16().to_string();
    }
    crate::common::problem(response, status).await
}

/// Whether what else the sender asks for depends on it.
fn ends_something(route: &Route) -> bool {
    matches!(
        (route.method.as_str(), route.path.as_str()),
        (_, "/api/v1/logout" | "/api/v1/login" | "/api/v1/register" | "/api/v1/me/password")
            | ("DELETE", "/api/v1/me" | "/api/v1/me/sessions" | "/api/v1/me/sessions/{id}")
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn each_route_is_for_whom_it_is_meant() {
    let mut scene = Scene::set().await;
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for sender in SENDERS {
        for at in 0..scene.routes.len() {
            let Route { method, path, has_body, .. } = &scene.routes[at];
            let name = format!("{} {path}", method.as_str().to_lowercase());
            if sender == Sender::Unlike && !has_body {
                found.entry(name).or_default().push("-".to_owned());
                continue;
            }
            let writes = writes(&mut scene.database).await;
            let outcome = outcome(scene.request(sender, at).send().await.expect("an answer")).await;
            let succeeded = outcome.starts_with('2');
            if !succeeded {
                let after = self::writes(&mut scene.database).await;
                assert_eq!(after, writes, "{name} by {sender:?}, {outcome}: something was written");
            }
            found.entry(name).or_default().push(outcome);
            if succeeded && ends_something(&scene.routes[at]) {
                scene.end().await;
                scene = Scene::set().await;
            }
        }
    }
    scene.end().await;
    let table: Vec<String> =
        found.iter().map(|(name, cells)| format!("{name} {}", cells.join(" "))).collect();
    let expected = EXPECTED.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let expected: Vec<String> = expected.filter(|line| !line.is_empty()).collect();
    assert!(table == expected, "what was found:\n{}", table.join("\n"));
}

/// A number that another one takes the place of when anything has been written.
async fn writes(database: &mut SqliteConnection) -> i64 {
    sqlx::query_scalar("pragma data_version").fetch_one(database).await.expect("the database")
}
