//! Every command by every kind of sender.

use std::collections::BTreeSet;

use protocol::{Command, GameId, InviteId, RoomId};
use rules::Seat;

use super::scene::{Names, Scene, Sender, samples};

// `ok` is carried out; everything else is the code of the refusal, as `docs/protocol.md` has it. The senders are in the order of
// [`OUTSIDE`] and [`INSIDE`].

/// What comes of a command by somebody who does not play at the table that it names.
#[rustfmt::skip]
#[expect(clippy::match_same_arms, reason = "a table with a row for each command")]
fn by_others(command: &Command) -> &'static str {
    match command {
        //                                  unheard        guest          waiting        barred         blocked        elsewhere      watching       removed
        Command::Hello { .. } =>           "ok             ok             ok             ok             ok             ok             ok             ok",
        Command::Time =>                   "version        ok             ok             ok             ok             ok             ok             ok",
        Command::Join { .. } =>            "version        ok             ok             ok             ok             ok             ok             ok",
        Command::Part { .. } =>            "version        ok             ok             ok             ok             ok             ok             ok",
        Command::Queue { .. } =>           "version        need-account   ok             barred         ok             in-game        ok             need-account",
        Command::Unqueue =>                "version        not-queued     ok             not-queued     not-queued     not-queued     not-queued     not-queued",
        Command::Consent { .. } =>         "version        not-queued     not-queued     not-queued     not-queued     not-queued     not-queued     not-queued",
        Command::Invite { .. } =>          "version        need-account   ok             ok             ok             ok             paired         need-account",
        Command::Invitation { .. } =>      "version        ok             ok             ok             no-such-invite ok             no-such-invite ok",
        Command::AnswerInvite { .. } =>    "version        need-account   ok             ok             no-such-invite ok             no-such-invite need-account",
        Command::TakeBack =>               "version        no-such-invite no-such-invite no-such-invite no-such-invite ok             no-such-invite no-such-invite",
        Command::Unpair =>                 "version        not-paired     not-paired     not-paired     not-paired     not-paired     ok             not-paired",
        Command::Practice { .. } =>        "version        ok             ok             ok             ok             in-game        ok             ok",
        Command::Create { .. } =>          "version        ok             ok             ok             ok             in-game        ok             ok",
        Command::List { .. } =>            "version        ok             ok             ok             ok             ok             ok             ok",
        Command::Configure { .. } =>       "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-host       not-host",
        Command::SetSpectating { .. } =>   "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-host       not-host",
        Command::PassHost { .. } =>        "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-host       not-host",
        Command::Remove { .. } =>          "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-host       not-host",
        Command::Swap { .. } =>            "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     not-seated",
        Command::AnswerSwap { .. } =>      "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     not-seated",
        Command::Again { .. } =>           "version        no-such-room   no-such-room   no-such-room   no-such-room   in-game        not-seated     not-seated",
        Command::Sit { .. } =>             "version        no-such-room   no-such-room   no-such-room   no-such-room   in-game        wrong-phase    removed",
        Command::Stand { .. } =>           "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     not-seated",
        Command::Ready { .. } =>           "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     wrong-game",
        Command::Unready { .. } =>         "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     wrong-game",
        Command::Move { .. } =>            "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     wrong-game",
        Command::Flip { .. } =>            "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     wrong-game",
        Command::OfferDraw { .. } =>       "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     wrong-game",
        Command::AnswerDraw { .. } =>      "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     wrong-game",
        Command::Surrender { .. } =>       "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     wrong-game",
        Command::Flee { .. } =>            "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     wrong-game",
        Command::Say { .. } =>             "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   may-not-speak  ok",
        Command::Point { .. } =>           "version        no-such-room   no-such-room   no-such-room   no-such-room   no-such-room   not-seated     wrong-game",
    }
}

