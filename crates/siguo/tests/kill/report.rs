use crate::{
    check::Findings,
    log::Log,
    stage::{Life, Stage},
};

/// Says how much was tried.
pub(crate) fn print(stage: &Stage, logs: &[Log], findings: Findings) {
    let sum = |of: fn(&Log) -> u32| logs.iter().map(of).sum::<u32>();
    let lives = stage.lives();
    println!("{} games ({} ranked) over {} starts", findings.games, findings.ranked, lives.len());
    println!(
        "{} actions acknowledged, {} in the records, {} of them unanswered",
        findings.moves, findings.recorded, findings.unanswered
    );
    println!(
        "{} resumes, {} views compared, {} commands sent again ({} had been done), {} acknowledged while arranging, {} ends unheard",
        sum(|log| log.resumes),
        sum(|log| log.equal_views),
        sum(|log| log.resent),
        sum(|log| log.resent_done),
        sum(|log| log.arranged),
        sum(|log| log.ends_unheard)
    );
    // The first start finds nothing to rebuild.
    let after = |moment: fn(&Life) -> Option<protocol::Millis>| {
        let mut times: Vec<i64> =
            lives.iter().skip(1).filter_map(|life| Some(moment(life)? - life.started)).collect();
        times.sort_unstable();
        times
    };
    println!("from start to first greeting: {}", spread(&after(|life| life.back)));
    println!("from start to first move: {}", spread(&after(|life| life.first_move)));
    let slowest = lives.iter().enumerate().skip(1).filter_map(|(number, life)| {
        let (back, first_move) = (life.back? - life.started, life.first_move? - life.started);
        Some((first_move, back, number))
    });
    if let Some((first_move, back, number)) = slowest.max() {
        println!("the slowest was start {number}: a greeting after {back} ms, a move after {first_move} ms");
    }
    let mut shifts: Vec<i64> = logs.iter().flat_map(|log| log.shifts.iter().copied()).collect();
    shifts.sort_unstable();
    println!("deadlines off by {}", spread(&shifts));
}

fn spread(sorted: &[i64]) -> String {
    match (sorted.first(), sorted.get(sorted.len() / 2), sorted.last()) {
        (Some(least), Some(middle), Some(most)) => {
            format!("{least} to {most} ms, in the middle {middle} ms ({} times)", sorted.len())
        }
        (None, _, _) | (_, None, _) | (_, _, None) => "nothing to measure".to_owned(),
    }
}
