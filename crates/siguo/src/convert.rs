//! `siguo convert`: games and layouts from one file format into another.

use std::{
    fs::{self, File},
    io::{self, IsTerminal, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, anyhow, bail};
use clap::ValueEnum;
use files::{Kind, ReadError, jgs, jql, layout, record};
use rules::{Layout, Record, Seat};

/// The most that is read: more than a hundred thousand games.
const LARGEST: u64 = 512 * 1024 * 1024;

/// Convert games and layouts: records, .jgs and .jql files of QQ clients, layout texts.
///
/// What IN is, its content tells, not its name. Nothing is written unless IN can be read and converted as a whole.
///
/// The exit code is 0 when the file was written, 1 when it could not be, 2 when the arguments make no sense.
#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// The file to read; - is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,

    /// The file to write; standard output without it
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// The id of the game to take, where a file of records holds several
    #[arg(long, value_name = "ID")]
    game: Option<String>,

    /// The seat of the layout to take, where IN is a game: red, purple, blue or green
    #[arg(long, value_name = "SEAT")]
    seat: Option<Seat>,

    /// The id that the record of a .jgs file gets; without it the file's name
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A record: one line of JSON (docs/record.md)
    Record,
    /// A game of a QQ client; only four-player dark games by the default rules fit
    Jgs,
    /// A layout of a QQ client
    Jql,
    /// A layout as text
    Layout,
}

/// Reads, converts, writes.
pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<()> {
    let input = Input::open(args)?;
    input.check_flags()?;
    let converted = match args.to {
        Format::Record => record::write(&input.game()?).into_bytes(),
        Format::Jgs => {
            let game = input.game()?;
            jgs::write(&game)
                .map_err(|unfit| input.fault(format!("the game does not fit a .jgs file: {unfit}")))?
        }
        Format::Jql => jql::write(&input.layout()?),
        Format::Layout => layout::write(&input.layout()?).into_bytes(),
    };
    let (converted, is_text) = match args.to {
        Format::Record | Format::Layout => ([&converted[..], b"\n"].concat(), true),
        Format::Jgs | Format::Jql => (converted, false),
    };
    match &args.output {
        Some(path) => {
            fs::write(path, converted).with_context(|| format!("failed to write {}", path.display()))
        }
        None if !is_text && io::stdout().is_terminal() => {
            bail!("this is nothing for a terminal: name a file with -o")
        }
        None => io::stdout().lock().write_all(&converted).context("failed to write to standard output"),
    }
}

/// What is to be converted.
struct Input<'a> {
    args: &'a ConvertArgs,
    bytes: Vec<u8>,
    kind: Kind,
}

impl<'a> Input<'a> {
    fn open(args: &'a ConvertArgs) -> anyhow::Result<Input<'a>> {
        let mut input = Input { args, bytes: Vec::new(), kind: Kind::Records };
        let reader: Box<dyn Read> = match args.input.to_str() {
            Some("-") => Box::new(io::stdin().lock()),
            _ => {
                Box::new(File::open(&args.input).with_context(|| format!("failed to open {}", input.name()))?)
            }
        };
        let read = reader.take(LARGEST + 1).read_to_end(&mut input.bytes);
        read.with_context(|| format!("failed to read {}", input.name()))?;
        if input.bytes.len() as u64 > LARGEST {
            return Err(input.fault("it is larger than 512 MiB"));
        }
        input.kind = Kind::of(&input.bytes).map_err(|err| input.fault(err))?;
        Ok(input)
    }

    fn name(&self) -> String {
        if self.args.input == Path::new("-") {
            "standard input".to_owned()
        } else {
            self.args.input.display().to_string()
        }
    }

    fn fault(&self, fault: impl std::fmt::Display) -> anyhow::Error {
        anyhow!("{}: {fault}", self.name())
    }

    /// A flag that would change nothing is a misunderstanding.
    fn check_flags(&self) -> anyhow::Result<()> {
        let ConvertArgs { to, game, seat, id, .. } = self.args;
        let wants_layout = matches!(to, Format::Jql | Format::Layout);
        let is_layout = matches!(self.kind, Kind::Jql | Kind::Layout);
        if seat.is_some() && !wants_layout {
            return Err(
                self.fault("--seat takes a layout out of a game, and a game is wanted: leave it away")
            );
        }
        if game.is_some() && is_layout && wants_layout {
            return Err(self.fault("it is one layout and holds no games: leave --game away"));
        }
        if id.is_some() && !(self.kind == Kind::Jgs && *to == Format::Record) {
            return Err(self.fault("--id names the record made of a .jgs file: leave it away"));
        }
        Ok(())
    }

    /// The one game that is meant.
    fn game(&self) -> anyhow::Result<Record> {
        match (self.kind, &self.args.game) {
            (Kind::Jgs, None) => jgs::read(&self.bytes, &self.id()).map_err(|err| self.fault(err)),
            (Kind::Jgs, Some(_)) => {
                Err(self.fault("a .jgs file holds one game and no id: leave --game away"))
            }
            (Kind::Records, None) => self.only_record(),
            (Kind::Records, Some(id)) => self.record(id),
            (Kind::Jql | Kind::Layout, _) => Err(self.fault("a layout, not a game")),
        }
    }

    fn only_record(&self) -> anyhow::Result<Record> {
        let mut records = record::Records::of(&self.bytes);
        let found =
            records.next().context("the content was taken for a record")?.map_err(|err| self.fault(err))?;
        let mut others = 0;
        for other in records {
            other.map_err(|err| self.fault(err))?;
            others += 1;
        }
        match others {
            0 => found.check().map_err(|err| self.fault(err)),
            _ => Err(self.fault(format!(
                "it holds {} games: take one with --game ID, like --game {}",
                others + 1,
                found.record.id
            ))),
        }
    }

    fn record(&self, id: &str) -> anyhow::Result<Record> {
        let mut games = 0;
        for found in record::Records::of(&self.bytes) {
            let found = found.map_err(|err| self.fault(err))?;
            if found.record.id == id {
                return found.check().map_err(|err| self.fault(err));
            }
            games += 1;
        }
        Err(self.fault(format!("none of its {games} games has the id {id:?}")))
    }

    /// The id of a game that has none of its own.
    fn id(&self) -> String {
        let of_file = || self.args.input.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        self.args.id.clone().or_else(of_file).filter(|id| id != "-").unwrap_or_else(|| "game".to_owned())
    }

    /// The one layout that is meant.
    fn layout(&self) -> anyhow::Result<Layout> {
        let read: Result<Layout, ReadError> = match (self.kind, self.args.seat) {
            (Kind::Jql, None) => jql::read(&self.bytes),
            (Kind::Layout, None) => layout::read(&self.bytes),
            (Kind::Jql | Kind::Layout, Some(_)) => {
                return Err(self.fault("it is one layout and has no seats: leave --seat away"));
            }
            (Kind::Jgs | Kind::Records, None) => {
                return Err(self.fault("a game has a layout for each seat: take one with --seat"));
            }
            (Kind::Jgs | Kind::Records, Some(seat)) => return self.layout_of(seat),
        };
        read.map_err(|err| self.fault(err))
    }

    fn layout_of(&self, seat: Seat) -> anyhow::Result<Layout> {
        let game = self.game()?;
        let text = game
            .layouts
            .get(seat)
            .as_ref()
            .ok_or_else(|| self.fault(format!("{seat} has no layout in it")))?;
        text.parse().map_err(|fault| self.fault(format!("the layout of {seat}: {fault}")))
    }
}
