//! The siguo program.

mod convert;
mod serve;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Four-country army chess: the server and the tools around the game.
#[derive(Parser)]
#[command(name = "siguo", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Verify(verify::VerifyArgs),
    Convert(convert::ConvertArgs),
}

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        Command::Serve(args) => serve::run(args),
        Command::Verify(args) => Ok(match verify::run(&args)? {
            verify::Verdict::Sound => ExitCode::SUCCESS,
            verify::Verdict::Faulty => ExitCode::FAILURE,
        }),
        Command::Convert(args) => convert::run(&args).map(|()| ExitCode::SUCCESS),
    }
}
