use crate::{Fight, MineRule, Piece};

/// Who is left standing when `attacker` moves onto `defender` (§6).
pub fn fight(attacker: Piece, defender: Piece, mine: MineRule) -> Fight {
    match (attacker, defender) {
        (Piece::Bomb, _) | (_, Piece::Bomb) => Fight::Both,
        (_, Piece::Flag) | (Piece::Engineer, Piece::Mine) => Fight::Attacker,
        (_, Piece::Mine) => match mine {
            MineRule::Stays => Fight::Defender,
            MineRule::Both => Fight::Both,
        },
        _ => match attacker.cmp(&defender) {
            std::cmp::Ordering::Greater => Fight::Attacker,
            std::cmp::Ordering::Less => Fight::Defender,
            std::cmp::Ordering::Equal => Fight::Both,
        },
    }
}
