use serde::{Deserialize, Serialize};

macro_rules! titles {
    ($($variant:ident $name:literal $least:literal,)*) => {
        /// A title (军衔, §8), lowest first.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
        pub enum Title {
            $(#[doc = $name] $variant,)*
        }

        impl Title {
            /// All titles, lowest first.
            pub const ALL: [Title; 18] = [$(Title::$variant),*];

            /// The Chinese name.
            pub const fn zh(self) -> &'static str {
                match self {
                    $(Title::$variant => $name,)*
                }
            }

            /// The least score that has it; scores below 0 have the lowest title too.
            pub const fn least(self) -> i64 {
                match self {
                    $(Title::$variant => $least,)*
                }
            }
        }
    };
}

titles! {
    Private "小兵" 0,
    DeputySquadLeader "副班长" 10,
    SquadLeader "正班长" 20,
    DeputyPlatoonLeader "副排长" 30,
    PlatoonLeader "排长" 50,
    DeputyCompanyCommander "副连长" 100,
    CompanyCommander "连长" 150,
    DeputyBattalionCommander "副营长" 220,
    BattalionCommander "营长" 350,
    DeputyRegimentCommander "副团长" 500,
    RegimentCommander "团长" 750,
    DeputyBrigadeCommander "副旅长" 1000,
    BrigadeCommander "旅长" 1550,
    DeputyDivisionCommander "副师长" 2150,
    DivisionCommander "师长" 3150,
    DeputyCorpsCommander "副军长" 5000,
    CorpsCommander "军长" 6350,
    CommanderInChief "司令" 12750,
}

impl Title {
    /// The title of a score: the highest whose number it reaches.
    pub fn of(score: i64) -> Title {
        Title::ALL.into_iter().rfind(|title| score >= title.least()).unwrap_or(Title::Private)
    }

    /// The next higher title; `None` for the highest.
    pub fn next(self) -> Option<Title> {
        Title::ALL.get(self as usize + 1).copied()
    }
}
