use std::collections::BTreeSet;

use protocol::{Channel, Done, ErrorBody, Phrase, Reply, RoomKind, Talk, Words};
use room::{Input, Member, Pass, RoomCommand, Save, Ties};
use rules::{Players, Seat};

use crate::world::{World, account, member, number_of, options};

const SPOKEN: Reply = Reply::Ok(Done::Done);
const MAY_NOT: Reply = Reply::Error(ErrorBody::MayNotSpeak);

#[track_caller]
fn heard_by(world: &mut World, by: u32, channel: Channel, text: &str, listeners: &[u32]) {
    world.clear_frames();
    assert_eq!(world.say(by, channel, text), SPOKEN);
    for number in 1..=6 {
        let heard = world.client(number).heard();
        assert_eq!(heard.len(), usize::from(listeners.contains(&number)), "account {number}");
    }
    world.check_clients();
}

/// A match with two who watch, 5 and 6.
fn watched() -> World {
    let mut world = World::playing();
    world.join(5);
    world.join(6);
    world
}

#[test]
fn players_are_heard_by_all_partners_by_each_other_spectators_by_spectators() {
    let mut world = watched();
    heard_by(&mut world, 1, Channel::Table, "大家好", &[1, 2, 3, 4, 5, 6]);
    heard_by(&mut world, 1, Channel::Partner, "打下家", &[1, 3]);
    heard_by(&mut world, 4, Channel::Partner, "打上家", &[2, 4]);
    heard_by(&mut world, 5, Channel::Spectators, "红方厉害", &[5, 6]);
    assert_eq!(world.say(5, Channel::Table, "看我"), MAY_NOT);
    assert_eq!(world.say(5, Channel::Partner, "看我"), MAY_NOT);
    assert_eq!(world.say(1, Channel::Spectators, "看我"), MAY_NOT);
    assert_eq!(world.say(9, Channel::Table, "看我"), Reply::Error(ErrorBody::NoSuchRoom));
}

#[test]
fn partner_talk_changes_nothing_for_anybody_else() {
    let (mut quiet, mut talking) = (watched(), watched());
    for world in [&mut quiet, &mut talking] {
        world.clear_frames();
    }
    for _ in 0..8 {
        talking.say(1, Channel::Partner, "左边有炸弹");
        talking.shuffle_steps(1);
        quiet.next_id();
        quiet.shuffle_steps(1);
    }
    for number in [2, 4, 5, 6] {
        quiet.join(number);
        talking.join(number);
        assert_eq!(quiet.client(number).frames, talking.client(number).frames, "account {number}");
    }
}

#[test]
fn whoever_is_out_may_still_talk_to_the_partner() {
    let mut world = watched();
    world.shuffle_steps(20);
    let game = world.game();
    world.ok(1, RoomCommand::Surrender { game });
    heard_by(&mut world, 1, Channel::Partner, "靠你了", &[1, 3]);
}

#[test]
fn what_the_table_hears_during_a_game_is_kept_with_it() {
    let mut world = watched();
    let game = world.game();
    world.say(1, Channel::Partner, "打下家");
    world.say(5, Channel::Spectators, "快看");
    world.say(2, Channel::Table, "大家好");
    world.ok(1, RoomCommand::Flee { game });
    world.say(2, Channel::Table, "再来一局");
    let kept: Vec<_> = world.saved.saves.iter().filter(|save| matches!(save, Save::Talk { .. })).collect();
    let [Save::Talk { game: of, seat, words, .. }] = kept[..] else { panic!("{kept:?}") };
    assert_eq!((*of, words), (game, &Words::Text("大家好".to_owned())));
    assert_eq!(number_of(*seat), 2);
}