/// What comes of a command by somebody who has a seat at that table.
#[rustfmt::skip]
#[expect(clippy::match_same_arms, reason = "a table with a row for each command")]
fn by_players(command: &Command) -> &'static str {
    match command {
        //                                  host           member         arranging      on-turn        other-seat     out            ended
        Command::Hello { .. } =>           "ok             ok             ok             ok             ok             ok             ok",
        Command::Time =>                   "ok             ok             ok             ok             ok             ok             ok",
        Command::Join { .. } =>            "ok             ok             ok             ok             ok             ok             ok",
        Command::Part { .. } =>            "ok             ok             ok             ok             ok             ok             ok",
        Command::Queue { .. } =>           "in-game        in-game        in-game        in-game        in-game        need-account   need-account",
        Command::Unqueue =>                "not-queued     not-queued     not-queued     not-queued     not-queued     not-queued     not-queued",
        Command::Consent { .. } =>         "not-queued     not-queued     not-queued     not-queued     not-queued     not-queued     not-queued",
        Command::Invite { .. } =>          "need-account   need-account   need-account   need-account   need-account   need-account   need-account",
        Command::Invitation { .. } =>      "ok             ok             ok             ok             ok             ok             ok",
        Command::AnswerInvite { .. } =>    "need-account   need-account   need-account   need-account   need-account   need-account   need-account",
        Command::TakeBack =>               "no-such-invite no-such-invite no-such-invite no-such-invite no-such-invite no-such-invite no-such-invite",
        Command::Unpair =>                 "not-paired     not-paired     not-paired     not-paired     not-paired     not-paired     not-paired",
        Command::Practice { .. } =>        "in-game        in-game        in-game        in-game        in-game        ok             ok",
        Command::Create { .. } =>          "in-game        in-game        in-game        in-game        in-game        ok             ok",
        Command::List { .. } =>            "ok             ok             ok             ok             ok             ok             ok",
        Command::Configure { .. } =>       "ok             not-host       not-host       wrong-phase    not-host       not-host       not-host",
        Command::SetSpectating { .. } =>   "ok             not-host       not-host       ok             not-host       not-host       not-host",
        Command::PassHost { .. } =>        "ok             not-host       not-host       ok             not-host       not-host       not-host",
        Command::Remove { .. } =>          "ok             not-host       not-host       wrong-phase    not-host       not-host       not-host",
        Command::Swap { .. } =>            "swap-open      ok             ok             wrong-phase    wrong-phase    wrong-phase    ok",
        Command::AnswerSwap { .. } =>      "ok             no-swap        no-swap        no-swap        no-swap        no-swap        no-swap",
        Command::Again { .. } =>           "ok             ok             wrong-phase    wrong-phase    wrong-phase    wrong-phase    ok",
        Command::Sit { .. } =>             "ok             ok             wrong-phase    wrong-phase    wrong-phase    wrong-phase    no-such-seat",
        Command::Stand { .. } =>           "ok             ok             ok             wrong-phase    wrong-phase    wrong-phase    ok",
        Command::Ready { .. } =>           "wrong-game     wrong-game     ok             wrong-phase    wrong-phase    wrong-phase    over",
        Command::Unready { .. } =>         "wrong-game     wrong-game     ok             wrong-phase    wrong-phase    wrong-phase    over",
        Command::Move { .. } =>            "wrong-game     wrong-game     wrong-phase    ok             not-your-turn  not-playing    over",
        Command::Flip { .. } =>            "wrong-game     wrong-game     wrong-phase    illegal        not-your-turn  not-playing    over",
        Command::OfferDraw { .. } =>       "wrong-game     wrong-game     wrong-phase    ok             offer-open     not-playing    over",
        Command::AnswerDraw { .. } =>      "wrong-game     wrong-game     wrong-phase    no-offer       ok             not-playing    over",
        Command::Surrender { .. } =>       "wrong-game     wrong-game     wrong-phase    too-early      ok             not-playing    over",
        Command::Flee { .. } =>            "wrong-game     wrong-game     ok             ok             ok             ok             over",
        Command::Say { .. } =>             "ok             ok             ok             ok             ok             ok             ok",
        Command::Point { .. } =>           "wrong-game     wrong-game     wrong-phase    ok             ok             not-playing    over",
    }
}

