//! The siguo program.

mod backup;
mod check_config;
mod convert;
mod drain;
mod export;
mod invite;
mod load;
mod package;
mod relocate;
mod serve;
mod settings;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use mimalloc::MiMalloc;

/// Every move makes and drops many small things, some of them on other threads: the system's own is slower at that and keeps more.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Four-country army chess: the server and the tools around the game.
#[derive(Parser)]
#[command(name = "siguo", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(settings::Settings),
    /// Check the settings of `serve` and the database, and say what would be used. Nothing is changed.
    CheckConfig(settings::Settings),
    Verify(verify::VerifyArgs),
    Convert(convert::ConvertArgs),
    Export(export::ExportArgs),
    Invite(invite::InviteArgs),
    Drain(drain::DrainArgs),
    Backup(backup::BackupArgs),
    Move(relocate::MoveArgs),
    Load(load::LoadArgs),
    /// Print an environment file for the server, with every setting, its default and what it does.
    SampleConfig,
    Completions(package::CompletionsArgs),
    Man(package::ManArgs),
}

fn main() -> anyhow::Result<ExitCode> {
    let matches = Cli::command().get_matches();
    match Cli::from_arg_matches(&matches).unwrap_or_else(|err| err.exit()).command {
        Command::Serve(settings) => serve::run(settings),
        Command::CheckConfig(settings) => {
            let (_, given) = matches.subcommand().expect("one was given");
            check_config::run(&settings, given)
        }
        Command::Verify(args) => Ok(match verify::run(&args)? {
            verify::Verdict::Sound => ExitCode::SUCCESS,
            verify::Verdict::Faulty => ExitCode::FAILURE,
        }),
        Command::Convert(args) => convert::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Export(args) => export::run(args),
        Command::Invite(args) => invite::run(&args),
        Command::Drain(args) => drain::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Move(args) => relocate::run(&args),
        Command::Load(args) => load::run(args),
        Command::SampleConfig => package::sample_config(&Cli::command()),
        Command::Completions(args) => package::completions(&args, Cli::command()),
        Command::Man(args) => package::man(&args, Cli::command()),
    }
}
