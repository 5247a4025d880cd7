//! What goes along with the program in a package, made of its own description: the sample configuration, completions for shells,
//! manual pages.

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{Arg, Args};
use clap_complete::Shell;

/// Print a script that completes commands and flags in a shell.
#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Write the manual pages into a folder.
#[derive(Args)]
pub(crate) struct ManArgs {
    /// The folder, which must exist
    folder: PathBuf,
}

pub(crate) fn completions(args: &CompletionsArgs, mut program: clap::Command) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "siguo", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &ManArgs, program: clap::Command) -> anyhow::Result<ExitCode> {
    clap_mangen::generate_to(program, &args.folder)
        .with_context(|| format!("failed to write into {}", args.folder.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a file for the environment of `siguo serve`: every setting with its help and its default, each in a comment.
pub(crate) fn sample_config(program: &clap::Command) -> anyhow::Result<ExitCode> {
    let serve = program.find_subcommand("serve").expect("it is one of ours");
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "# The settings of siguo, for an environment file (systemd, docker --env-file). Each line is the default or, where there\n\
         # is none, empty; take the # away to change it. `siguo check-config` says what would be used."
    )?;
    for setting in serve.get_arguments() {
        let Some(variable) = setting.get_env() else { continue };
        writeln!(out)?;
        for line in help(setting).lines() {
            writeln!(out, "{}", format!("# {line}").trim_end())?;
        }
        let default: Vec<_> =
            setting.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        writeln!(out, "#{}={}", variable.to_string_lossy(), default.join(","))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What `--help` says of a setting.
fn help(setting: &Arg) -> String {
    let text = setting.get_long_help().or_else(|| setting.get_help());
    let help = text.map(ToString::to_string).unwrap_or_default();
    let values = setting.get_possible_values();
    if values.is_empty() {
        return help;
    }
    let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    format!("{help}\nOne of: {}", names.join(", "))
}