const OUTSIDE: [Sender; 8] = [
    Sender::Unheard,
    Sender::Guest,
    Sender::Waiting,
    Sender::Barred,
    Sender::Blocked,
    Sender::Elsewhere,
    Sender::Watching,
    Sender::Removed,
];
const INSIDE: [Sender; 7] = [
    Sender::Host,
    Sender::Member,
    Sender::Arranging,
    Sender::OnTurn,
    Sender::OtherSeat,
    Sender::Out,
    Sender::Ended,
];

fn expected(command: &Command, sender: Sender) -> &'static str {
    let columns = OUTSIDE.into_iter().zip(by_others(command).split_whitespace());
    let mut columns = columns.chain(INSIDE.into_iter().zip(by_players(command).split_whitespace()));
    columns.find(|(of, _)| *of == sender).expect("each row has a cell for each sender").1
}

/// The first word of the JSON of an enum: its name on the wire.
fn tag(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).expect("JSON");
    value["t"].as_str().expect("a tag").to_owned()
}

/// Whether the next command finds everything as it was, though this one was carried out.
fn is_harmless(command: &Command) -> bool {
    matches!(
        command,
        Command::Hello { .. } | Command::Time | Command::List { .. } | Command::Invitation { .. }
    )
}

async fn each_command_of(sender: Sender) {
    let mut scene = Box::pin(Scene::set(sender)).await;
    let mut found = Vec::new();
    for at in 0..scene.commands().len() {
        let command = scene.commands().swap_remove(at);
        let before = scene.look().await.in_silence();
        let writes = scene.writes().await;
        let error = scene.send(sender, command.clone()).await;
        let code = error.as_ref().map_or_else(|| "ok".to_owned(), tag);
        if error.is_some() {
            assert_eq!(scene.writes().await, writes, "{command:?}, {code}: something was written");
            assert_eq!(scene.look().await, before, "{command:?}, {code}: something has changed");
        } else if !is_harmless(&command) {
            scene.end().await;
            scene = Box::pin(Scene::set(sender)).await;
        }
        found.push((tag(&command), code, expected(&command, sender)));
    }
    scene.end().await;
    let wrong: Vec<_> = found.into_iter().filter(|(_, code, expected)| code != expected).collect();
    assert!(wrong.is_empty(), "of {sender:?} the command, what came, and what is right: {wrong:#?}");
}

macro_rules! senders {
    ($($name:ident: $sender:ident),* $(,)?) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() { each_command_of(Sender::$sender).await; })*
    };
}

senders![
    of_somebody_who_has_not_said_hello: Unheard,
    of_a_guest: Guest,
    of_a_player_in_the_line: Waiting,
    of_a_player_who_is_barred: Barred,
    of_a_player_who_is_blocked: Blocked,
    of_a_player_of_another_room: Elsewhere,
    of_a_spectator: Watching,
    of_somebody_who_was_removed: Removed,
    of_the_host: Host,
    of_a_player_before_a_game: Member,
    of_a_player_who_arranges: Arranging,
    of_the_player_on_turn: OnTurn,
    of_a_player_who_is_not_on_turn: OtherSeat,
    of_a_player_who_is_out: Out,
    of_a_player_after_a_game: Ended,
];

/// What the server knows besides is named in its error.
#[test]
fn every_command_there_is_is_tried() {
    let unknown = serde_json::from_str::<Command>(r#"{"t":"?"}"#).expect_err("no command").to_string();
    let known = unknown.split_once("expected one of ").expect("they are named").1;
    let known: BTreeSet<&str> = known.split('`').skip(1).step_by(2).collect();
    let nil = uuid::Uuid::nil();
    let way = ("r11".parse().expect("a point"), "n4".parse().expect("a point"));
    let nothing = Names {
        room: RoomId(nil),
        game: GameId(nil),
        after: 0,
        invite: InviteId(nil),
        seats: (Seat::Red, Seat::Red),
        way,
    };
    let tried: BTreeSet<String> = samples(&nothing).iter().map(tag).collect();
    assert!(known.len() > 30 && known.iter().copied().eq(tried.iter().map(String::as_str)), "{known:?}");
}
