//! The siguo program.

mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Four-country army chess: the server and the tools around the game.
#[derive(Debug, Parser)]
#[command(name = "siguo", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Verify(verify::VerifyArgs),
}

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        Command::Verify(args) => Ok(match verify::run(&args)? {
            verify::Verdict::Sound => ExitCode::SUCCESS,
            verify::Verdict::Faulty => ExitCode::FAILURE,
        }),
    }
}