#[test]
fn what_is_said_in_the_same_millisecond_keeps_its_order() {
    let mut world = watched();
    // Blue before Red, though Red is the first seat.
    for (number, text) in [(3, "你好"), (1, "大家好"), (3, "加油")] {
        assert_eq!(world.say(number, Channel::Table, text), SPOKEN);
    }
    let times = world.saved.saves.iter().filter_map(|save| {
        let Save::Talk { at, .. } = save else { return None };
        Some(*at - world.now)
    });
    assert_eq!(times.collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn who_stands_up_keeps_what_the_partner_said() {
    let mut world = World::full(false, options());
    assert_eq!(world.say(1, Channel::Partner, "打下家"), SPOKEN);
    world.ok(3, RoomCommand::Stand);
    assert_eq!(world.client(3).believed().expect("the room").talk.len(), 1);
    world.check_clients();
    world.join(3);
    world.check_clients();
}

#[test]
fn after_the_game_all_hear_each_other() {
    let mut world = watched();
    world.say(5, Channel::Spectators, "快看");
    let game = world.game();
    assert!(world.client(2).heard().is_empty());
    world.ok(1, RoomCommand::Flee { game });
    heard_by(&mut world, 5, Channel::Spectators, "可惜", &[1, 2, 3, 4, 5, 6]);
    heard_by(&mut world, 6, Channel::Table, "好棋", &[1, 2, 3, 4, 5, 6]);
    heard_by(&mut world, 2, Channel::Partner, "再来", &[2, 4]);
}

#[test]
fn while_arranging_spectators_are_apart_too() {
    let mut world = World::ranked();
    world.join(5);
    world.join(6);
    heard_by(&mut world, 5, Channel::Spectators, "开始了", &[5, 6]);
    heard_by(&mut world, 2, Channel::Partner, "你守", &[2, 4]);
}

#[test]
fn while_gathering_all_in_the_room_talk_at_the_table() {
    let mut world = World::custom(options());
    for number in 1..=6 {
        world.join(number);
    }
    world.ok(1, RoomCommand::Sit { seat: Seat::Red });
    heard_by(&mut world, 5, Channel::Table, "缺一", &[1, 2, 3, 4, 5, 6]);
    assert_eq!(world.say(1, Channel::Partner, "来"), MAY_NOT, "there are no partners yet");
}

#[test]
fn two_players_have_no_partners() {
    let mut options = options();
    options.rules.players = Players::Two;
    let mut world = World::drawn(RoomKind::Match, true, options);
    world.all_ready();
    assert_eq!(world.say(1, Channel::Partner, "喂"), MAY_NOT);
}

#[test]
fn the_room_may_allow_phrases_only_or_nothing() {
    let phrase = |channel| RoomCommand::Say { channel, words: Words::Phrase(Phrase::GoodMove) };
    for (talk, phrases) in [(Talk::Phrases, SPOKEN), (Talk::None, MAY_NOT)] {
        let mut options = options();
        options.talk = talk;
        let mut world = World::drawn(RoomKind::Match, true, options);
        world.join(5);
        for (number, channel) in [(1, Channel::Table), (1, Channel::Partner), (5, Channel::Spectators)] {
            assert_eq!(world.say(number, channel, "你好"), MAY_NOT);
            assert_eq!(world.command(number, phrase(channel)), phrases);
        }
    }
}

#[test]
fn words_are_one_to_two_hundred_visible_characters() {
    let mut world = World::playing();
    for good in ["好", "a b", "👨‍👩‍👧", "❤\u{fe0f}", "葛\u{e0100}", "e\u{323}\u{302}\u{301}", &"军".repeat(200)]
    {
        assert_eq!(world.say(1, Channel::Table, good), SPOKEN);
    }
    let piled = format!("z{}", "\u{336}".repeat(6));
    let joined = "\u{336}\u{336}\u{200d}".repeat(3);
    let bad = [
        "",
        "   ",
        "\u{3000}",
        "a\nb",
        "\u{7}",
        "\u{202e}系统",
        "a\u{200b}b",
        "\u{2066}x",
        "\u{feff}",
        "\u{2800}",
        "\u{3164}",
        "\u{200d}",
        "\u{fe0f}",
        "\u{e0041}x",
        &piled,
        &joined,
    ];
    for text in bad.into_iter().chain([&*"军".repeat(201)]) {
        assert_eq!(world.say(1, Channel::Table, text), Reply::Error(ErrorBody::Words), "{text:?}");
    }
}

#[test]
fn every_language_can_be_spoken() {
    let mut world = World::playing();
    for good in [
        // Thai, Burmese with five marks on a letter, Vietnamese with its marks apart, Hindi, pointed Hebrew, vowelled Arabic, Tibetan.
        "ที่นี่เล่นหมากรุกกันทั้งนั้น ซื้อน้ำให้ผู้ใหญ่",
        "လျှော့ပါ ကျွန်တော်တို့ လျှောက်မယ်",
        "Tie\u{302}\u{301}ng Vie\u{323}\u{302}t, cu\u{31b}\u{309}a sô\u{301} mô\u{323}t",
        "क्षत्रियों की सेना",
        "בְּרֵאשִׁ֖ית בָּרָ֣א",
        "مُحَمَّدٌ رَّسُولُ",
        "བསྒྲུབས་སོ།",
        "1\u{fe0f}\u{20e3} 👩\u{200d}❤\u{fe0f}\u{200d}👨",
    ] {
        assert_eq!(world.say(1, Channel::Table, good), SPOKEN, "{good}");
    }
    let zalgo = "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞".replace('\u{34f}', "");
    assert_eq!(world.say(1, Channel::Table, &zalgo), Reply::Error(ErrorBody::Words));
}

#[test]
fn the_last_50_lines_of_each_channel_are_kept() {
    let mut world = watched();
    world.say(2, Channel::Partner, "ours");
    for number in 0..60 {
        world.say(1, Channel::Table, &format!("table {number}"));
        world.say(3, Channel::Partner, &format!("partner {number}"));
    }
    let texts = |number: u32, channel: Channel| -> Vec<String> {
        let snapshot = world.room.snapshot(world.viewer(number), world.now);
        let text = |words: &Words| match words {
            Words::Text(text) => text.clone(),
            Words::Phrase(phrase) => format!("{phrase:?}"),
        };
        snapshot.talk.iter().filter(|said| said.channel == channel).map(|said| text(&said.words)).collect()
    };
    for number in [1, 5] {
        let table = texts(number, Channel::Table);
        assert_eq!((table.len(), table[0].as_str(), table[49].as_str()), (50, "table 10", "table 59"));
    }
    assert_eq!(texts(1, Channel::Partner).len(), 50);
    assert_eq!(texts(4, Channel::Partner), ["ours"], "one side's talk does not push out the other's");
    assert!(texts(5, Channel::Partner).is_empty());
}

#[test]
fn whoever_takes_over_a_seat_has_not_heard_what_was_said_to_its_owner() {
    let mut world = World::custom(options());
    for seat in Seat::ALL {
        world.join(number_of(seat));
        world.ok(number_of(seat), RoomCommand::Sit { seat });
    }
    world.say(1, Channel::Partner, "明天再来");
    world.ok(3, RoomCommand::Stand);
    world.join(5);
    world.ok(5, RoomCommand::Sit { seat: Seat::Blue });
    assert!(world.room.snapshot(world.viewer(5), world.now).talk.is_empty());
    world.check_clients();
}

#[test]
fn who_has_blocked_somebody_gets_none_of_the_lines() {
    let mut world = watched();
    // Blue has blocked red, and of the two who watch one has blocked purple.
    let blocks = [(3, 1), (5, 2)];
    for (number, whom) in blocks {
        world.input(None, Input::Blocks { account: account(number), blocked: [account(whom)].into() });
    }
    for (by, channel, listeners) in [
        (1, Channel::Table, vec![1, 2, 4, 5, 6]),
        (1, Channel::Partner, vec![1]),
        (2, Channel::Table, vec![1, 2, 3, 4, 6]),
        (3, Channel::Partner, vec![1, 3]),
        (6, Channel::Spectators, vec![5, 6]),
    ] {
        world.clear_frames();
        assert_eq!(world.say(by, channel, "好棋"), SPOKEN, "the speaker is not told");
        for number in 1..=6 {
            let heard = usize::from(listeners.contains(&number));
            assert_eq!(world.client(number).heard().len(), heard, "{by} to {number}");
        }
    }
    // Nor is it in what is kept, for who comes back.
    let lines =
        |world: &World, number: u32| world.client(number).room.as_ref().expect("a snapshot").talk.len();
    for (number, whom) in blocks {
        world.drop_link(number);
        let ties = Ties { blocked: [account(whom)].into(), ..Ties::default() };
        world.join_as(Member { ties, ..member(number) }, None, Pass::NotShown);
    }
    world.join(6);
    assert_eq!([3, 5, 6].map(|number| lines(&world, number)), [2, 2, 3]);

    // At the end all are told the room anew: those who watch alike, but for the one to whom a line is not shown.
    world.clear_frames();
    let game = world.game();
    world.ok(1, RoomCommand::Flee { game });
    assert_eq!([3, 5, 6].map(|number| lines(&world, number)), [3, 2, 3]);
    assert_eq!(world.client(5).frames.len(), world.client(6).frames.len());
    // Who has blocked nobody any more hears all that is kept.
    world.input(None, Input::Blocks { account: account(5), blocked: BTreeSet::new() });
    world.join_as(member(5), None, Pass::NotShown);
    assert_eq!(lines(&world, 5), 3);
}
