//! Generates the stubs of the protocol and of every game below `proto/`, and for each game the type
//! that names its messages. A new game needs nothing but its `.proto` file.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use prost_build::Config;

/// Folders of the `.proto` files: in a packed crate, and in the project's checkout.
const PROTOS: [&str; 2] = ["proto", "../../proto"];
/// What every game has (docs/adding_a_game.md).
const MESSAGES: [&str; 4] = ["Config", "Observation", "Action", "Events"];

fn main() -> Result<(), Box<dyn Error>> {
    let proto = PROTOS
        .into_iter()
        .find(|folder| Path::new(folder).is_dir())
        .ok_or_else(|| format!("no .proto files in {} or {}", PROTOS[0], PROTOS[1]))?;
    println!("cargo::rerun-if-changed={proto}/gamereferee");
    let mut files = Vec::new();
    collect(&Path::new(proto).join("gamereferee"), &mut files)?;
    files.sort();
    let descriptors = protox::compile(&files, [proto])?;
    let mut games = String::new();
    for file in &descriptors.file {
        let names: Vec<&str> = file.message_type.iter().map(|message| message.name()).collect();
        if MESSAGES.iter().all(|wanted| names.contains(wanted)) {
            games += &game(file.package());
        }
    }
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("games.rs"), games)?;
    let mut config = Config::new();
    config
        .enable_type_names()
        .type_name_domain(["."], "type.googleapis.com")
        .include_file("protocol.rs");
    tonic_prost_build::configure()
        .build_server(false)
        .build_transport(false)
        .compile_fds_with_config(descriptors, config)?;
    Ok(())
}

/// All `.proto` files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}

/// The type of a game: `Diceman` for the package `gamereferee.games.diceman.v1`, `DicemanV2` for a
/// second version beside it.
fn game(package: &str) -> String {
    let Some((game, version)) =
        package.strip_prefix("gamereferee.games.").and_then(|rest| rest.split_once('.'))
    else {
        return String::new();
    };
    let mut name: String = game.split('_').map(capitalized).collect();
    if version != "v1" {
        name += &capitalized(version);
    }
    let messages: String = MESSAGES
        .iter()
        .map(|message| format!("    type {message} = {game}::{version}::{message};\n"))
        .collect();
    format!(
        "/// The game `{game}` with the messages of `{package}`.\n\
         #[derive(Debug, Clone, Copy)]\n\
         pub enum {name} {{}}\n\
         impl crate::Game for {name} {{\n    const NAME: &'static str = \"{game}\";\n{messages}}}\n"
    )
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
