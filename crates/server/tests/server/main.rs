//! The server as a whole, over real sockets: a file per behaviour, one program, so that it is linked once.

#[macro_use]
mod common;
mod equal;

mod account;
mod auth;
mod bad_input;
mod blocks;
mod clock;
mod connections;
mod drain;
mod ends;
mod equal_bytes;
mod export;
mod fair_play;
mod four_clients_finish_a_game;
mod guests;
mod limits;
mod live;
mod marks;
mod matching;
mod methods;
mod modes;
mod nonsense;
mod openapi;
mod origin;
mod outage;
mod partners;
mod past_talk;
mod people;
mod players_files;
mod practice;
mod ranked_rooms;
mod real_games;
mod rebuild;
mod registration;
mod rest;
mod restart;
mod resume;
mod rooms;
mod running_game;
mod seats;
mod shutdown;
mod slow_client;
mod spectate;
mod vectors;
