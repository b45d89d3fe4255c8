//! A race of settings against the default: rounds in which each runs once, until it is known which
//! are faster, or that none is worth its while.

use super::stats::{Interval, gains, interval};

/// After how many rounds it is looked whether something is known. The probability to err is shared
/// by the looks, so that looking often does not find what is not there.
pub const LOOKS: [usize; 6] = [4, 6, 9, 13, 18, 25];

/// The question that the race answers, and how surely.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// The probability to call any setting faster that is not.
    pub alpha: f64,
    /// The least gain that is worth a setting, as a logarithm.
    pub worth: f64,
    /// Rounds at most.
    pub rounds: usize,
}

/// The answer for a setting, as far as it is known.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It is faster than the default.
    Faster,
    /// It is not as much faster as would be worth while.
    NotFaster,
    /// There was not time enough to know.
    Unknown,
    /// It does not work, and why.
    Fails(String),
}

/// A setting's times, those of the default in the same rounds, and what is known.
#[derive(Debug, Clone)]
pub struct Runner {
    pub base: Vec<f64>,
    pub times: Vec<f64>,
    pub verdict: Verdict,
    /// The logarithm of how many times as fast as the default it is.
    pub gain: Interval,
}

/// How a run ends that gives no time.
#[derive(Debug)]
pub enum Stop {
    /// This setting does not work.
    Fails(String),
    /// The time for all of it is over.
    TimeOver,
}

/// Runs `settings` settings, whose numbers begin with 1, and the default, 0: `run` is given the
/// number and the round, and gives the time. An error is that the default fails.
pub fn race(
    settings: usize,
    rules: Rules,
    mut run: impl FnMut(usize, usize) -> Result<f64, Stop>,
) -> Result<Vec<Runner>, String> {
    let nothing = Interval { low: f64::NEG_INFINITY, mean: 0.0, high: f64::INFINITY };
    let runner = Runner { base: vec![], times: vec![], verdict: Verdict::Unknown, gain: nothing };
    let mut all = vec![runner; settings];
    let looks = LOOKS.iter().filter(|&&n| n <= rules.rounds).count().max(1);
    let alpha = rules.alpha / (settings.max(1) * looks) as f64;
    for round in 0..rules.rounds {
        let open: Vec<usize> =
            (1..=settings).filter(|&i| all[i - 1].verdict == Verdict::Unknown).collect();
        if open.is_empty() {
            break;
        }
        // Another begins each time, now in this order and now in the other.
        let mut order: Vec<usize> = std::iter::once(0).chain(open.iter().copied()).collect();
        let places = order.len();
        order.rotate_left(round / 2 % places);
        if round % 2 == 1 {
            order.reverse();
        }
        let mut times = vec![None; settings + 1];
        for i in order {
            match run(i, round) {
                Ok(time) => times[i] = Some(time),
                Err(Stop::TimeOver) => return Ok(all),
                Err(Stop::Fails(why)) if i == 0 => return Err(why),
                Err(Stop::Fails(why)) => all[i - 1].verdict = Verdict::Fails(why),
            }
        }
        for &i in &open {
            if let (Some(base), Some(time)) = (times[0], times[i]) {
                all[i - 1].base.push(base);
                all[i - 1].times.push(time);
            }
        }
        let is_look = LOOKS.contains(&(round + 1)) || round + 1 == rules.rounds;
        for i in open {
            let r = &mut all[i - 1];
            if r.verdict == Verdict::Unknown && r.times.len() > 1 {
                r.gain = interval(&gains(&r.base, &r.times), alpha);
                if is_look {
                    r.verdict = judged(r.gain, rules.worth);
                }
            }
        }
    }
    Ok(all)
}

fn judged(gain: Interval, worth: f64) -> Verdict {
    if gain.low > 0.0 && gain.mean >= worth {
        Verdict::Faster
    } else if gain.high < worth {
        Verdict::NotFaster
    } else {
        Verdict::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules { alpha: 0.05, worth: 0.01, rounds: 25 };

    /// Milliseconds of `maser -noshell -eval 'lists:sum(lists:seq(1, 3000000)), halt().'`, one run
    /// after the other, on a busy machine of 2 cores.
    const RECORDED: [f64; 30] = [
        271.9, 250.8, 256.5, 242.5, 244.8, 266.5, 251.6, 277.4, 273.8, 224.7, 274.8, 221.1, 236.0,
        278.7, 275.8, 281.7, 252.5, 339.5, 246.1, 281.4, 221.4, 250.5, 292.4, 275.8, 251.0, 240.7,
        277.5, 317.5, 282.7, 281.6,
    ];

    /// Runs in which setting `i` takes `factors[i]` times as long as was recorded.
    fn recorded(factors: &[f64], rules: Rules) -> Vec<Runner> {
        let mut next = (0..).map(|n| RECORDED[n * 7 % RECORDED.len()]);
        race(factors.len() - 1, rules, |i, _| Ok(factors[i] * next.next().unwrap())).unwrap()
    }

    fn verdicts(runners: &[Runner]) -> Vec<Verdict> {
        runners.iter().map(|r| r.verdict.clone()).collect()
    }

    #[test]
    fn a_faster_setting_is_found_early() {
        let all = recorded(&[1.0, 0.5, 1.5, 0.8], RULES);
        assert_eq!(verdicts(&all), [Verdict::Faster, Verdict::NotFaster, Verdict::Faster]);
        assert!(all[0].times.len() <= 9, "{} rounds", all[0].times.len());
        // The true value is in the interval.
        let truth = 2f64.ln();
        assert!(all[0].gain.low < truth && truth < all[0].gain.high, "{:?}", all[0].gain);
    }

    #[test]
    fn nothing_is_found_where_there_is_nothing() {
        let all = recorded(&[1.0; 9], RULES);
        assert!(all.iter().all(|r| r.verdict != Verdict::Faster), "{:?}", verdicts(&all));
    }

    #[test]
    fn a_gain_that_is_worth_nothing_is_none() {
        let mut exact = |i: usize, _| Ok(if i == 0 { 1000.0 } else { 995.0 });
        let all = race(1, RULES, &mut exact).unwrap();
        assert_eq!(verdicts(&all), [Verdict::NotFaster]);
        let all = race(1, Rules { worth: 0.001, ..RULES }, &mut exact).unwrap();
        assert_eq!(verdicts(&all), [Verdict::Faster]);
    }

    #[test]
    fn drift_of_the_machine_is_no_difference() {
        // Each run takes longer than the one before: who always ran last would lose.
        let mut time = 100.0;
        let all = race(3, RULES, |_, _| {
            time *= 1.01;
            Ok(time)
        });
        assert!(verdicts(&all.unwrap()).iter().all(|v| *v != Verdict::Faster));
    }

    #[test]
    fn who_fails_is_out_and_a_failing_default_ends_it() {
        let all = race(2, RULES, |i, round| match (i, round) {
            (1, 2) => Err(Stop::Fails("status 1".into())),
            (i, n) => Ok(100.0 + (n % 3) as f64 - 50.0 * (i == 2) as u8 as f64),
        });
        let wanted = [Verdict::Fails("status 1".into()), Verdict::Faster];
        assert_eq!(verdicts(&all.unwrap()), wanted);
        let all = race(1, RULES, |i, _| match i {
            0 => Err(Stop::Fails("status 2".into())),
            _ => Ok(1.0),
        });
        assert_eq!(all.unwrap_err(), "status 2");
    }

    #[test]
    fn when_the_time_is_over_the_rest_is_unknown() {
        let mut runs = 0;
        let all = race(2, RULES, |i, _| {
            runs += 1;
            if runs > 7 { Err(Stop::TimeOver) } else { Ok(1.0 + i as f64) }
        });
        assert_eq!(verdicts(&all.unwrap()), [Verdict::Unknown, Verdict::Unknown]);
    }
}
